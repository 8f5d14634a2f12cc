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

/** Writes lines in their order; false: one was not taken, or `enough` ended it. Never rejects. */
export type SystemLogWriter = (lines: readonly SystemLogLine[], enough: AbortSignal) => Promise<boolean>;

/** Characters of a script: in base64 they are 2.7 times as many, of which a command line of Windows takes 32,767. */
const scriptChars = 11_000;

/** The source of events on Windows, which the installation registers. */
export const eventSource = 'Mailroom';

const limitMs = 10_000;

const priorities = { error: 'daemon.err', warning: 'daemon.warning', info: 'daemon.info' } as const;
const entryTypes = { error: 'Error', warning: 'Warning', info: 'Information' } as const;

/** PowerShell ends a text at each of these, unless it stands there twice. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/gu, '$&$&')}'`;
}

/**
 * What PowerShell is told to write lines into the event log (Windows' own PowerShell, not version 7): as few scripts as there can be, as each
 * takes a second or more to begin.
 */
export function eventScripts(lines: readonly SystemLogLine[]): readonly string[] {
  const scripts: string[] = [];
  for (const { level, id, text } of lines) {
    const about = `-EventId ${String(id)} -EntryType ${entryTypes[level]}`;
    const write = `; Write-EventLog -LogName Application -Source ${eventSource} ${about} -Message ${quoted(text)}`;
    const last = scripts.at(-1);
    if (last !== undefined && last.length + write.length <= scriptChars) scripts[scripts.length - 1] = last + write;
    else scripts.push(`$ErrorActionPreference = 'Stop'${write}`);
  }
  return scripts;
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
  const wordsOf = (line: SystemLogLine): readonly string[] => [
    '-t',
    'mailroom',
    '-p',
    priorities[line.level],
    '--',
    line.text,
  ];
  return async (lines, enough) => {
    const [program, calls] =
      platform === 'win32'
        ? ['powershell', eventScripts(lines).map(powerShellArguments)]
        : ['logger', lines.map(wordsOf)];
    for (const args of calls) if (!(await run(program, args, enough))) return false;
    return true;
  };
}
