import type { ReactElement } from 'react';
import { paperRuleSchema } from '../../../../shared/scanning.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import { Checkbox } from '../../../components/fields/check-fields.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { BlankField, SeparationFields } from '../scanners/page-rule-fields.tsx';

/** What a folder begins with when its scanned files are to be separated. */
const usual = paperRuleSchema.parse({ separation: { by: 'patch' } });

/** What is done with scanned files of a folder, as multifunction devices put them there. */
export function FolderPaper({
  rule,
  disabled,
  onChange,
}: {
  readonly rule: IntakeRule;
  readonly disabled: boolean;
  readonly onChange: (rule: IntakeRule) => void;
}): ReactElement {
  const say = useText('hotFolders');
  const { paper, ...others } = rule;
  return (
    <>
      <div className={form['column']}>
        <Checkbox
          label={say('paper')}
          selected={paper !== undefined}
          disabled={disabled}
          onChange={(on) => onChange(on ? { ...others, paper: usual } : others)}
        />
        <p className={form['hint']}>{say('paper-hint')}</p>
      </div>
      {paper !== undefined && (
        <>
          <SeparationFields value={paper} disabled={disabled} onChange={(next) => onChange({ ...rule, paper: next })} />
          <BlankField value={paper} disabled={disabled} onChange={(next) => onChange({ ...rule, paper: next })} />
        </>
      )}
    </>
  );
}
