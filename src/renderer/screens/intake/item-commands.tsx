import { useState, type ReactElement } from 'react';
import type { ItemView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import { CustodyDialog } from '../../custody/custody-dialog.tsx';
import { historyText } from '../../custody/history.tsx';
import type { RowCommand } from '../../lists/row-commands.ts';
import { NoteDialog } from '../../notes/note-dialog.tsx';
import { editPages } from '../scan/edit-acts.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import type { Say } from '../../text/index.ts';
import { textOf, useText } from '../../text/index.ts';
import type { ItemAct } from './acts.ts';
import { actOnItems, noteItems, possibleActs, takeInAgain, useActing, whyNoPages, type WhyNoPages } from './acts.ts';
import { CancelDialog } from './bulk-acts.tsx';
import { FieldsDialog } from './fields-dialog.tsx';
import { documentThatAsks, needsOtherFile } from './item-standing.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { replaceItem } from './taking-in/take-in.ts';
import { SendToDialog } from './send-to-dialog.tsx';
import type { Choice } from './use-choice.ts';

/** A question that a command asks; it keeps the items for which it was asked. */
interface Question {
  readonly what: 'cancel' | 'note' | 'history' | 'password' | 'send-to' | 'send-second' | 'fields';
  readonly ids: readonly string[];
  /** The item, where it is one. */
  readonly item: ItemView | undefined;
  readonly connectionId: string | undefined;
}

/** What commands that change items are about. */
interface Chosen extends Pick<Choice, 'ids' | 'possible'> {
  /** Why nothing that changes items can be done now; null: it can. */
  readonly busy: string | null;
  /** The connection that all of them go to; undefined: there are several. */
  readonly connectionId: string | undefined;
  /** Why their pages can't be edited; null: they can. */
  readonly noPages: WhyNoPages | null;
  readonly ask: (what: Question['what']) => void;
}

/** So many files can be put together. */
const maxEdited = 100;

/** What changes items, one or many. */
function acts({ ids, possible, connectionId, noPages, busy, ask }: Chosen, say: Say<'intake'>): readonly RowCommand[] {
  const act = (
    name: Exclude<ItemAct, 'items.note' | 'items.cancel' | 'items.unlock' | 'items.take-in-again'>,
  ): Pick<RowCommand, 'id' | 'overList' | 'onAction'> => ({
    id: name,
    overList: true,
    onAction: () => void actOnItems(name, ids),
  });
  const why = (name: ItemAct, words: 'why-retry' | 'why-pause' | 'why-cancel'): string | null =>
    busy ?? (possible.has(name) ? null : say(words));
  return [
    { ...act('items.retry'), label: say('retry'), command: 'retry', why: why('items.retry', 'why-retry') },
    ...(possible.has('items.unlock')
      ? [
          {
            id: 'items.unlock',
            label: say('enter-password'),
            overList: true,
            why: busy,
            onAction: () => ask('password'),
          },
        ]
      : []),
    ...(possible.has('fill-fields')
      ? [
          {
            id: 'fill-fields',
            label: textOf('fields')('fill-act'),
            overList: true,
            why: busy,
            onAction: () => ask('fields'),
          },
        ]
      : []),
    ...(possible.has('items.send-anyway')
      ? [{ ...act('items.send-anyway'), label: say('send-anyway'), why: busy }]
      : []),
    ...(possible.has('items.pause') || !possible.has('items.resume')
      ? [{ ...act('items.pause'), label: say('pause'), why: why('items.pause', 'why-pause') }]
      : []),
    ...(possible.has('items.resume') ? [{ ...act('items.resume'), label: say('resume'), why: busy }] : []),
    ...(possible.has('items.take-in-again')
      ? [
          {
            id: 'items.take-in-again',
            label: say('take-in-again'),
            overList: true,
            why: busy,
            onAction: () => void takeInAgain(ids),
          },
        ]
      : []),
    ...(possible.has('send-to') && connectionId !== undefined
      ? [{ id: 'send-to', label: say('send-to'), overList: true, why: busy, onAction: () => ask('send-to') }]
      : []),
    ...(possible.has('send-second') && !possible.has('send-to') && connectionId !== undefined
      ? [
          {
            id: 'send-second',
            label: say('send-second'),
            overList: true,
            why: busy,
            onAction: () => ask('send-second'),
          },
        ]
      : []),
    {
      id: 'items.cancel',
      label: say('cancel-items'),
      overList: true,
      command: 'cancel',
      why: why('items.cancel', 'why-cancel'),
      onAction: () => ask('cancel'),
    },
    {
      id: 'edit-pages',
      label: say('edit-pages'),
      overList: true,
      why: busy ?? (noPages !== null ? say(noPages) : ids.length > maxEdited ? say('why-edit-many') : null),
      onAction: () => void editPages(ids),
    },
    { id: 'items.note', label: textOf('notes')('note-act'), overList: true, why: busy, onAction: () => ask('note') },
  ];
}

async function copyHistory(itemId: string): Promise<void> {
  const custody = await bridge().query({ name: 'custody.page', subjectId: itemId, limit: 500 });
  if (!custody.ok) return showFault(custody.fault);
  const copied = await bridge().desktop({ name: 'clipboard.copy', text: historyText(custody.value.rows) });
  if (copied.ok) showToast(textOf('intake')('copied'));
  else showFault(copied.fault);
}

async function openOriginal(itemId: string, name: 'shell.open' | 'shell.show-in-folder'): Promise<void> {
  const outcome = await bridge().desktop({ name, content: { kind: 'item', itemId } });
  if (!outcome.ok) showFault(outcome.fault);
}

/** What shows a single item, and changes nothing. */
function looks(item: ItemView, ask: Chosen['ask'], say: Say<'intake'>): readonly RowCommand[] {
  const { id, connectionId, openCaseId, duplicateOf } = item;
  const document = documentThatAsks(item) ?? item.documents[0];
  return [
    ...(needsOtherFile(item)
      ? [{ id: 'copy', label: say('choose-copy'), onAction: () => void replaceItem(item) }]
      : []),
    { id: 'open', label: say('open-original'), onAction: () => void openOriginal(id, 'shell.open') },
    { id: 'folder', label: say('show-in-folder'), onAction: () => void openOriginal(id, 'shell.show-in-folder') },
    ...(document === undefined
      ? []
      : [
          {
            id: 'document',
            label: say('open-document'),
            onAction: () => openScreen('documents', { connectionId, documentId: document.id }),
          },
        ]),
    ...(openCaseId === undefined
      ? []
      : [
          {
            id: 'open-case',
            label: say('to-open-case'),
            onAction: () => openScreen('cases', { view: 'open-cases', openCaseId }),
          },
        ]),
    ...(duplicateOf === null
      ? []
      : [{ id: 'first', label: say('open-first'), onAction: () => openScreen('intake', { itemId: duplicateOf }) }]),
    { id: 'custody', label: textOf('shared')('show-custody'), onAction: () => ask('history') },
    { id: 'copy-custody', label: say('copy-custody'), onAction: () => void copyHistory(id) },
  ];
}

/**
 * What can be done with the chosen items, and the questions it asks, to be drawn once. One more is an entry more in `acts` (it
 * changes one or many: `overList` puts it over the list too) or in `looks` (one item); `why` says why it can't be done now.
 */
export function useItemCommands(
  { ids, possible, found }: Pick<Choice, 'ids' | 'possible' | 'found'>,
  item: ItemView | undefined,
): { readonly commands: readonly RowCommand[]; readonly questions: ReactElement | null } {
  const say = useText('intake');
  const acting = useActing((state) => state.acting !== null);
  const [question, setQuestion] = useState<Question | null>(null);
  const busy = acting ? textOf('shared')('why-other') : found === null ? null : say('why-selecting');
  const connections = useStation((state) => state.settings?.connections);
  const connectionId = item?.connectionId ?? (connections?.length === 1 ? connections[0]?.id : undefined);
  const can = item === undefined ? possible : possibleActs([item]);
  const noPages = item !== undefined ? whyNoPages(item) : can.has('edit-pages') ? null : 'why-edit-pages';
  const ask = (what: Question['what']): void => setQuestion({ what, ids, item, connectionId });
  return {
    commands:
      ids.length === 0
        ? []
        : [
            ...acts({ ids, possible: can, connectionId, noPages, busy, ask }, say),
            ...(item === undefined ? [] : looks(item, ask, say)),
          ],
    questions: question && <AskedItems question={question} busy={acting} onClose={() => setQuestion(null)} />,
  };
}

function AskedItems({
  question: { what, ids, item, connectionId },
  busy,
  onClose,
}: {
  readonly question: Question;
  readonly busy: boolean;
  readonly onClose: () => void;
}): ReactElement | null {
  const say = useText('notes');
  if (what === 'cancel') return <CancelDialog ids={ids} onClose={onClose} />;
  if (what === 'send-to' || what === 'send-second')
    return (
      <SendToDialog
        ids={ids}
        connectionId={connectionId}
        from={item?.projectId}
        second={what === 'send-second'}
        onClose={onClose}
      />
    );
  if (what === 'fields') return <FieldsDialog ids={ids} onClose={onClose} />;
  if (what === 'password') return <PasswordDialog ids={ids} name={item?.name} onClose={onClose} />;
  if (what === 'history')
    return item === undefined ? null : <CustodyDialog id={item.id} name={item.name} onClose={onClose} />;
  return (
    <NoteDialog
      title={item === undefined ? say('note-of-many', { count: ids.length }) : say('note-of', { name: item.name })}
      before={item === undefined ? null : { note: item.note ?? '', assignee: item.assignee ?? '' }}
      busy={busy}
      onSave={(remarks) => noteItems(ids, remarks)}
      onClose={onClose}
    />
  );
}
