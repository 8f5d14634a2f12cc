import { spawnSync } from 'node:child_process';

/** The account that owns nothing, on every Unix. */
const nobody = 65_534;

/** Whether there is a second account to act as: only root may. */
export const hasOtherAccount = process.getuid?.() === 0;

/** Runs a program as another account where that can be done, else as this one; throws where the program refuses. */
function actAsOther(program: string, ...given: readonly string[]): void {
  const account = hasOtherAccount ? { uid: nobody, gid: nobody } : {};
  const ended = spawnSync(program, given, { ...account, cwd: '/', encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(`${program}: ${ended.stderr}`);
}

/** Puts a link where its maker may write, as somebody who may only drop files there does. */
export function plantLink(target: string, place: string): void {
  actAsOther('ln', '-s', target, place);
}
