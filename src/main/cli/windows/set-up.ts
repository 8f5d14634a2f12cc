import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemLanguage } from '../../host/system-language.ts';
import { eventSource } from '../../host/system-log/system-log-writer.ts';
import { killTask, mustRun, removeTask, run, startTask } from './scheduled-task.ts';
import { setInPath } from './search-path.ts';
import { stationPlaces, taskSigns, type InstallScope, type StationPlaces } from './station-places.ts';

/*
 * What the installers for Windows leave to the program that they install: `install` writes what was given and registers the task, `stop`
 * ends it before the program is replaced, `remove` takes it away. Data, settings and policy stay, whatever is done. Values end in `|`,
 * so that a folder may end in `\` before a quote.
 */

const saying = {
  en: {
    noPolicy: (file: string, why: string) => `The policy ${file} can't be used: ${why}. Nothing was installed.`,
    policyOfUser: 'A policy belongs to the whole computer: leave it out, or install for all users.',
    quoted: (value: string) => `${value} has all kinds of quotes in it: rename the folder.`,
    failed: (why: string) => `Mailroom could not be set up: ${why}`,
    variables: [
      "Environment of Mailroom's task: one NAME=value a line. Changes hold from the next start of the task on.",
      'The service and the client.',
      'What `mailroom watch` is given: folders, which must be there, and flags. The task works once this is set.',
    ],
  },
  de: {
    noPolicy: (file: string, why: string) =>
      `Die Richtlinie ${file} ist nicht verwendbar: ${why}. Es wurde nichts installiert.`,
    policyOfUser: 'Eine Richtlinie gilt für den ganzen Computer: Lassen Sie sie weg, oder installieren Sie für alle.',
    quoted: (value: string) => `${value} enthält alle Arten von Anführungszeichen: Benennen Sie den Ordner um.`,
    failed: (why: string) => `Mailroom konnte nicht eingerichtet werden: ${why}`,
    variables: [
      'Umgebung der Aufgabe von Mailroom: je Zeile ein NAME=Wert. Änderungen gelten ab dem nächsten Start der Aufgabe.',
      'Der Dienst und der Client.',
      'Was `mailroom watch` bekommt: Ordner, die es geben muss, und Optionen. Erst damit beginnt die Arbeit.',
    ],
  },
} as const;
const say = saying[systemLanguage(process.env)];

const text = { type: 'string', default: '' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scope: text,
    'base-url': text,
    project: text,
    folder: text,
    export: text,
    policy: text,
    path: { type: 'boolean', default: false },
  },
});

function given(name: 'base-url' | 'project' | 'folder' | 'export' | 'policy'): string {
  return values[name].replace(/\|$/u, '').trim();
}

const scope: InstallScope = values.scope.startsWith('user') ? 'user' : 'machine';
/** The program's folder. */
const program = join(import.meta.dirname, '../..');
const system = '*S-1-5-18';
const administrators = '*S-1-5-32-544';
const users = '*S-1-5-32-545';
/** The account that the task has where it is the computer's. */
const taskAccount = '*S-1-5-20';

/** Opens a folder, or a file where `below` is empty, to these alone. */
function openTo(path: string, rights: Readonly<Record<string, string>>, below = '(OI)(CI)'): void {
  const grants = Object.entries(rights).map(([account, right]) => `${account}:${below}${right}`);
  mustRun('icacls', [path, '/inheritance:r', '/grant:r', ...grants]);
}

/** Folders of the computer: whoever made them before, no other account has a say in what policy and secrets they hold. */
function makeFolders(places: StationPlaces): void {
  mkdirSync(places.dataDirectory, { recursive: true });
  if (scope === 'user') return;
  mustRun('icacls', [places.home, '/setowner', administrators, '/t', '/c']);
  openTo(places.home, { [system]: 'F', [administrators]: 'F', [users]: 'RX' });
  openTo(places.dataDirectory, { [system]: 'F', [administrators]: 'F', [taskAccount]: 'M' });
}

/** Puts the policy into its place; a problem as a sentence, null: it is there. */
function bringPolicy(file: string, places: StationPlaces): string | null {
  if (scope === 'user') return say.policyOfUser;
  try {
    JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/u, ''));
  } catch (error) {
    return say.noPolicy(file, error instanceof Error ? error.message : String(error));
  }
  makeFolders(places);
  copyFileSync(file, places.policy);
  chmodSync(places.policy, 0o644);
  return null;
}

/** A value as the file of variables holds it. */
function quotedValue(value: string): string {
  const quote = ["'", '`', '"'].find((each) => !value.includes(each));
  if (quote === undefined) throw new Error(say.quoted(value));
  return `${quote}${value}${quote}`;
}

