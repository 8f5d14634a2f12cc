import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Settings } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { loadStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import type { ConnectionDraft } from './connection-drafts.ts';
import { connectionOf, dropDraft } from './connection-drafts.ts';
import { RemoveConnection } from './remove-connection.tsx';
import type { ConnectionActs } from './use-connection-acts.ts';

/** Save, discard and remove of the chosen connection. */
export function ConnectionButtons({
  draft,
  practice,
  locked,
  settings,
  acts,
}: {
  readonly draft: ConnectionDraft;
  readonly practice: boolean;
  readonly locked: boolean;
  readonly settings: Settings;
  readonly acts: ConnectionActs;
}): ReactElement {
  const say = useText('connections');
  const [asking, setAsking] = useState(false);
  if (practice) return <p>{say('practice-note')}</p>;
  return (
    <>
      <Button
        kind={acts.changed ? 'primary' : 'plain'}
        disabled={locked || acts.busy || !acts.changed}
        onPress={() => void acts.save()}
      >
        {say(acts.busy ? 'testing' : 'save')}
      </Button>
      {acts.changed && (
        <Button disabled={acts.busy} onPress={acts.discard}>
          {say('discard')}
        </Button>
      )}
      {!draft.isNew && (
        <Button disabled={locked || acts.busy} onPress={() => setAsking(true)}>
          {say('remove')}
        </Button>
      )}
      {asking && (
        <RemoveConnection
          connection={connectionOf(draft)}
          settings={settings}
          onClose={() => setAsking(false)}
          onRemoved={() => {
            setAsking(false);
            dropDraft(draft.id);
            void loadStation();
          }}
        />
      )}
    </>
  );
}
