import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exitStatus } from '../exit-status.ts';
import { stationPlaces, taskSigns, variablesIn, type InstallScope } from './station-places.ts';

/*
 * What the scheduled task of a package for Windows runs (`machine` or `user` as its argument): `mailroom watch` with the flags that
 * MAILROOM_WATCH names, as systemd starts it on Linux. The task starts it again, also where there was nothing to do.
 */

/** How often it is looked whether the work is to end, ms. */
const lookEveryMs = 500;
/** Who replaces the program takes less, ms: a sign that is older was left by an installation that broke off. */
const replacingMs = 10 * 60_000;

/** Words separated by spaces; double quotes hold together what has some. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:"[^"]*"|[^\s"])+/gu)].map(([word]) => word.replaceAll('"', ''));
}

const scope: InstallScope = process.argv[2] === 'user' ? 'user' : 'machine';
const places = stationPlaces(scope);
const signs = taskSigns(places);

function changedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function isToEnd(): boolean {
  const since = changedAt(signs.end);
  return since !== null && Date.now() - since < replacingMs;
}

async function watch(words: readonly string[]): Promise<void> {
  mkdirSync(dirname(signs.running), { recursive: true });
  writeFileSync(signs.running, String(process.pid));
  const environmentAt = changedAt(places.environment);
  let resolveEnd: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    resolveEnd = resolve;
  });
  // Windows has no signal that one program could send another: the sign stands for Ctrl+C.
  const timer = setInterval(() => {
    if (isToEnd()) {
      clearInterval(timer);
      process.emit('SIGINT');
      resolveEnd();
    } else if (changedAt(places.environment) !== environmentAt) resolveEnd();
  }, lookEveryMs);
  process.argv.splice(2, process.argv.length, 'watch', ...words);
  await import('../run-program.ts');
  // Credentials that are missing or refused: another start changes nothing, until somebody changes the file.
  if (process.exitCode === exitStatus.credentialsRefused) await end;
  clearInterval(timer);
  rmSync(signs.running, { force: true });
}

const own = { MAILROOM_DATA_DIR: dirname(signs.running), MAILROOM_SERVICE: '1' };
Object.assign(process.env, own, variablesIn(places.environment));
const words = wordsOf(variablesIn(places.environment)['MAILROOM_WATCH'] ?? '');
if (words.length > 0 && !isToEnd()) await watch(words);
