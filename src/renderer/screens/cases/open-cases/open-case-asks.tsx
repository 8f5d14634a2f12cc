import type { ReactElement } from 'react';
import type { OpenCaseView } from '../../../../shared/case-views.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../text/index.ts';
import { dissolve, merge, release } from '../acts.ts';
import { ChooseOpenCase } from '../move-dialog.tsx';
import { roleWords } from '../role-words.ts';

/** What is asked before it is done to an open case. */
export type OpenCaseAsk = 'release' | 'dissolve' | 'merge';

/** The question before an act on an open case that can't simply be taken back. */
export function OpenCaseAsks({
  openCase,
  ask,
  onClose,
}: {
  readonly openCase: OpenCaseView;
  readonly ask: OpenCaseAsk;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('cases');
  const shared = useText('shared');
  const { id, name, missing, withoutRole, connectionId, projectId } = openCase;
  if (ask === 'merge') {
    return (
      <ChooseOpenCase
        title={say('merge-title', { name })}
        text={say('merge-text')}
        act={say('merge-do')}
        place={{ connectionId, projectId }}
        without={id}
        onClose={onClose}
        onChosen={(into) => {
          if (into !== null) void merge(id, into);
        }}
      />
    );
  }
  const releases = ask === 'release';
  const act = (): void => {
    void (releases ? release(id, true) : dissolve(id, openCase.members.length > 0));
    onClose();
  };
  return (
    <Dialog
      title={say(releases ? 'release-ask' : 'dissolve-ask', { name })}
      asks
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{releases ? shared('cancel') : say('keep')}</Button>
          <Button kind={releases ? 'primary' : 'danger'} onPress={act}>
            {say(releases ? 'release-anyway' : 'dissolve-do')}
          </Button>
        </>
      }
    >
      {releases ? (
        <>
          {missing.length > 0 && <p>{say('release-missing', { roles: roleWords(missing) })}</p>}
          {withoutRole > 0 && <p>{say('release-no-role', { count: withoutRole })}</p>}
          <p>{say('sent-once')}</p>
        </>
      ) : (
        <p>{say('dissolve-text')}</p>
      )}
    </Dialog>
  );
}
