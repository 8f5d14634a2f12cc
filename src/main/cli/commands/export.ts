import { resolve } from 'node:path';
import type { Command } from 'commander';
import { commandAnswers } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/faults.ts';
import { describeFault } from '../../engine/faults/describe.ts';
import { fault as faultOf, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import { readAnswer } from '../control/read-answer.ts';
import { spokenFault } from '../output/terminal.ts';
import { safeText } from '../output/text.ts';
import { connectionOf, type CommonOptions } from '../station.ts';
import { statusOfAll, withDoor } from './with-station.ts';

interface ExportOptions extends CommonOptions {
  readonly to: string;
  readonly exportName?: string;
}

/** Documents in one request; each is written before the next is asked for. */
const documentsAtOnce = 100;

function whyNot(documentId: string, fault: Fault | null): Fault {
  if (fault?.code === 'not-found') return faultOf('not-found', { subject: 'document', id: documentId });
  return fault ?? faultOf('service-unreachable');
}

/** Registers `mailroom export DOCUMENT…`: writes the XML of documents to a folder, whatever their state. */
export function registerExport(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('export <document...>'))
    .description('write the XML of documents to a folder, whatever their state; never over an existing file')
    .requiredOption('--to <dir>', 'folder; made when missing')
    .option('--export-name <template>', 'path below the folder, such as {date}/{title}')
    .addHelpText(
      'after',
      helpNote('Example:\n  mailroom export 6b0a46489caf98f9b42c5b23 --project accounts-payable --to ./xml'),
    )
    .action((documentIds: string[], options: ExportOptions) =>
      withDoor(context, options, async (door, station, terminal) => {
        const connection = connectionOf(station);
        if (!connection.ok) return connection;
        const { project, exportName } = options;
        if (project === undefined || project.trim() === '') {
          return misuse('project-missing');
        }
        const faults = [];
        const ids = [...new Set(documentIds)];
        for (let start = 0; start < ids.length; start += documentsAtOnce) {
          const answer = await readAnswer(
            commandAnswers['exports.write'],
            door.dispatch({
              name: 'exports.write',
              documentIds: ids.slice(start, start + documentsAtOnce),
              projectId: project,
              connectionId: connection.value.id,
              folder: resolve(options.to),
              ...(exportName === undefined ? {} : { template: exportName }),
            }),
          );
          if (!answer.ok) return answer;
          for (const { documentId, path, fault } of answer.value.exports) {
            // Not written and no reason yet: it goes on by itself, and so it is not done.
            const reason = path === null ? whyNot(documentId, fault) : null;
            terminal.object({
              event: 'export',
              documentId,
              path,
              fault: reason === null ? null : spokenFault(reason, terminal.language),
            });
            if (path !== null) terminal.line(safeText(path));
            if (reason === null) continue;
            faults.push(reason);
            const { reason: why, nextStep, who } = describeFault(reason, terminal.language);
            const of = reason.code === 'not-found' ? '' : `${safeText(documentId)}: `;
            terminal.note(`${of}${why} ${nextStep} (${who})`);
          }
        }
        return success(statusOfAll(faults));
      }),
    );
}
