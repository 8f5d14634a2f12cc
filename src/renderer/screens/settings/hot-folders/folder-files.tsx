import type { ReactElement } from 'react';
import type { HotFolder } from '../../../../shared/settings.ts';
import { Checkbox } from '../../../components/fields/check-fields.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';

/** Which files count, and with whom the folder is shared. Cells of the form's grid. */
export function FolderFiles({
  draft,
  disabled,
  onChange,
}: {
  readonly draft: HotFolder;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<HotFolder>) => void;
}): ReactElement {
  const say = useText('hotFolders');
  return (
    <>
      <fieldset className={`${form['group'] ?? ''} ${form['two'] ?? ''}`} disabled={disabled}>
        <legend>{say('files')}</legend>
        <div className={form['column']}>
          <Checkbox label={say('whole')} hint={say('whole-hint')} selected disabled onChange={() => undefined} />
          <Checkbox
            label={say('recursive')}
            selected={draft.recursive}
            disabled={disabled}
            onChange={(recursive) => onChange({ recursive })}
          />
          <Checkbox
            label={say('sidecars')}
            hint={say('sidecars-hint')}
            selected={draft.sidecars}
            disabled={disabled}
            onChange={(sidecars) => onChange({ sidecars })}
          />
        </div>
      </fieldset>
      <fieldset className={`${form['group'] ?? ''} ${form['two'] ?? ''}`} disabled={disabled}>
        <legend>{say('shared')}</legend>
        <div className={form['column']}>
          <Checkbox
            label={say('network-share')}
            hint={say('network-share-hint')}
            selected={draft.networkShare}
            disabled={disabled}
            onChange={(networkShare) => onChange({ networkShare })}
          />
          <Checkbox
            label={say('claim')}
            hint={say('claim-hint')}
            selected={draft.claim}
            disabled={disabled}
            onChange={(claim) => onChange({ claim })}
          />
        </div>
      </fieldset>
    </>
  );
}
