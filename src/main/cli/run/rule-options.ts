import type { Command } from 'commander';
import { withCaseFlags } from './case-flags.ts';

/** Gathers the values of a flag that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Gives a command the flags that say what becomes of files (see {@link ./rule-flags.ts}). */
export function withRuleFlags(command: Command): Command {
  const rules = command
    .option(
      '--mode <mode>',
      'what the files become: document (each by itself), batch (together, the service forms cases) or case (see --case-by)',
      'document',
    )
    .option('--export <dir>', 'write the XML of settled documents to this folder')
    .option(
      '--export-name <template>',
      'path of the XML below it, from {date} {title} {externalId} {documentId} {project} {state} {name}',
    )
    .option('--export-states <states>', 'states whose documents are written', 'done,doneAutomatically,extracted')
    .option('--report-transfer', 'report the transfer to the service once the XML is written')
    .option('--external-data <k=v...>', 'external data of every document', collect)
    .option('--send-duplicates', 'send content that was taken in before once more')
    .option('--batch-quiet <duration>', 'batch mode: close a batch when no file came for so long', '5s')
    .option('--batch-size <files>', 'batch mode: close a batch at so many files', '50')
    .option('--settle-limit <duration>', 'hold what the service has not settled by then (it stays followed)', '24h');
  return withCaseFlags(rules);
}
