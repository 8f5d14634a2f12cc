import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { taskXml } from '../../../src/main/cli/windows/scheduled-task.ts';
import { projectRoot } from '../../run-step.ts';
import type { WindowsRun } from '../../windows/wine-node.ts';
import type { Edition } from '../edition.ts';
import { sizeOf } from '../stage.ts';
import { packServerMsi } from '../windows/msi.ts';
import { packServerNsis } from '../windows/nsis.ts';
import { filesIn, stageServerWindows, windowsIcon, type WindowsKind } from '../windows/tree.ts';
import { until } from './debian-root.ts';
import { megabytes, practiceSchema, samplePdf, sha256, timedBy, type Finding } from './finding.ts';
import { makeWindows, textOf, type CheckedWindows } from './windows-root.ts';

const project = 'accounts-payable';
/** As people name folders. */
const [program, inbox, xml] = ['Program Files/Büro & Söhne/Mailroom', 'Eingang Süd', 'XML für FiBu'];
const installed = `C:\\${program.replaceAll('/', '\\')}`;
/** The account that Wine's Windows has. */
const account = userInfo().username;
const msiexec = 'C:\\windows\\system32\\msiexec.exe';

/** What is said of a package: where it lies (absolute), and how it is called on Windows. */
interface Way {
  readonly kind: WindowsKind;
  /** Installs a package without a word; `log` is where it writes why it did not. */
  readonly install: (path: string, given: Readonly<Record<string, string>>) => readonly [string, string];
  readonly forUser: Readonly<Record<string, string>>;
  readonly remove: (path: string, folder: string) => readonly [string, string];
  /** The exit code of what was refused. */
  readonly refused: number;
}

/** The drive that is this whole machine. */
function onWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

function switches(given: Readonly<Record<string, string>>, before: string): string {
  return Object.entries(given)
    .map(([name, value]) => (value === '' ? `${before}${name}` : `${before}${name}="${value}"`))
    .join(' ');
}

const ways: readonly Way[] = [
  {
    kind: 'msi',
    install: (path, { INSTALLDIR = '', ...given }) => [
      msiexec,
      `/i "${onWindows(path)}" /qn /l*v C:\\install.log ${switches({ ...given, ...(INSTALLDIR === '' ? {} : { INSTALLDIR }) }, '')}`,
    ],
    forUser: { ALLUSERS: '2', MSIINSTALLPERUSER: '1' },
    remove: (path) => [msiexec, `/x "${onWindows(path)}" /qn`],
    refused: 1603,
  },
  {
    kind: 'nsis',
    install: (path, { INSTALLDIR = '', ...given }) => [
      onWindows(path),
      `/S /LOG=C:\\install.log ${switches(given, '/')} ${INSTALLDIR === '' ? '' : `/D=${INSTALLDIR}`}`,
    ],
    forUser: { CURRENTUSER: '' },
    remove: (_path, folder) => [`${folder}\\uninstall.exe`, '/S'],
    refused: 1638,
  },
];

/** The packages of one kind: this edition's, a newer one, and the other kind's. */
interface Packages {
  readonly now: string;
  readonly newer: string;
  readonly foreign: string;
}

type Practice = z.infer<typeof practiceSchema>;

const versionSchema = z.object({ version: z.string() });

