import type { ReactElement } from 'react';
import { useState } from 'react';
import type { CaseView } from '../../../../shared/case-views.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { CustodyDialog } from '../../../custody/custody-dialog.tsx';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { openScreen } from '../../../stores/navigation.ts';
import { textOf, useText } from '../../../text/index.ts';
import { saveCaseFiles } from './case-acts.ts';
import { ReportDialog } from './report-dialog.tsx';

/** What commands have to know of a case, from the list or from its details. */
export type CommandedCase = Pick<CaseView, 'id' | 'title' | 'externalId' | 'openCaseId' | 'files'>;

interface Question {
  readonly what: 'report' | 'history';
  readonly of: CommandedCase;
}

/** What can be done with a case of the service, from its row or its details, the questions that asks, and the cases whose files are being saved. */
export function useCaseCommands(
  connectionId: string,
  onChanged: () => void,
): {
  readonly commandsOf: (one: CommandedCase) => readonly RowCommand[];
  readonly saving: ReadonlySet<string>;
  readonly questions: ReactElement | null;
} {
  const say = useText('serviceCases');
  const [question, setQuestion] = useState<Question | null>(null);
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const close = (): void => setQuestion(null);
  const save = async (caseId: string, as: 'zip' | 'files'): Promise<void> => {
    setSaving((before) => new Set([...before, caseId]));
    await saveCaseFiles({ connectionId, caseId }, as);
    setSaving((before) => new Set([...before].filter((id) => id !== caseId)));
  };
  return {
    saving,
    commandsOf(of) {
      const { id, openCaseId, files } = of;
      const why = files === 0 ? textOf('shared')('why-empty') : saving.has(id) ? say('saving') : null;
      return [
        ...(openCaseId === null
          ? []
          : [
              {
                id: 'open-case',
                label: say('to-open-case'),
                onAction: () => openScreen('cases', { view: 'open-cases', openCaseId }),
              },
            ]),
        ...(['zip', 'files'] as const).map((as) => ({
          id: as,
          label: say(`save-${as}`),
          why,
          onAction: () => void save(id, as),
        })),
        { id: 'report', label: say('report'), onAction: () => setQuestion({ what: 'report', of }) },
        {
          id: 'history',
          label: textOf('shared')('show-custody'),
          onAction: () => setQuestion({ what: 'history', of }),
        },
        {
          id: 'copy-id',
          label: textOf('shared')('copy-id'),
          onAction: () => void bridge().desktop({ name: 'clipboard.copy', text: id }),
        },
      ];
    },
    questions:
      question === null ? null : question.what === 'report' ? (
        <ReportDialog place={{ connectionId, caseId: question.of.id }} onClose={close} onDone={onChanged} />
      ) : (
        <CustodyDialog
          id={question.of.id}
          name={question.of.title ?? question.of.externalId ?? question.of.id}
          onClose={close}
        />
      ),
  };
}
