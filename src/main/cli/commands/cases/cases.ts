import type { Command } from 'commander';
import type { z } from 'zod';
import type { Outcome } from '../../../../shared/faults.ts';
import { success } from '../../../engine/faults/fault.ts';
import { saveCaseFiles } from '../../../engine/service/case-files/save-case-files.ts';
import { firstRows } from '../../../engine/service/page-walk.ts';
import { personCall, type ServiceDocument } from '../../../engine/service/client.ts';
import { caseList, caseSchema } from '../../../engine/service/operations/cases.ts';
import type { CaseFileChoice, NamedServiceClient } from '../../../engine/service/service-client.ts';
import { sayLabelled } from '../../api/labelled-lines.ts';
import { notThere } from '../../api/not-there.ts';
import { boundsOf, pagingOf, sayPage, withPagingFlags, type PagingOptions } from '../../api/paging.ts';
import { withService } from '../../api/with-service.ts';
import { withCommonFlags, type CommandContext } from '../../command-context.ts';
import { exitStatus } from '../../exit-status.ts';
import { sayTable } from '../../output/say-table.ts';
import { serviceWordsIn } from '../../output/service-words.ts';
import type { Terminal } from '../../output/terminal.ts';
import { bytesInWords, safeText } from '../../output/text.ts';
import { choice } from '../../run/flag-values.ts';
import type { CommonOptions } from '../../station.ts';
import { registerCaseTransfer } from '../hand-over.ts';
import { registerOpenCases } from './open-cases.ts';
import type { Ending } from '../with-station.ts';

interface ListOptions extends CommonOptions, PagingOptions {
  readonly batch?: string;
  readonly externalId?: string;
}

interface FilesOptions extends CommonOptions {
  readonly to: string;
  readonly accept?: 'zip' | 'multipart';
  readonly mainFile?: boolean;
  readonly type?: readonly string[];
}

type CaseAnswer = z.infer<typeof caseSchema>;

/** Registers `mailroom cases [list|show|files|transfer]`: cases as the service tells them. */
export function registerCases(program: Command, context: CommandContext): void {
  const cases = program
    .command('cases')
    .description('show cases of the service and those assembled here, and save their files');
  withPagingFlags(withCommonFlags(cases.command('list', { isDefault: true })), 'cases')
    .description('a page of the cases of the service, of one project with --project')
    .option('--batch <id>', 'only cases of this batch')
    .option('--external-id <id>', 'only cases with this external id')
    .action((options: ListOptions) => list(context, options));
  withCommonFlags(cases.command('show <case>'))
    .description('one case: its state, its files with their roles, its documents')
    .action((id: string, options: CommonOptions) => show(context, id, options));
  withCommonFlags(cases.command('files <case>'))
    .description('save the files of a case into a folder; nothing in it is overwritten')
    .requiredOption('--to <dir>', 'folder for the files; made where it is not there')
    .addOption(
      choice('--accept <form>', 'how they come: zip or multipart (default: as the service likes)', [
        'zip',
        'multipart',
      ]),
    )
    .option('--main-file', 'only the main file')
    .option('--type <role...>', 'only files of these roles, such as invoice')
    .action((id: string, options: FilesOptions) => files(context, id, options));
  registerCaseTransfer(cases, context);
  registerOpenCases(cases, context);
}

function list(context: CommandContext, options: ListOptions): Promise<void> {
  return withService(context, options, async (service, terminal) => {
    const paging = pagingOf(options);
    const filters = {
      ...(options.project === undefined ? {} : { projectId: options.project }),
      ...(options.batch === undefined ? {} : { fileBatchId: options.batch }),
      ...(options.externalId === undefined ? {} : { externalId: options.externalId }),
    };
    const answer = await service.callOperation('cases.list', { query: { ...filters, ...paging } }, personCall);
    if (!answer.ok) return answer;
    const read = caseList.parse(answer.value);
    const told = Array.isArray(read) ? read : read.data;
    // A service may leave a filter out of account (observed; the interface doesn't say): what is of something else is not shown.
    const cases = told.filter((one) =>
      Object.entries(filters).every(([name, wanted]) => (one[name] ?? wanted) === wanted),
    );
    for (const one of cases) terminal.object({ event: 'case', ...one, id: idOf(one) });
    sayCases(terminal, cases);
    sayPage(terminal, 'cases', cases.length, boundsOf(read, paging));
    return success(exitStatus.ok);
  });
}

