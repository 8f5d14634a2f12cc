import type { ReactElement } from 'react';
import { useState } from 'react';
import { intakeModes } from '../../../shared/item.ts';
import { useProjects } from '../../bridge/use-projects.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { useText } from '../../text/index.ts';
import { takeInAgain } from './acts.ts';

/** Stands for no choice. */
const asBefore = 'as-before';

/** Asks for the project that items are sent to and what they become there, and says what that means for those that are at the service. */
export function SendToDialog({
  ids,
  connectionId,
  from,
  second,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly connectionId: string | undefined;
  /** Their project, where it is one item. */
  readonly from: string | undefined;
  /** They are at the service, and are sent there once more. */
  readonly second: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('intake');
  const shared = useText('shared');
  const projects = useProjects(connectionId).filter(({ id }) => id !== from);
  const [chosen, setProject] = useState<string | null>(null);
  const [mode, setMode] = useState<string>(asBefore);
  const projectId = chosen ?? asBefore;
  const chosenMode = intakeModes.find((each) => each === mode);
  const before = { value: asBefore, label: say('as-before') };
  return (
    <Dialog
      title={say(second ? 'send-second-title' : 'send-to-title', { count: ids.length })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            why={projectId === asBefore && chosenMode === undefined ? say('why-as-before') : null}
            onPress={() => {
              onClose();
              void takeInAgain(ids, {
                ...(projectId === asBefore ? {} : { projectId }),
                ...(chosenMode === undefined ? {} : { mode: chosenMode }),
                ...(second ? { second } : {}),
              });
            }}
          >
            {say(second ? 'send-second-act' : 'send-to-act')}
          </Button>
        </>
      }
    >
      <p>{say(second ? 'send-second-text' : 'send-to-text')}</p>
      <SelectField
        label={say('project')}
        value={projectId}
        options={[before, ...projects.map(({ id, name }) => ({ value: id, label: name ?? id }))]}
        onChange={setProject}
      />
      <SelectField
        label={say('send-as')}
        value={mode}
        options={[before, ...intakeModes.map((each) => ({ value: each, label: say(`send-as-${each}`) }))]}
        onChange={setMode}
      />
    </Dialog>
  );
}
