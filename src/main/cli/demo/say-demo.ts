import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { say } from '../output/paragraph.ts';
import type { Terminal } from '../output/terminal.ts';

/** What the demo says by itself, before and after the run that it shows. */
interface DemoWords {
  practice(address: string): string;
  hotFolder(samples: number): string;
  notOurs(folder: string): string;
  notAsItMust(problem: string): string;
  readonly allWell: string;
}

const words: Readonly<Record<FaultLanguage, DemoWords>> = {
  en: {
    practice: (address) => `Practice service: ${address} (nothing leaves this computer)`,
    hotFolder: (samples) => `Hot folder with ${samples} sample documents, more arrive meanwhile:`,
    notOurs: (folder) => `${folder} is there already and was not made by the demo. Name another folder with --output.`,
    notAsItMust: (problem) => `Not as it must be: ${problem}`,
    allWell:
      'All went as it must: every document has its XML, the program posing as a PDF waits for you, the duplicate was not sent again, and half-written files were left alone. The XML lies here:',
  },
  de: {
    practice: (address) => `Übungsdienst: ${address} (nichts verlässt diesen Rechner)`,
    hotFolder: (samples) => `Eingangsordner mit ${samples} Beispieldokumenten, weitere kommen unterdessen:`,
    notOurs: (folder) =>
      `${folder} ist schon da und stammt nicht von der Vorführung. Mit --output einen anderen Ordner nennen.`,
    notAsItMust: (problem) => `Nicht wie erwartet: ${problem}`,
    allWell:
      'Alles lief, wie es soll: Jedes Dokument hat sein XML, das als PDF getarnte Programm wartet auf Sie, das Duplikat wurde nicht erneut gesendet, und halb geschriebene Dateien blieben unberührt. Das XML liegt hier:',
  },
};

/** Says what the demo works with. Folders stand on lines of their own, whole, so that they can be copied. */
export function sayBeginning(terminal: Terminal, address: string, folder: string, samples: number): void {
  const told = words[terminal.language];
  say(terminal, told.practice(address));
  say(terminal, told.hotFolder(samples));
  terminal.line(`  ${folder}`);
  terminal.line();
}

/** Says that the folder is somebody else's, who may miss what is in it. */
export function sayNotOurs(terminal: Terminal, folder: string): void {
  terminal.note(words[terminal.language].notOurs(folder));
}

/** Says how the demo went: what is not as it must be, or that all is, and where the XML lies. */
export function sayEnd(terminal: Terminal, problems: readonly string[], xmlFolder: string): void {
  const told = words[terminal.language];
  terminal.line();
  for (const problem of problems) terminal.note(told.notAsItMust(problem));
  if (problems.length > 0) return;
  say(terminal, told.allWell);
  terminal.line(`  ${xmlFolder}`);
}
