import type { ReactElement } from 'react';
import { useState } from 'react';
import type { OpenCaseMember, OpenCaseView } from '../../../../shared/case-views.ts';
import { CustodyDialog } from '../../../custody/custody-dialog.tsx';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { openScreen } from '../../../stores/navigation.ts';
import { textOf, useText } from '../../../text/index.ts';
import { moveFiles, release, setMain, takeBack } from '../acts.ts';
import { chooseFile, takenWith } from '../choice.ts';
import { askRole } from '../role-menu.tsx';
import type { OpenCaseAsk } from './open-case-asks.tsx';
import { OpenCaseAsks } from './open-case-asks.tsx';
import { isOpen } from './terms.ts';

interface Question {
  readonly what: OpenCaseAsk | 'history';
  readonly openCase: OpenCaseView;
}

/** What can be done with an open case, from its card or its details, and the questions that asks. */
export function useOpenCaseCommands(): {
  readonly commandsOf: (openCase: OpenCaseView) => readonly RowCommand[];
  readonly questions: ReactElement | null;
} {
  const say = useText('cases');
  const [question, setQuestion] = useState<Question | null>(null);
  const close = (): void => setQuestion(null);
  return {
    commandsOf(openCase) {
      const { id, complete, members, missing, state, caseId, connectionId } = openCase;
      const ask = (what: Question['what']) => () => setQuestion({ what, openCase });
      const shut = isOpen(openCase) ? null : say('why-not-open');
      return [
        ...(state === 'released'
          ? [{ id: 'take-back', label: say('take-back'), onAction: () => void takeBack(id) }]
          : [
              {
                id: 'release',
                label: say(complete ? 'release' : missing.length > 0 ? 'release-without' : 'release-as-is'),
                why: shut ?? (members.length === 0 ? say('why-no-files') : null),
                onAction: complete ? () => void release(id) : ask('release'),
              },
            ]),
        { id: 'merge', label: say('merge'), why: shut, onAction: ask('merge') },
        { id: 'dissolve', label: say('dissolve'), why: shut, onAction: ask('dissolve') },
        ...(state === 'submitted' && caseId !== null
          ? [
              {
                id: 'case',
                label: say('to-case'),
                onAction: () => openScreen('cases', { view: 'service', caseId, connectionId }),
              },
            ]
          : []),
        { id: 'history', label: textOf('shared')('show-custody'), onAction: ask('history') },
      ];
    },
    questions:
      question === null ? null : question.what === 'history' ? (
        <CustodyDialog id={question.openCase.id} name={question.openCase.name} onClose={close} />
      ) : (
        <OpenCaseAsks openCase={question.openCase} ask={question.what} onClose={close} />
      ),
  };
}

/** What can be done with a file of an open case, or with those that are chosen with it. `at`: where its roles are offered. */
export function memberCommands(
  openCase: OpenCaseView,
  { itemId, role, mainFile }: OpenCaseMember,
  at: Element,
  onMove: () => void,
): readonly RowCommand[] {
  const say = textOf('cases');
  const shut = isOpen(openCase) ? null : say('why-not-open');
  const taken = takenWith(itemId, openCase.id);
  return [
    {
      id: 'role',
      label: say('set-role'),
      why: shut,
      onAction: () =>
        askRole({
          anchor: at,
          itemIds: [...taken.keys()],
          projectId: openCase.projectId,
          first: [...openCase.required, ...openCase.roles],
          role: taken.size === 1 ? role : null,
        }),
    },
    {
      id: 'main',
      label: say('main-do'),
      why: shut ?? (mainFile ? say('why-main') : null),
      onAction: () => void setMain(openCase.id, itemId),
    },
    {
      id: 'move',
      label: say('move-to'),
      why: shut,
      onAction() {
        if (taken.size === 1) chooseFile(itemId, openCase.id, false);
        onMove();
      },
    },
    { id: 'loose', label: say('take-out'), why: shut, onAction: () => void moveFiles(taken, null) },
    { id: 'item', label: say('to-item'), onAction: () => openScreen('intake', { itemId }) },
  ];
}
