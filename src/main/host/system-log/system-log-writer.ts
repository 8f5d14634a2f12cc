import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { powerShellArguments, programFolder } from '../../engine/platform/system-program.ts';
import type { Environment } from '../environment-secrets.ts';

/** A line of the system's log. `id` is the event's number on Windows. */
export interface SystemLogLine {
  readonly level: 'error' | 'warning' | 'info';
  readonly id: number;
  readonly text: string;
}

/** Writes a line; false: it was not taken, or `enough` ended it. Never rejects. */
export type SystemLogWriter = (line: SystemLogLine, enough: AbortSignal) => Promise<boolean>;

/** The source of events on Windows, which the installation registers. */
export const eventSource = 'Mailroom';

const limitMs = 10_000;

const priorities = { error: 'daemon.err', warning: 'daemon.warning', info: 'daemon.info' } as const;
const entryTypes = { error: 'Error', warning: 'Warning', info: 'Information' } as const;

/** PowerShell ends a text at each of these, unless it stands there twice. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/gu, '$&$&')}'`;
}

/** What PowerShell is told to write a line into the event log (Windows' own PowerShell, not version 7). */
export function eventScript({ level, id, text }: SystemLogLine): string {
  const about = `-LogName Application -Source ${eventSource} -EventId ${String(id)} -EntryType ${entryTypes[level]}`;
  return `$ErrorActionPreference = 'Stop'; Write-EventLog ${about} -Message ${quoted(text)}`;
}

/**
 * How a platform's log is written: by its own `logger`, as syslog takes datagrams, which Node can't send; on Windows by PowerShell, as
 * `eventcreate` is for administrators alone. Neither is given credentials of ours.
 */
export function systemLogWriter(platform: NodeJS.Platform, environment: Environment): SystemLogWriter {
  const names = ['PATH', 'Path', 'SystemRoot'];
  const env = Object.fromEntries(names.flatMap((name) => (name in environment ? [[name, environment[name]]] : [])));
  const run = async (program: string, args: readonly string[], signal: AbortSignal): Promise<boolean> => {
    const options = { env, cwd: programFolder, signal, timeout: limitMs, windowsHide: true } as const;
    try {
      // Some of what keeps a program from starting is thrown at once.
      await promisify(execFile)(program, [...args], { ...options, killSignal: 'SIGKILL' });
      return true;
    } catch {
      return false;
    }
  };
  return platform === 'win32'
    ? (line, enough) => run('powershell', powerShellArguments(eventScript(line)), enough)
    : ({ level, text }, enough) => run('logger', ['-t', 'mailroom', '-p', priorities[level], '--', text], enough);
}
