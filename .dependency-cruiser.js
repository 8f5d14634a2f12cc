/**
 * Who may import whom (docs/architecture.md). `npm test` runs these rules through tools/layers.ts, which also makes sure that every
 * source file was looked at; test/architecture/layers.test.ts breaks each rule once, so that none can pass by never matching.
 */

/** A file in a feature's room of the engine; $1 is the room. */
const inFeature =
  '^src/main/engine/(?!(?:platform|faults|journal|queue|service|settings|credentials|workers|sending)/)([a-z-]+)/';
/** Features that work by jobs; the others answer persons. */
const workingFeatures = 'intake|scanning|submissions|cases|tracker|exports';

/** A library is used by one module only, so that nothing else depends on its ways. */
const onlyIn = (name, library, folder, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^src/', pathNot: folder },
  to: { path: `(^|/)node_modules/${library}(/|$)` },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no bottom: neither part can be understood or tested first.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere also hides what the other rules should see.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-library',
      comment:
        'What runs at the user must be among the dependencies, not the development tools; the page is built into one.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(renderer/|main/desktop/updates/hand-over[.]ts$)' },
      // Electron is what the desktop runs in, not a library it brings; what the page, the preload and the handing over of updates use is built into them.
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'undetermined'],
        pathNot: ['(^|/)node_modules/electron/', '^electron$'],
      },
    },
    {
      name: 'product-stands-alone',
      comment: 'Product code knows neither its tests nor its tools.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|tools)/' },
    },
    {
      name: 'shared-knows-only-the-schema-library',
      comment: 'The contract is read by every host, the window included.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { pathNot: ['^src/shared/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'engine-knows-no-host',
      comment: 'The engine is plain Node: whoever runs it (desktop, command line, tests) comes in through ports.',
      severity: 'error',
      from: { path: '^src/main/engine/' },
      to: {
        path: [
          '^src/(main/(desktop|cli|host|practice|index\\.ts)|renderer|preload)',
          '^resources/',
          '(^|/)node_modules/electron/',
          '^electron$',
        ],
      },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'Disks, names, ports, ids and the like: what every room of the engine may import.',
      severity: 'error',
      from: { path: '^src/main/engine/platform/' },
      to: { path: '^src/main/engine/', pathNot: '^src/main/engine/(platform|faults)/' },
    },
    {
      name: 'stores-know-the-platform-only',
      comment: 'Journal, queue and faults are what the rest stands on.',
      severity: 'error',
      from: { path: '^src/main/engine/(journal|queue|faults)/' },
      to: { path: '^src/main/engine/', pathNot: '^src/main/engine/($1|platform)/' },
    },
    {
      name: 'service-settings-and-credentials-know-no-feature',
      comment:
        'The client turns HTTP into outcomes and does not know what they are for; settings and secrets are read before anything else is there.',
      severity: 'error',
      from: { path: '^src/main/engine/(service|settings|credentials)/' },
      to: { path: '^src/main/engine/', pathNot: '^src/main/engine/($1|platform|faults)/' },
    },
    {
      name: 'features-know-what-lies-below',
      comment:
        'A feature knows journal, queue, service, settings, faults and platform, and other features as long as tools/layers.ts finds no cycle among them. The root wires it; its types may be named.',
      severity: 'error',
      from: { path: inFeature },
      to: { path: '^src/main/engine/([^/]+\\.ts$|(credentials|workers|sending)/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'service-by-types-only',
      comment: 'Who works by jobs is given a client and never makes one.',
      severity: 'error',
      from: { path: `^src/main/engine/(${workingFeatures})/` },
      to: { path: '^src/main/engine/service/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workers-are-entries',
      comment: 'A worker thread is started by name through a port, never imported.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main/engine/workers/' },
    },
    {
      name: 'only-the-engine-is-wired-with',
      comment:
        'Hosts talk to the engine through its root files and the contract, not to its inner modules; scanners are listed and separator sheets printed without an engine.',
      severity: 'error',
      from: { path: '^src/main/(desktop|cli)/' },
      to: {
        path: `^src/main/engine/(${workingFeatures}|journal|queue|workers)/`,
        pathNot: '^src/main/engine/scanning/(drivers/platform-drivers|separation/separator-sheet)[.]ts$',
      },
    },
    {
      name: 'desktop-and-cli-are-strangers',
      comment: 'Two hosts of one engine.',
      severity: 'error',
      from: { path: '^src/main/(desktop|cli)/' },
      to: { path: '^src/(main/(desktop|cli)|renderer|preload)/', pathNot: '^src/main/$1/' },
    },
    {
      name: 'electron-in-the-desktop',
      comment: 'Everything else runs under plain Node.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main/(desktop/|index\\.ts)|preload/)' },
      to: { path: ['(^|/)node_modules/electron/', '^electron$'] },
    },
    {
      name: 'preload-knows-the-contract-only',
      comment: 'It is built into one sandboxed file.',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: { path: '^src/', pathNot: '^src/(preload|shared)/' },
    },
    {
      name: 'page-knows-the-contract-only',
      comment:
        'It runs in a sandbox, and talks to main through the bridge alone; the sentences of faults are plain text.',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/', pathNot: '^src/(renderer/|shared/|main/engine/faults/)' },
    },
    {
      name: 'host-knows-engine-only',
      comment: 'What every host on plain Node shares: ports of a real machine.',
      severity: 'error',
      from: { path: '^src/main/host/' },
      to: { path: '^(src|resources)/', pathNot: '^src/(main/(host|engine)|shared)/' },
    },
    {
      name: 'practice-shares-no-code',
      comment:
        'The practice service is written from the interface document alone, so that it and the client cannot share a mistake.',
      severity: 'error',
      from: { path: '^src/main/practice/' },
      to: { path: '^(src|resources)/', pathNot: '^src/main/practice/' },
    },
    {
      name: 'practice-has-one-door',
      comment: 'The command line starts the practice service; nobody reaches into it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/practice/' },
      to: { path: '^src/main/practice/', pathNot: '^src/main/practice/practice-service\\.ts$' },
    },
    {
      name: 'only-the-command-line-starts-practice',
      comment: 'Demo and training are commands; the engine must not know whom it talks to.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/(practice|cli|desktop)/' },
      to: { path: '^src/main/practice/' },
    },
    {
      name: 'samples-stand-alone',
      comment: 'The generator of sample documents serves demo, practice and tests alike.',
      severity: 'error',
      from: { path: '^resources/' },
      to: { path: '^(src|test|tools)/' },
    },
    onlyIn(
      'sqlite-in-the-journal',
      '@photostructure/sqlite',
      '^src/main/engine/journal/',
      'The journal shows no SQLite; another store can come behind the same interface.',
    ),
    onlyIn(
      'http-client-in-the-service',
      'undici',
      '^src/main/engine/(service/|scanning/drivers/escl/device-link[.]ts$)',
      'Every request to the service goes through the one client and its limiter; scanners have a link of their own.',
    ),
    onlyIn(
      'database-of-the-team-in-the-team',
      'pg',
      '^src/main/engine/team/postgres/',
      'Who works alone loads no PostgreSQL; another store can come behind the port of the team.',
    ),
    onlyIn('keychain-in-the-host', 'keytar', '^src/main/host/', 'Secrets pass through one door.'),
    onlyIn(
      'commander-in-the-command-line',
      'commander',
      '^src/main/cli/',
      'Parsing of arguments stays in the command line.',
    ),
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
};
