import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { DemoOptions } from '../demo/run-demo.ts';

/** Registers `mailroom demo`: the main job over sample documents, on a practice service of its own. */
export function registerDemo(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('show the main job: sample documents, the practice service, XML on disk')
    .option('--json', 'one JSON object a line on stdout, everything else on stderr')
    .option('--output <dir>', 'folder for the samples and their XML; its contents are replaced', 'demo-output')
    .action(async (options: DemoOptions) => {
      // Loaded when it is asked for: the sample documents bring libraries that no other command needs.
      const { runDemo } = await import('../demo/run-demo.ts');
      await runDemo(context, options);
    });
}
