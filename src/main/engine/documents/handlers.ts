import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { numberedName, safePath } from '../exports/safe-name.ts';
import { failure, success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { DocumentEdits } from './document-edits.ts';
import type { DocumentQueries } from './document-queries.ts';
import { exportView } from './export-views.ts';
import type { HandOver } from './hand-over.ts';

/** Acts on documents of the service, and on their XML. */
export function documentCommands(
  edits: DocumentEdits,
  handOver: HandOver,
): CommandHandlers<CommandsOf<'documents' | 'exports'> | 'cases.transfer'> {
  return {
    'documents.set-title': edits.setTitle,
    'documents.set-external-id': edits.setExternalId,
    'documents.set-external-data': edits.setExternalData,
    'documents.save-file': edits.saveFile,
    'documents.transfer': ({ documentId, connectionId, successful, message }) =>
      handOver.report('transfer', documentId, connectionId, { successful, message }),
    'documents.reject': ({ documentId, connectionId, message }) =>
      handOver.report('reject', documentId, connectionId, { message }),
    'cases.transfer': ({ caseId, connectionId, successful, message }) =>
      handOver.reportCase(caseId, connectionId, { successful, message }),
    'exports.write-again': ({ exportId }) => handOver.writeAgain(exportId),
    'exports.write': (command) => handOver.write({ ...command, template: command.template }),
  };
}

/** Questions about documents and projects of the service, and about their XML here. */
export function documentQueries(
  journal: Pick<Journal, 'exportPage' | 'export' | 'document'>,
  documents: DocumentQueries,
): QueryHandlers<QueriesOf<'documents' | 'projects' | 'exports'>> {
  return {
    'documents.list': documents.list,
    'documents.suppliers': ({ connectionId }) => documents.suppliers(connectionId),
    'documents.get': ({ connectionId, documentId }) => documents.get(connectionId, documentId),
    'documents.detail': ({ connectionId, documentId }) => documents.detail(connectionId, documentId),
    'projects.list': ({ connectionId }) => documents.projects(connectionId),
    'projects.known': ({ connectionId }) => documents.knownProjects(connectionId),
    'projects.check': ({ connectionId, projectId }) => documents.checkProject(connectionId, projectId),
    async 'exports.page'(query) {
      const { rows, total, counts, revision } = await journal.exportPage(query);
      return success({ rows: rows.map((row) => exportView(row.export, row.title)), total, counts, revision });
    },
    async 'exports.get'({ exportId }) {
      const record = await journal.export(exportId);
      if (record === null) return failure('not-found', { subject: 'export', id: exportId });
      const document = await journal.document(record.documentId);
      return success(exportView(record, document?.title ?? null));
    },
    'exports.preview-path'({ template, words }) {
      const { folders, base } = safePath(template, words);
      return Promise.resolve(success({ path: [...folders, numberedName(base, 1)].join('/') }));
    },
  };
}
