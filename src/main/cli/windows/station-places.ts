import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { defaultDataDirectory, policyFile } from '../../host/data-directory.ts';
import type { Environment } from '../../host/environment-secrets.ts';

/** Whom a package for Windows was installed for: the whole computer, or one account. */
export type InstallScope = 'machine' | 'user';

/** What an installed station has on Windows beside its program; all paths are absolute. */
export interface StationPlaces {
  /** The folder of the others. */
  readonly home: string;
  /** Variables of the task, one NAME=value a line, as `/etc/mailroom/environment` on Linux. */
  readonly environment: string;
  /** The data directory, unless the variables name another. */
  readonly dataDirectory: string;
  readonly policy: string;
}

/** Where these lie: below `%ProgramData%` for the computer, in the data directory of the account for one. */
export function stationPlaces(scope: InstallScope, environment: Environment = process.env): StationPlaces {
  const policy = policyFile('win32', { ProgramData: environment['ProgramData'] });
  const machine = scope === 'machine';
  const home = machine ? dirname(policy) : defaultDataDirectory('win32', environment, homedir());
  return { home, environment: join(home, 'environment'), dataDirectory: machine ? join(home, 'data') : home, policy };
}

/** The variables in such a file; none where it is not there. */
export function variablesIn(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** How the task and who replaces its program talk, by files in the data directory. */
export interface TaskSigns {
  /** Holds the process id of the task while it runs. */
  readonly running: string;
  /** Is there from the moment that the task is to end until its program was replaced. */
  readonly end: string;
}

/** See {@link TaskSigns}. */
export function taskSigns(places: StationPlaces): TaskSigns {
  const named = variablesIn(places.environment)['MAILROOM_DATA_DIR'] ?? '';
  const directory = named === '' ? places.dataDirectory : named;
  return { running: join(directory, 'task.pid'), end: join(directory, 'task.end') };
}
