import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { inXml } from '../../engine/platform/plain-text.ts';
import type { InstallScope } from './station-places.ts';

/** Runs a program of Windows, looked for from the folder of the program on, where nobody but its owner puts one. */
export function run(command: string, args: readonly string[]): SpawnSyncReturns<string> {
  const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const];
  return spawnSync(command, args, { cwd: import.meta.dirname, stdio, encoding: 'latin1', windowsHide: true });
}

/** A program of Windows that must end well. */
export function mustRun(command: string, args: readonly string[]): void {
  const { status, error, stderr, stdout } = run(command, args);
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? `${stdout}${stderr}`.trim()} (${String(status)})`);
}

/** The name of a task: names are those of the whole computer. */
function taskName(scope: InstallScope): string {
  return scope === 'machine' ? 'Mailroom' : `Mailroom ${userInfo().username}`;
}

/**
 * What the Task Scheduler runs, as it reads it (Task Scheduler schema 1.2): from its registration and every start of the computer (or sign-in
 * of the account) on, and again within five minutes whenever it does not run: a status other than 0 is no failure to it. Both paths are absolute.
 */
export function taskXml(scope: InstallScope, program: string, script: string): string {
  const { username } = userInfo();
  const domain = process.env['USERDOMAIN'] ?? '';
  const account = inXml(domain === '' ? username : `${domain}\\${username}`);
  const again = '<Repetition><Interval>PT5M</Interval><StopAtDurationEnd>false</StopAtDurationEnd></Repetition>';
  const call = `"${script}" ${scope}`;
  const [trigger, principal, command, args] =
    scope === 'machine'
      ? [
          `<BootTrigger>${again}<Enabled>true</Enabled></BootTrigger>`,
          // The network knows it as the computer, so that shares can be opened to it.
          '<UserId>S-1-5-20</UserId>',
          program,
          call,
        ]
      : [
          `<LogonTrigger>${again}<Enabled>true</Enabled><UserId>${account}</UserId></LogonTrigger>`,
          `<UserId>${account}</UserId><LogonType>InteractiveToken</LogonType>`,
          // Without a console on the screen of the person who works there.
          'conhost.exe',
          `--headless "${program}" ${call}`,
        ];
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Author>Mailroom</Author><Description>Mailroom: document intake from watched folders</Description></RegistrationInfo>
  <Triggers>${trigger}<RegistrationTrigger>${again}<Enabled>true</Enabled></RegistrationTrigger></Triggers>
  <Principals><Principal id="Author">${principal}<RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <Enabled>true</Enabled>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author"><Exec><Command>${inXml(command)}</Command><Arguments>${inXml(args)}</Arguments></Exec></Actions>
</Task>
`;
}

/** Registers the task, or starts the one that is there: somebody may have given it another account. Both paths are absolute. */
export function startTask(scope: InstallScope, program: string, script: string): void {
  const name = taskName(scope);
  const found = run('schtasks', ['/query', '/tn', name, '/xml']);
  if (found.stdout.includes('<Task')) return mustRun('schtasks', ['/run', '/tn', name]);
  const file = join(tmpdir(), `mailroom-task-${String(process.pid)}.xml`);
  writeFileSync(file, `\ufeff${taskXml(scope, program, script)}`, 'utf16le');
  try {
    mustRun('schtasks', ['/create', '/tn', name, '/xml', file, '/f']);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Ends the task at once, where it does not end by itself. */
export function killTask(scope: InstallScope): void {
  run('schtasks', ['/end', '/tn', taskName(scope)]);
}

/** Takes the task away; nothing happens where there is none. */
export function removeTask(scope: InstallScope): void {
  run('schtasks', ['/delete', '/tn', taskName(scope), '/f']);
}
