import type { ReactElement } from 'react';
import { useState } from 'react';
import { useProjects } from '../../bridge/use-projects.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { useText } from '../../text/index.ts';
import { takeInAgain } from './acts.ts';

/** Asks for the project that items are sent to instead of their own, and says what that means for those that are at the service. */
export function SendToDialog({
  ids,
  connectionId,
  from,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly connectionId: string | undefined;
  /** Their project, where it is one item. */
  readonly from: string | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('intake');
  const shared = useText('shared');
  const projects = useProjects(connectionId).filter(({ id }) => id !== from);
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen ?? projects[0]?.id ?? null;
  return (
    <Dialog
      title={say('send-to-title', { count: ids.length })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            why={value === null ? say('no-projects') : null}
            onPress={() => {
              onClose();
              if (value !== null) void takeInAgain(ids, value);
            }}
          >
            {say('send-to-act')}
          </Button>
        </>
      }
    >
      <p>{say('send-to-text')}</p>
      <SelectField
        label={say('project')}
        value={value}
        options={projects.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        onChange={setChosen}
      />
    </Dialog>
  );
}
