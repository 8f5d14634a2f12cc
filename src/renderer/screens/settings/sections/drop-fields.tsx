import { useState, type ReactElement } from 'react';
import type { Field } from '../../../../shared/fields/field-rule.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { useText } from '../../../text/index.ts';
import { FormEditor } from '../index-fields/form-editor.tsx';
import { formFits } from '../index-fields/form-problems.ts';
import { SettingLine } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { showFirstWrong, useSetting } from '../use-setting.ts';

/** The form of dropped files; kept by its Save. */
export function DropFields({ settings }: { readonly settings: Settings }): ReactElement {
  const say = useText('fieldForm');
  const sayHere = useText('settings');
  const setting = useSetting(settings, 'intake.fields', (all) => all.intake.fields);
  const [draft, setDraft] = useState<{ readonly fields: Field[] | undefined } | null>(null);
  const [tries, setTries] = useState(0);
  const done = (): void => {
    setDraft(null);
    setTries(0);
  };
  const save = async (fields: Field[] | undefined): Promise<void> => {
    setTries(tries + 1);
    if ((await showFirstWrong('[data-drop-fields]')) || !formFits(fields)) return;
    setting.save(fields);
    done();
  };
  return (
    <div className={styles['group']}>
      <div data-drop-fields>
        <SettingLine setting={setting}>
          <FormEditor
            title={say('of-drops')}
            text={say('of-drops-text')}
            fields={draft === null ? setting.value : draft.fields}
            tries={tries}
            disabled={setting.locked}
            onChange={(fields) => setDraft({ fields })}
          />
        </SettingLine>
      </div>
      {draft !== null && (
        <div className={styles['actions']}>
          <Button kind="primary" onPress={() => void save(draft.fields)}>
            {say('save')}
          </Button>
          <Button onPress={done}>{sayHere('discard')}</Button>
        </div>
      )}
    </div>
  );
}