function idOf(one: CaseAnswer): string {
  return one.id ?? one.caseId ?? '';
}

function sayCases(terminal: Terminal, cases: readonly CaseAnswer[]): void {
  sayTable(
    terminal,
    [
      { title: 'ID', kind: 'name', min: 12 },
      { title: 'Status', kind: 'text', min: 9 },
      { title: 'Files', kind: 'text', min: 5 },
      { title: 'External ID', kind: 'name', min: 8 },
      { title: 'Project', kind: 'name', min: 8 },
      { title: 'Batch', kind: 'name', min: 8 },
    ],
    cases.map((one) => ({
      cells: [
        idOf(one),
        one.state ?? '',
        one.files === null || one.files === undefined ? '' : String(one.files.length),
        one.externalId ?? '',
        one.projectId ?? '',
        one.fileBatchId ?? '',
      ],
    })),
  );
}

function show(context: CommandContext, id: string, options: CommonOptions): Promise<void> {
  return withService(context, options, async (service, terminal) => {
    const answer = await service.callOperation('cases.get', { path: { id } }, personCall);
    if (!answer.ok) return notThere(answer, 'case', id);
    const found = caseSchema.parse(answer.value);
    const documents = await documentsOf(service, id);
    if (!documents.ok) return documents;
    const shown = documents.value.map(({ id: documentId, title, state }) => ({ id: documentId, title, state }));
    terminal.object({ event: 'case', ...found, id: found.id ?? id, documents: shown });
    sayLabelled(terminal, [
      ['ID', found.id ?? id],
      ['Title', found.title],
      ['Status', found.state],
      ['Project', found.projectId],
      ['External ID', found.externalId],
      ['Batch', found.fileBatchId],
      ['Created', found.createdAt],
      ['Updated', found.updatedAt],
    ]);
    const words = serviceWordsIn(terminal.language);
    const parts = found.files ?? [];
    if (parts.length > 0) terminal.line();
    sayTable(
      terminal,
      [
        { title: 'File', kind: 'name', min: 12 },
        { title: 'Role', kind: 'text', min: 8 },
        { title: 'Main', kind: 'text', min: 4 },
      ],
      parts.map(({ id: fileId, type, mainFile }) => ({ cells: [fileId, type ?? '', mainFile ? words.yes : ''] })),
    );
    terminal.line();
    if (shown.length === 0) terminal.line(words.noDocuments);
    sayTable(
      terminal,
      [
        { title: 'Document', kind: 'name', min: 12 },
        { title: 'Title', kind: 'name', min: 12 },
        { title: 'Status', kind: 'text', min: 10 },
      ],
      shown.map((one) => ({ cells: [one.id, one.title ?? '', one.state] })),
    );
    return success(exitStatus.ok);
  });
}

/** Most documents that are asked for one case: none has thousands of them, and a service that never ends must not hold us. */
const maxDocuments = 1_000;

async function documentsOf(service: NamedServiceClient, caseId: string): Promise<Outcome<readonly ServiceDocument[]>> {
  const listed = await firstRows(async (offset) => {
    const answer = await service.listDocuments({ caseId, limit: 50, offset, sort: 'createdAt' }, personCall);
    return answer.ok ? success({ rows: answer.value.documents, limit: answer.value.limit }) : answer;
  }, maxDocuments);
  if (!listed.ok) return listed;
  return success(listed.value.filter((one) => one.caseId === null || one.caseId === caseId));
}

function wanted({ accept, mainFile, type }: FilesOptions): CaseFileChoice {
  return {
    ...(accept === undefined ? {} : { form: accept }),
    ...(mainFile === true ? { mainFile } : {}),
    ...(type === undefined ? {} : { types: type }),
  };
}

function files(context: CommandContext, id: string, options: FilesOptions): Promise<void> {
  return withService(context, options, async (service, terminal): Promise<Ending> => {
    const answer = await service.downloadCaseFiles(id, wanted(options), personCall);
    if (!answer.ok) return notThere(answer, 'case', id);
    const saved = await saveCaseFiles(answer.value, options.to);
    if (!saved.ok) return saved;
    for (const { name, mediaType, path, size } of saved.value) {
      terminal.object({ event: 'case-file', name, mediaType, path, size });
      terminal.line(`${safeText(path)} (${bytesInWords(size)})`);
    }
    terminal.note(serviceWordsIn(terminal.language).saved(saved.value.length));
    return success(exitStatus.ok);
  });
}
