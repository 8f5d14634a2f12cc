import type { ReactElement } from 'react';
import { knownStates } from '../../../../shared/document-states.ts';
import { versionsOf } from '../../../../shared/settings.ts';
import type { ExportRule } from '../../../../shared/settings.ts';
import { classes } from '../../../components/classes.ts';
import { Checkbox } from '../../../components/fields/check-fields.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { useText } from '../../../text/index.ts';
import { stateWord } from '../../documents/state-mark.tsx';
import { ExportReportFields } from './export-report-fields.tsx';
import { exportRuleProblems } from './export-rule.ts';
import { PathField } from '../fields/path-field.tsx';
import form from '../fields/form.module.css';
import { TemplateField } from './template-field.tsx';

/** States in which a document can stay; those it only passes through are not offered. */
const offered: readonly string[] = knownStates.filter((state) => !['new', 'processing', 'split'].includes(state));

/** When and where XML is written: all fields of a rule, each with what is wrong with it. */
export function ExportRuleFields({
  rule,
  onChange,
  disabled = false,
  withFolder = true,
}: {
  readonly rule: ExportRule;
  readonly onChange: (rule: ExportRule) => void;
  readonly disabled?: boolean;
  /** False: the folder is asked for elsewhere. */
  readonly withFolder?: boolean;
}): ReactElement {
  const say = useText('exportRule');
  const sayState = useText('documents');
  const problems = exportRuleProblems(rule);
  const states = [...offered, ...rule.states.filter((state) => !offered.includes(state))];
  const choose = (state: string, chosen: boolean): void =>
    onChange({ ...rule, states: states.filter((each) => (each === state ? chosen : rule.states.includes(each))) });
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        {withFolder && (
          <div>
            <PathField
              label={say('folder')}
              value={rule.folder}
              title={say('folder-title')}
              choose={say('choose')}
              hint={say('folder-hint')}
              error={problems.includes('folder-missing') ? say('folder-missing') : undefined}
              disabled={disabled}
              onChange={(folder) => onChange({ ...rule, folder })}
            />
          </div>
        )}
        <fieldset className={form['group']} disabled={disabled}>
          <legend>{say('states')}</legend>
          <div className={form['checks']}>
            {states.map((state) => (
              <Checkbox
                key={state}
                label={stateWord(state, sayState)}
                selected={rule.states.includes(state)}
                disabled={disabled}
                onChange={(chosen) => choose(state, chosen)}
              />
            ))}
          </div>
          {problems.includes('states-missing') && (
            <p className={form['error']} role="alert">
              {say('states-missing')}
            </p>
          )}
        </fieldset>
        <TemplateField
          template={rule.template}
          folder={rule.folder}
          disabled={disabled}
          onChange={(template) => onChange({ ...rule, template })}
        />
        <div className={classes(form['half'])}>
          <SelectField
            label={say('binaries')}
            value={rule.binaries ?? 'inline'}
            options={[
              { value: 'inline', label: say('binaries-inline') },
              { value: 'beside', label: say('binaries-beside') },
            ]}
            hint={say('binaries-hint')}
            disabled={disabled}
            onChange={(binaries) => onChange({ ...rule, binaries })}
          />
        </div>
        <div className={classes(form['half'])}>
          <SelectField
            label={say('versions')}
            value={versionsOf(rule)}
            options={[
              { value: 'one', label: say('versions-one') },
              { value: 'each', label: say('versions-each') },
            ]}
            hint={say('versions-hint')}
            disabled={disabled}
            onChange={(versions) => onChange({ ...rule, versions })}
          />
        </div>
        <ExportReportFields rule={rule} onChange={onChange} disabled={disabled} />
      </div>
    </div>
  );
}
