import { Check, Hourglass } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { OpenCaseView } from '../../../../shared/case-views.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { useClock } from '../../../stores/clock.ts';
import { showFault } from '../../../stores/toasts.ts';
import { formatMoment, formatTime } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { ListField } from '../../settings/fields/list-field.tsx';
import { changeOpenCase } from '../acts.ts';
import styles from '../cases.module.css';
import { roleWord } from '../role-words.ts';
import { needsOf } from './terms.ts';

function TermsDialog({
  openCase,
  onClose,
}: {
  readonly openCase: OpenCaseView;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('cases');
  const shared = useText('shared');
  const [required, setRequired] = useState<readonly string[]>(openCase.required);
  const [roles, setRoles] = useState<readonly string[]>(openCase.roles);
  const save = async (): Promise<void> => {
    const fault = await changeOpenCase(openCase.id, { roles, required });
    if (fault === null) onClose();
    else showFault(fault);
  };
  return (
    <Dialog
      title={say('terms-title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" onPress={() => void save()}>
            {shared('save')}
          </Button>
        </>
      }
    >
      <p>{say('terms-text')}</p>
      <ListField
        label={say('required')}
        value={required}
        hint={say('required-hint')}
        disabled={false}
        onChange={setRequired}
      />
      <ListField
        label={say('known-roles')}
        value={roles}
        hint={say('known-roles-hint')}
        disabled={false}
        onChange={setRoles}
      />
    </Dialog>
  );
}

/** What belongs to an open case: what is there and what it waits for. */
export function OpenCaseNeeds({
  openCase,
  open,
}: {
  readonly openCase: OpenCaseView;
  readonly open: boolean;
}): ReactElement {
  const say = useText('cases');
  const [edits, setEdits] = useState(false);
  const since = useClock((now) =>
    new Date(openCase.createdAt).toDateString() === new Date(now).toDateString()
      ? formatTime(openCase.createdAt)
      : formatMoment(openCase.createdAt),
  );
  const needs = needsOf(openCase);
  return (
    <section>
      <div className={styles['sectionHead']}>
        <h3>{say('belongs-to-it')}</h3>
        {open && (
          <button type="button" className={styles['link']} onClick={() => setEdits(true)}>
            {say('edit-terms')}
          </button>
        )}
      </div>
      {openCase.required.length === 0 && <p className={styles['quiet']}>{say('no-terms')}</p>}
      <ul className={styles['needs']}>
        {needs.map(({ role, fileName, required }) => (
          <li key={role} className={classes(fileName === null && styles['misses'])}>
            {fileName === null ? (
              <Hourglass aria-hidden />
            ) : (
              <Check aria-hidden className={classes(required && styles['there'])} />
            )}
            <span>{roleWord(role)}</span>
            {fileName === null ? <span>{say('waiting-since', { time: since })}</span> : <MiddleName name={fileName} />}
          </li>
        ))}
      </ul>
      {edits && <TermsDialog openCase={openCase} onClose={() => setEdits(false)} />}
    </section>
  );
}