function watchWords(): string {
  const [folder, project, xml] = [given('folder'), given('project'), given('export')];
  if (folder === '') return '';
  const words = [`"${folder}"`, ...(project === '' ? [] : ['--project', `"${project}"`])];
  return [...words, ...(xml === '' ? [] : ['--export', `"${xml}"`])].join(' ');
}

/** Writes the variables where there are none yet, and those that were given; all else stays as somebody wrote it. */
function writeVariables(places: StationPlaces): void {
  const [about, service, watch] = say.variables;
  const empty = [
    `# ${about}`,
    '',
    `MAILROOM_DATA_DIR=${quotedValue(places.dataDirectory)}`,
    `# ${service}`,
    '#MAILROOM_BASE_URL=https://documents.example/v2',
    '#MAILROOM_CLIENT_ID=',
    '#MAILROOM_CLIENT_SECRET=',
    '',
    `# ${watch}`,
    `#MAILROOM_WATCH='"D:\\Mailroom\\inbox" --project accounts-payable --after move --export "D:\\Mailroom\\xml"'`,
    '',
  ];
  const before = existsSync(places.environment) ? readFileSync(places.environment, 'utf8').split(/\r?\n/u) : [...empty];
  const wanted = { MAILROOM_BASE_URL: given('base-url'), MAILROOM_WATCH: watchWords() };
  const lines = Object.entries(wanted).reduce((known, [name, value]) => {
    if (value === '') return known;
    const line = `${name}=${quotedValue(value)}`;
    const at = known.findIndex((each) => new RegExp(`^#?\\s*${name}=`, 'u').test(each));
    return at === -1 ? [...known, line, ''] : known.with(at, line);
  }, before);
  writeFileSync(places.environment, lines.join('\r\n'));
  if (scope === 'machine') openTo(places.environment, { [system]: 'F', [administrators]: 'F', [taskAccount]: 'R' }, '');
}

/** Folders that were named and are not there yet, for the task to work in. */
function makeWatched(): void {
  for (const folder of [given('folder'), given('export')]) {
    if (folder === '' || existsSync(folder)) continue;
    mkdirSync(folder, { recursive: true });
    if (scope === 'machine') mustRun('icacls', [folder, '/grant', `${taskAccount}:(OI)(CI)M`]);
  }
}

/** Where Windows looks for the words of events: Windows' own file has them for the numbers up to 1000. */
const events = `HKLM\\SYSTEM\\CurrentControlSet\\Services\\EventLog\\Application\\${eventSource}`;

/** Makes Mailroom a source of the event log, so that its task may write there: that takes an administrator. Without it nothing is written there. */
function registerEvents(): void {
  const file = '%SystemRoot%\\System32\\EventCreate.exe';
  run('reg', ['add', events, '/v', 'EventMessageFile', '/t', 'REG_EXPAND_SZ', '/d', file, '/f']);
  run('reg', ['add', events, '/v', 'TypesSupported', '/t', 'REG_DWORD', '/d', '7', '/f']);
}

function install(places: StationPlaces): void {
  const policy = given('policy');
  const problem = policy === '' ? null : bringPolicy(policy, places);
  if (problem !== null) throw new Error(problem);
  makeFolders(places);
  writeVariables(places);
  makeWatched();
  if (values.path) setInPath(scope, program, true);
  if (scope === 'machine') registerEvents();
  rmSync(taskSigns(places).end, { force: true });
  // An account without a folder to watch has nothing to start at each sign-in.
  if (scope === 'user' && watchWords() === '') return;
  startTask(scope, join(program, 'node.exe'), join(import.meta.dirname, 'watch-task.js'));
}

/** How long a task may take to end in order, ms; after that it is ended: nothing is lost by it. */
const endingMs = 60_000;

function runs(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/** Asks the task to end and waits for it. It does not start again before the next installation, or ten minutes. */
async function stop(places: StationPlaces): Promise<void> {
  const signs = taskSigns(places);
  if (!existsSync(dirname(signs.end))) return;
  writeFileSync(signs.end, '');
  const until = Date.now() + endingMs;
  while (runs(signs.running) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 200));
  if (runs(signs.running)) killTask(scope);
  rmSync(signs.running, { force: true });
}

async function remove(places: StationPlaces): Promise<void> {
  await stop(places);
  removeTask(scope);
  rmSync(taskSigns(places).end, { force: true });
  if (values.path) setInPath(scope, program, false);
  if (scope === 'machine') run('reg', ['delete', events, '/f']);
}

const acts = { install, stop, remove };
const act = Object.entries(acts).find(([name]) => name === positionals[0])?.[1];
try {
  await act?.(stationPlaces(scope));
} catch (error) {
  process.stderr.write(`${say.failed(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
