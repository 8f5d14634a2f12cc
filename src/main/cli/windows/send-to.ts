import { createInterface } from 'node:readline/promises';
import { systemLanguage } from '../../host/system-language.ts';

/* What "Send to" of Windows runs with the files that were chosen: `mailroom send`. Its console stays where there is something to read. */

process.argv.splice(2, 0, 'send');
await import('../run-program.ts');
if (process.exitCode !== 0) {
  const ask = systemLanguage(process.env) === 'de' ? 'Weiter mit der Eingabetaste … ' : 'Press Enter to go on … ';
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  await lines.question(ask).finally(() => lines.close());
}
