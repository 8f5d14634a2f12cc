import type { Command, CommandAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { DocumentRecord } from '../journal/records.ts';
import type { Clock } from '../platform/ports.ts';
import { saveDownload } from '../service/case-files/save-download.ts';
import { personCall, type ServiceClient } from '../service/client.ts';

/** What changes of a document's fields need. */
export interface DocumentEditDependencies {
  readonly journal: Pick<Journal, 'document' | 'commit'>;
  readonly clock: Clock;
  readonly actor: string;
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
}

type Named<Name extends Command['name']> = Extract<Command, { name: Name }>;

/** A person's changes of what the service keeps with a document; they are done at once or not at all. */
export interface DocumentEdits {
  setTitle(command: Named<'documents.set-title'>): Promise<Outcome<object>>;
  setExternalId(command: Named<'documents.set-external-id'>): Promise<Outcome<object>>;
  setExternalData(command: Named<'documents.set-external-data'>): Promise<Outcome<object>>;
  saveFile(command: Named<'documents.save-file'>): Promise<Outcome<CommandAnswer<'documents.save-file'>>>;
}

/** Makes them. */
export function createDocumentEdits(dependencies: DocumentEditDependencies): DocumentEdits {
  const { journal, clock, client, actor } = dependencies;

  async function edit(
    command: { readonly connectionId: string; readonly documentId: string },
    event: string,
    set: Partial<Pick<DocumentRecord, 'title' | 'externalId'>>,
    call: (service: ServiceClient) => Promise<Outcome<void>>,
  ): Promise<Outcome<object>> {
    const service = client(command.connectionId);
    if (!service.ok) return service;
    const answer = await call(service.value);
    if (!answer.ok) return answer;
    const { documentId } = command;
    await journal.commit(
      [
        // A settled document is not looked at again: its new words would not be seen here.
        { kind: 'document-set', documentId, set, at: clock.now() },
        { kind: 'custody', subject: 'document', subjectId: documentId, event, at: clock.now() },
      ],
      actor,
    );
    return success({});
  }

  return {
    setTitle: (command) =>
      edit(command, 'title-set', { title: command.title }, (service) =>
        service.setTitle(command.documentId, command.title, personCall),
      ),
    setExternalId: (command) =>
      edit(command, 'external-id-set', { externalId: command.externalId }, (service) =>
        service.setExternalId(command.documentId, command.externalId, personCall),
      ),
    setExternalData: (command) =>
      edit(command, 'external-data-set', {}, (service) =>
        service.setExternalData(command.documentId, command.externalData, personCall),
      ),
    async saveFile({ connectionId, fileId, folder }) {
      const service = client(connectionId);
      if (!service.ok) return service;
      const download = await service.value.downloadFile(fileId, personCall);
      if (!download.ok) return download;
      return saveDownload(download.value, fileId, folder);
    },
  };
}
