import { ExternalLink } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { DocumentDetail, DocumentView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { RowCommand } from '../../lists/row-commands.ts';
import { openScreen } from '../../stores/navigation.ts';
import { showFault } from '../../stores/toasts.ts';
import { useText } from '../../text/index.ts';
import { emailDocument, exportXml, openInBrowser } from './acts.ts';
import { EditDialog } from './edit-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';

/** What a command asks about a document, which it knows whole by then. */
interface Question {
  readonly what: 'edit' | 'reject' | 'report';
  readonly document: DocumentDetail;
}

/**
 * What can be done with a document, whether it is open or only a row of the list, and the questions that asks. What needs more than
 * the list tells asks the service first. `known`: the document that is open.
 */
export function useDocumentCommands(
  connectionId: string,
  known: DocumentDetail | undefined,
  onChanged: () => void,
): { readonly commandsOf: (document: DocumentView) => readonly RowCommand[]; readonly questions: ReactElement | null } {
  const say = useText('documents');
  const shared = useText('shared');
  const [question, setQuestion] = useState<Question | null>(null);
  const close = (): void => setQuestion(null);
  const withDetail = async (id: string, act: (document: DocumentDetail) => void): Promise<void> => {
    if (known?.id === id) return act(known);
    const detail = await bridge().query({ name: 'documents.detail', connectionId, documentId: id });
    if (detail.ok) act(detail.value);
    else showFault(detail.fault);
  };
  return {
    commandsOf(document) {
      const { id, projectId, caseId, state } = document;
      const ask = (what: Question['what']) => () =>
        void withDetail(id, (detail) => setQuestion({ what, document: detail }));
      const url = known?.id === id ? known.url : undefined;
      return [
        {
          id: 'browser',
          label: say(state === 'reviewRequired' ? 'review' : 'browser'),
          icon: <ExternalLink aria-hidden />,
          why: url === null ? say('why-no-page') : null,
          onAction: () =>
            void withDetail(id, (detail) => {
              if (detail.url !== null) void openInBrowser(detail.url);
            }),
        },
        { id: 'reject', label: say('reject'), onAction: ask('reject') },
        { id: 'report', label: say('report'), onAction: ask('report') },
        {
          id: 'export',
          label: say('export'),
          why: projectId === null ? say('why-no-project') : null,
          onAction: () =>
            void withDetail(id, (detail) => {
              if (projectId !== null) void exportXml({ connectionId, document: detail }, projectId);
            }),
        },
        {
          id: 'email',
          label: say('email'),
          onAction: () => void withDetail(id, (detail) => void emailDocument(detail)),
        },
        { id: 'edit', label: say('edit'), onAction: ask('edit') },
        ...(caseId === null
          ? []
          : [
              {
                id: 'case',
                label: say('open-case'),
                onAction: () => openScreen('cases', { view: 'service', caseId, connectionId }),
              },
            ]),
        {
          id: 'copy-id',
          label: shared('copy-id'),
          onAction: () => void bridge().desktop({ name: 'clipboard.copy', text: id }),
        },
      ];
    },
    questions:
      question === null ? null : question.what === 'edit' ? (
        <EditDialog place={{ connectionId, document: question.document }} onClose={close} onDone={onChanged} />
      ) : (
        <HandOverDialog
          place={{ connectionId, document: question.document }}
          kind={question.what}
          onClose={close}
          onDone={onChanged}
        />
      ),
  };
}
