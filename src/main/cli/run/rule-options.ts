import type { Command } from 'commander';
import { intakeModes } from '../../../shared/item.ts';
import { withCaseFlags } from './case-flags.ts';
import { binaryPlaces, owners, refusals, reports, versionWords } from './export-flags.ts';
import { choice, duration, number } from './flag-values.ts';

/** Gathers the values of a flag that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Gives a command the flags that say what becomes of files (see {@link ./rule-flags.ts}). */
export function withRuleFlags(command: Command): Command {
  const rules = command
    .addOption(
      choice(
        '--mode <mode>',
        'what the files become: document (each by itself), batch (together, the service forms cases) or case, see --case-by (default: as set, else document)',
        intakeModes,
      ),
    )
    .option('--export <dir>', 'write the XML of settled documents to this folder (default: as set, else none)')
    .option('--no-export', 'write no XML, whatever is set')
    .option(
      '--export-name <template>',
      'path of the XML below it, from {date} {title} {externalId} {documentId} {project} {state} {name}',
    )
    .option(
      '--export-states <states>',
      'states whose documents are written, separated by commas (default: done, doneAutomatically, extracted)',
    )
    .addOption(
      choice(
        '--binaries <place>',
        'files that the XML carries: inline, or beside it as files of their own (default: inline)',
        binaryPlaces,
      ),
    )
    .addOption(
      choice(
        '--versions <what>',
        'where a document reaches another of these states: one XML, the newer replaces the older, or each (default: one; each with {state} in the name)',
        versionWords,
      ),
    )
    .addOption(
      choice(
        '--report <when>',
        'report the transfer to the service: after-write, after-ack (the target system answers by NAME.xml.ok, .err or .reject beside the XML) or never (default: never)',
        reports,
      ),
    )
    .option('--report-transfer', 'the same as --report after-write')
    .option('--report-failed-writes', 'report a failed transfer where the XML cannot be written for good')
    .addOption(duration('--ack-limit <duration>', 'with after-ack: how long the target system may take (default: 24h)'))
    .addOption(choice('--ack-owner <who>', 'with after-ack: who is told then, clerk or it (default: clerk)', owners))
    .addOption(
      choice(
        '--on-refusal <what>',
        'with after-ack: what .err becomes at the service: transfer-failed, reject or nothing (default: transfer-failed)',
        refusals,
      ),
    )
    .option('--external-data <k=v...>', 'external data of every document, at most 20 pairs of key=value', collect)
    .option('--send-duplicates', 'send content that was taken in before once more')
    .addOption(
      duration('--batch-quiet <duration>', 'with --mode batch: close a batch when no file came for so long').default(
        5_000,
        '5s',
      ),
    )
    .addOption(
      number('--batch-size <files>', 'with --mode batch: close a batch at so many files', { min: 1 }).default(50, '50'),
    )
    .addOption(
      duration(
        '--settle-limit <duration>',
        'hold what the service has not settled by then (it stays followed)',
      ).default(86_400_000, '24h'),
    );
  return withCaseFlags(rules);
}