/** Everything that is tried with one kind of package, one after the other. */
async function tryPackages(
  windows: CheckedWindows,
  way: Way,
  packages: Packages,
  practice: Practice,
  tell: (finding: Finding) => void,
): Promise<void> {
  const { run, c, d } = windows;
  const timed = timedBy(tell, `${way.kind}: `);
  const folder = join(c, program);
  const home = join(c, 'ProgramData/Mailroom');
  const mailroom = async (words: string): Promise<string> =>
    (await run('C:\\windows\\system32\\cmd.exe', `/d /s /c ""${installed}\\mailroom.cmd" ${words}"`)).output;
  const version = async (): Promise<string> =>
    versionSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).version;
  const thereIs = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );
  const inPath = async (): Promise<boolean> =>
    ((await windows.registry(machineEnvironment, 'Path')) ?? '').includes('hne\\Mailroom');
  const onStation = `--data-dir "C:\\ProgramData\\Mailroom\\data"`;
  const known = async (): Promise<string> =>
    /"counts":(\{[^}]*\})/u.exec(await mailroom(`status --json ${onStation}`))?.[1] ?? 'unknown';
  const sends = async (name: string): Promise<void> => {
    const xmlFiles = async (): Promise<number> =>
      (await readdir(join(d, xml))).filter((each) => each.endsWith('.xml')).length;
    const before = await xmlFiles();
    await writeFile(join(d, inbox, `${name}.pdf`), await samplePdf(`${way.kind} ${name}`));
    await until(`the XML of ${name}`, 120_000, async () => (await xmlFiles()) === before + 1);
  };
  /** What the Task Scheduler would start, which Wine does not have: as the task was registered. */
  const startTask = (): WindowsRun => {
    const task = taskXml('machine', `${installed}\\node.exe`, `${installed}\\out\\windows\\watch-task.js`);
    const [command = '', words = ''] = ['Command', 'Arguments'].map((name) =>
      (new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(task)?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    );
    return windows.start(command, words);
  };
  const refuses = async (path: string, words: RegExp): Promise<string> => {
    await rm(join(c, 'install.log'), { force: true });
    const { code } = await run(...way.install(path, {}));
    const said = await textOf(join(c, 'install.log'));
    if (code !== way.refused) return `failed: ended with ${String(code)}`;
    // Wine's msiexec has no words in its log; Windows' writes the condition's there.
    return way.kind === 'msi' ? `exit code ${String(code)}` : words.test(said) ? said.trim() : `failed: ${said}`;
  };

  await timed('install, silent, into a path with spaces and umlauts', async () => {
    await writeFile(join(d, 'policy.json'), '{ "limits": { "sockets": 8 } }');
    const given = { BASEURL: practice.baseUrl, PROJECT: project, FOLDER: `D:\\${inbox}`, EXPORT: `D:\\${xml}` };
    const all = { ...given, POLICY: 'D:\\policy.json', INSTALLDIR: installed };
    const { code, output } = await run(...way.install(packages.now, all));
    return code === 0 ? 'exit code 0' : `failed: ${String(code)} ${output} ${await textOf(join(c, 'install.log'))}`;
  });
  await timed('the command runs', () => mailroom('--version'));
  await timed('it is in the search path', async () => ((await inPath()) ? installed : 'failed: it is not'));
  await timed('doctor names the package', async () => {
    const output = await mailroom('doctor');
    return new RegExp(`Mailroom-Server \\(${way.kind}, win32-x64\\)`, 'u').exec(output)?.[0] ?? `failed: ${output}`;
  });
  await timed('the policy holds', async () => {
    const line = (await mailroom('settings')).split('\n').find((each) => each.includes('limits.sockets'));
    return line !== undefined && /\b8\b/u.test(line) ? line.replaceAll(/\s+/gu, ' ') : `failed: ${String(line)}`;
  });
  await timed('the templates for Group Policy are there, and Mailroom is a source of events', async () => {
    const templates = ['Mailroom.admx', 'en-US/Mailroom.adml', 'de-DE/Mailroom.adml'];
    const there = await Promise.all(templates.map((name) => thereIs(join(folder, 'PolicyDefinitions', name))));
    const source = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\EventLog\\Application\\Mailroom';
    const words = await windows.registry(source, 'EventMessageFile');
    return !there.includes(false) && words !== null ? 'there' : `failed: ${JSON.stringify([there, words])}`;
  });
  /** A shortcut that shows Mailroom's icon, in whichever characters it names it. */
  const withIcon = async (path: string): Promise<boolean> => {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    // Characters of two bytes, at an even or an odd place.
    return bytes.includes(windowsIcon) || bytes.includes(Buffer.from(windowsIcon, 'utf16le'));
  };
  await timed('shortcuts: Start menu, and "Send to" for each user', async () => {
    const menu = 'Microsoft/Windows/Start Menu/Programs/Mailroom.lnk';
    // Wine's Installer knows the menu of the account alone.
    const menus = [join('ProgramData', menu), join(`users/${account}/AppData/Roaming`, menu)];
    const inMenu = await Promise.all(menus.map((place) => withIcon(join(c, place))));
    const sendTo = await withIcon(join(folder, 'send-to/Mailroom.lnk'));
    return inMenu.includes(true) && sendTo ? 'there' : `failed: ${JSON.stringify([inMenu, sendTo])}`;
  });

  let task: WindowsRun | null = null;
  await timed('the task takes a file in', async () => {
    const variables = join(home, 'environment');
    const secrets = `MAILROOM_CLIENT_ID=${practice.clientId}\r\nMAILROOM_CLIENT_SECRET=${practice.clientSecret}\r\n`;
    await writeFile(variables, `${await readFile(variables, 'utf8')}\r\n${secrets}`);
    task = startTask();
    await sends('first');
    return known();
  });
  await timed('upgrade: the task ends in order; journal, settings and secrets stay', async () => {
    await mailroom(`settings set limits.filesInFlight 7 ${onStation}`);
    const [before, variables] = [await known(), await readFile(join(home, 'environment'), 'utf8')];
    const { code } = await run(...way.install(packages.newer, {}));
    if (code !== 0) return `failed: ${String(code)} ${await textOf(join(c, 'install.log'))}`;
    const ended = await task?.ended;
    if (ended?.stdout.includes('exit code 130') !== true) return `failed: the task ${JSON.stringify(ended)}`;
    if ((await version()) !== '9.0.0') return `failed: ${await version()} is installed`;
    if ((await readFile(join(home, 'environment'), 'utf8')) !== variables) return 'failed: the variables changed';
    const set = (await mailroom(`settings get limits.filesInFlight ${onStation}`)).trim();
    if (set !== '7' || (await known()) !== before) return `failed: ${set} ${await known()}`;
    task = startTask();
    await sends('after the upgrade');
    return known();
  });
  await timed('downgrade: refused, nothing touched, the task goes on', async () => {
    const seen = await refuses(packages.now, /9\.0\.0 is installed.*can't be put in its place/u);
    if ((await version()) !== '9.0.0') return 'failed: the older one is installed';
    await sends('after the downgrade');
    return seen;
  });
  await timed('the other kind beside it: refused', async () => {
    const other = ways.find(({ kind }) => kind !== way.kind);
    const { code } = await run(...(other ?? way).install(packages.foreign, {}));
    return code === other?.refused && (await version()) === '9.0.0'
      ? `exit code ${String(code)}`
      : `failed: ${String(code)}`;
  });
  await timed('remove: the program, its task and its place in the search path go, the data stays', async () => {
    const { code } = await run(...way.remove(packages.newer, installed));
    if (code !== 0) return `failed: ${String(code)}`;
    await until('the removal', 60_000, async () => !(await thereIs(join(folder, 'node.exe'))));
    await until('the end of the removal', 60_000, async () => !(await thereIs(folder)));
    const task = await thereIs(join(c, 'windows/system32/tasks/Mailroom'));
    if (task || (await inPath())) return `failed: ${task ? 'the task' : 'the search path'}`;
    const left = await readdir(join(home, 'data'));
    return left.includes('journal.sqlite') ? 'journal.sqlite' : `failed: ${left.join()}`;
  });
  await timed('for one user: installs, runs, and goes', async () => {
    const first = await run(...way.install(packages.now, way.forUser));
    const own = `C:\\users\\${account}\\AppData\\Local\\Programs\\Mailroom`;
    const said = await run('C:\\windows\\system32\\cmd.exe', `/d /s /c ""${own}\\mailroom.cmd" --version"`);
    const path = (await windows.registry('HKCU\\Environment', 'Path')) ?? '';
    const machine = await windows.registry('HKLM\\Software\\Mailroom\\Server', 'Package');
    const last = await run(...way.remove(packages.now, own));
    const unix = join(c, own.slice(3).replaceAll('\\', '/'));
    await until('the removal', 60_000, async () => !(await thereIs(join(unix, 'node.exe'))));
    const fine = first.code === 0 && last.code === 0 && path.includes(own) && machine === null && said.code === 0;
    return fine ? own : `failed: ${JSON.stringify([first, said, path, machine, last])}`;
  });
}

const machineEnvironment = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment';

/** The practice service of the built project, and who it lets in. */
async function startPractice(): Promise<{ readonly child: ChildProcess; readonly practice: Practice }> {
  const child = spawn(process.execPath, [join(projectRoot, 'out/cli/index.js'), 'practice'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  return { child, practice: practiceSchema.parse(JSON.parse(line)) };
}

/** What nobody needs at run time and no package may hold. */
const needless =
  /\.(?:map|d\.ts|tsx?)$|(?:^|\/)(?:tests?|__tests__)\/|node_modules\/(?:typescript|vitest|vite|electron)\//u;

/** Tries the packages for Windows servers in a Windows that Wine runs; `work` (absolute) is replaced. Each finding is told as it comes. */
export async function checkServerWindows(
  work: string,
  edition: Edition,
  tell: (finding: Finding) => void,
): Promise<void> {
  await rm(work, { recursive: true, force: true });
  const staged = join(work, 'server');
  const again = join(work, 'again');
  for (const folder of [staged, again]) await stageServerWindows(folder, edition);
  const pack = { msi: packServerMsi, nsis: packServerNsis };
  const files = await filesIn(staged);
  const wrong = files.filter(({ path }) => needless.test(path));
  const all = await sizeOf(staged);
  const { size: node } = await stat(join(staged, 'node.exe'));
  tell({
    what: 'Windows: no library of development, source map or test is in it',
    ok: wrong.length === 0,
    seen: wrong.length === 0 ? `${String(files.length)} files` : wrong.map(({ path }) => path).join(', '),
  });
  tell({
    what: 'Windows: installed without Node under 120 MB',
    ok: all - node < 120e6,
    seen: `${megabytes(all - node)}, with it ${megabytes(all)}`,
  });
  const made: Partial<Record<WindowsKind, string>> = {};
  for (const kind of ['msi', 'nsis'] as const) {
    const path = await pack[kind](staged, join(work, 'one'), edition);
    const other = await pack[kind](again, join(work, 'other'), edition);
    const [one, two] = [await sha256(path), await sha256(other)];
    const { size } = await stat(path);
    tell({ what: `${kind}: two builds are the same bytes`, ok: one === two, seen: `${one}, ${megabytes(size)}` });
    made[kind] = path;
  }
  const { msi = '', nsis = '' } = made;
  const later = { ...edition, version: '9.0.0' };
  await writeFile(join(again, 'package.json'), JSON.stringify({ name: 'mailroom', version: '9.0.0', type: 'module' }));
  const newerMsi = await packServerMsi(again, join(work, 'newer'), later);
  const newerNsis = await packServerNsis(again, join(work, 'newer'), later, { quick: true });
  const windows = await makeWindows(join(work, 'windows'), join(staged, 'node.exe'));
  const { child, practice } = await startPractice();
  try {
    for (const way of ways) {
      const packages =
        way.kind === 'msi'
          ? { now: msi, newer: newerMsi, foreign: nsis }
          : { now: nsis, newer: newerNsis, foreign: msi };
      await tryPackages(windows, way, packages, practice, tell);
      await rm(join(windows.c, 'ProgramData/Mailroom'), { recursive: true });
      await rm(join(windows.d, inbox), { recursive: true });
    }
  } finally {
    child.kill();
    await windows.powerOff();
  }
}
