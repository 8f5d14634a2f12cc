import type { Command } from 'commander';
import { queryAnswers } from '../../../shared/contract.ts';
import type { DocumentView } from '../../../shared/views.ts';
import { success } from '../../engine/faults/fault.ts';
import { sayLabelled } from '../api/labelled-lines.ts';
import { notThere } from '../api/not-there.ts';
import { pagingOf, sayPage, withPagingFlags, type PagingOptions } from '../api/paging.ts';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus } from '../exit-status.ts';
import { sayTable } from '../output/say-table.ts';
import { serviceWordsIn } from '../output/service-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { choice } from '../run/flag-values.ts';
import { connectionOf, type CommonOptions } from '../station.ts';
import { withDoor } from './with-station.ts';

interface ListOptions extends CommonOptions, PagingOptions {
  readonly state?: readonly string[];
  readonly sort: (typeof sorts)[number];
}

const sorts = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt'] as const;

/** Registers `mailroom documents [list|get]`: documents as the service tells them. */
export function registerDocuments(program: Command, context: CommandContext): void {
  const documents = program.command('documents').description('show documents of the service');
  withPagingFlags(withCommonFlags(documents.command('list', { isDefault: true })), 'documents')
    .description('a page of the documents of the service, of one project with --project')
    .option('--state <state...>', 'only documents in these states')
    .addOption(choice('--sort <order>', `one of ${sorts.join(', ')}`, sorts).default('-updatedAt'))
    .action((options: ListOptions) => list(context, options));
  withCommonFlags(documents.command('get <id>'))
    .description('one document')
    .action((id: string, options: CommonOptions) => get(context, id, options));
}

function list(context: CommandContext, options: ListOptions): Promise<void> {
  return withDoor(context, options, async (door, station, terminal) => {
    const connection = connectionOf(station);
    if (!connection.ok) return connection;
    const paging = pagingOf(options);
    const page = await readAnswer(
      queryAnswers['documents.list'],
      door.query({
        name: 'documents.list',
        connectionId: connection.value.id,
        ...paging,
        sort: options.sort,
        ...(options.project === undefined ? {} : { projectId: options.project }),
        ...(options.state === undefined ? {} : { states: [...options.state] }),
      }),
    );
    if (!page.ok) return page;
    const { documents } = page.value;
    for (const document of documents) terminal.object({ event: 'document', ...document });
    sayDocuments(terminal, documents);
    sayPage(terminal, 'documents', documents.length, page.value);
    return success(exitStatus.ok);
  });
}

function sayDocuments(terminal: Terminal, documents: readonly DocumentView[]): void {
  sayTable(
    terminal,
    [
      { title: 'ID', kind: 'name', min: 12 },
      { title: 'Title', kind: 'name', min: 12 },
      { title: 'Status', kind: 'text', min: 10 },
      { title: 'Project', kind: 'name', min: 8 },
    ],
    documents.map(({ id, title, state, projectId }) => ({ cells: [id, title ?? '', state, projectId ?? ''] })),
  );
}

function get(context: CommandContext, id: string, options: CommonOptions): Promise<void> {
  return withDoor(context, options, async (door, station, terminal) => {
    const connection = connectionOf(station);
    if (!connection.ok) return connection;
    const found = await readAnswer(
      queryAnswers['documents.get'],
      door.query({ name: 'documents.get', connectionId: connection.value.id, documentId: id }),
    );
    if (!found.ok) return notThere(found, 'document', id);
    terminal.object({ event: 'document', ...found.value });
    const { title, state, projectId, externalId, caseId, createdAt, updatedAt, url, itemIds, files } = found.value;
    sayLabelled(terminal, [
      ['ID', found.value.id],
      ['Title', title],
      ['Status', state],
      ['Project', projectId],
      ['External ID', externalId],
      ['Case', caseId],
      ['Created', createdAt],
      ['Updated', updatedAt],
      ['Address', url],
      [
        'Files',
        files.map((file) => (file.mainFile ? serviceWordsIn(terminal.language).main(file.id) : file.id)).join(', '),
      ],
      ['Items here', itemIds.join(', ')],
    ]);
    return success(exitStatus.ok);
  });
}
