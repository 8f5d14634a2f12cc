import { join } from 'node:path';
import type { Environment } from './environment-secrets.ts';

/** Where a station keeps its journal, settings and logs unless it is told otherwise, as the platform wants it. */
export function defaultDataDirectory(platform: NodeJS.Platform, environment: Environment, home: string): string {
  if (platform === 'win32') {
    return join(nonEmpty(environment['APPDATA']) ?? join(home, 'AppData', 'Roaming'), 'Mailroom');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Mailroom');
  return join(nonEmpty(environment['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), 'mailroom');
}

/** Where it is noted how far a journal came, apart from the journal: a folder that a copy of the data directory does not bring along. */
export function stateDirectory(platform: NodeJS.Platform, environment: Environment, home: string): string {
  if (platform === 'win32') {
    return join(nonEmpty(environment['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), 'Mailroom', 'state');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Mailroom State');
  return join(nonEmpty(environment['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'mailroom');
}

/** Where an administrator puts the policy: MAILROOM_POLICY, else the platform's place for such files. */
export function policyFile(platform: NodeJS.Platform, environment: Environment): string {
  const named = nonEmpty(environment['MAILROOM_POLICY']);
  if (named !== undefined) return named;
  if (platform === 'win32') {
    return join(nonEmpty(environment['ProgramData']) ?? 'C:\\ProgramData', 'Mailroom', 'policy.json');
  }
  return platform === 'darwin' ? '/Library/Application Support/Mailroom/policy.json' : '/etc/mailroom/policy.json';
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
