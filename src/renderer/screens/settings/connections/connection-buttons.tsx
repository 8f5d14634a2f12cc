import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Settings } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { CommandButton } from '../../../lists/command-button.tsx';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { loadStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import type { ConnectionDraft } from './connection-drafts.ts';
import { connectionOf, dropDraft } from './connection-drafts.ts';
import { RemoveConnection } from './remove-connection.tsx';
import type { ConnectionActs } from './use-connection-acts.ts';

/** What can be done with the chosen connection beside saving it, and the question before it is removed. */
export function useConnectionCommands(
  draft: ConnectionDraft | undefined,
  { practice, locked, settings, acts }: Omit<ButtonsProps, 'draft' | 'commands'>,
): { readonly commands: readonly RowCommand[]; readonly question: ReactElement | null } {
  const say = useText('connections');
  const shared = useText('shared');
  const [removes, setRemoves] = useState<ConnectionDraft | null>(null);
  const close = (): void => setRemoves(null);
  const busy = acts.busy ? say('testing') : null;
  const fixed = practice ? say('practice-note') : locked ? shared('why-locked') : null;
  return {
    commands:
      draft === undefined
        ? []
        : [
            {
              id: 'test',
              label: say('test'),
              why: busy ?? (acts.problems === null ? null : say('why-incomplete')),
              onAction: () => void acts.test(),
            },
            ...(acts.changed ? [{ id: 'discard', label: say('discard'), why: busy, onAction: acts.discard }] : []),
            {
              id: 'remove',
              label: say('remove'),
              why: busy ?? fixed ?? (draft.isNew ? say('why-new') : null),
              onAction: () => setRemoves(draft),
            },
          ],
    question: removes && (
      <RemoveConnection
        connection={connectionOf(removes)}
        settings={settings}
        onClose={close}
        onRemoved={() => {
          close();
          dropDraft(removes.id);
          void loadStation();
        }}
      />
    ),
  };
}

interface ButtonsProps {
  readonly draft: ConnectionDraft;
  readonly practice: boolean;
  readonly locked: boolean;
  readonly settings: Settings;
  readonly acts: ConnectionActs;
  readonly commands: readonly RowCommand[];
}

/** Save, discard and remove of the chosen connection. */
export function ConnectionButtons({
  draft,
  practice,
  locked,
  acts,
  commands,
}: Omit<ButtonsProps, 'settings'>): ReactElement {
  const say = useText('connections');
  const shared = useText('shared');
  if (practice) return <p>{say('practice-note')}</p>;
  return (
    <>
      <Button
        kind={acts.changed ? 'primary' : 'plain'}
        disabled={acts.busy}
        why={locked ? shared('why-locked') : acts.changed ? null : shared('why-unchanged')}
        onPress={() => void acts.save()}
      >
        {say(acts.busy ? 'testing' : 'save')}
      </Button>
      <CommandButton commands={commands} id="discard" />
      {!draft.isNew && <CommandButton commands={commands} id="remove" />}
    </>
  );
}
