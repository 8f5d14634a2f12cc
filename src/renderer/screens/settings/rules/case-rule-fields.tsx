import type { ReactElement } from 'react';
import type { CaseRule } from '../../../../shared/case-rule.ts';
import { casePatternSchema, caseReleases } from '../../../../shared/case-rule.ts';
import { Switch } from '../../../components/fields/check-fields.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';
import { ListField } from '../fields/list-field.tsx';

const ways = ['folder', 'name', 'sidecar', 'hand'] as const satisfies readonly CaseRule['by'][];

/** Whether a rule can be kept as it is. */
export function caseRuleFits({ by, pattern }: CaseRule): boolean {
  return by !== 'name' || casePatternSchema.safeParse(pattern).success;
}

/** The fields of a case rule. `byName` offers no other way (grouping files that are there already). Cells of the form's grid. */
export function CaseRuleFields({
  rule,
  disabled = false,
  byName = false,
  onChange,
}: {
  readonly rule: CaseRule;
  readonly disabled?: boolean;
  readonly byName?: boolean;
  readonly onChange: (rule: CaseRule) => void;
}): ReactElement {
  const say = useText('caseRule');
  const change = (part: Partial<CaseRule>): void => onChange({ ...rule, ...part });
  // A text with braces would be read as a place for a value.
  const marks = { case: '{case}', role: '{role}', any: '{any}' };
  return (
    <>
      {!byName && (
        <div className={form['half']}>
          <SelectField
            label={say('by')}
            value={rule.by}
            options={ways.map((way) => ({ value: way, label: say(`by-${way}`) }))}
            hint={say(`by-${rule.by}-hint`)}
            disabled={disabled}
            onChange={(by) => change({ by })}
          />
        </div>
      )}
      {(byName || rule.by === 'name') && (
        <div className={`${form['half'] ?? ''} ${form['code'] ?? ''}`}>
          <TextField
            label={say('pattern')}
            value={rule.pattern}
            disabled={disabled}
            onChange={(pattern) => change({ pattern })}
            hint={say('pattern-hint', marks)}
            error={casePatternSchema.safeParse(rule.pattern).success ? undefined : say('pattern-wrong', marks)}
          />
        </div>
      )}
      <div className={form['half']}>
        <ListField
          label={say('required')}
          value={rule.required}
          hint={say('required-hint')}
          disabled={disabled}
          onChange={(required) => change({ required })}
        />
      </div>
      <div className={form['half']}>
        <ListField
          label={say('roles')}
          value={rule.roles}
          hint={say('roles-hint')}
          disabled={disabled}
          onChange={(roles) => change({ roles })}
        />
      </div>
      <div className={form['half']}>
        <SelectField
          label={say('release')}
          value={rule.release}
          options={caseReleases.map((value) => ({ value, label: say(`release-${value}`) }))}
          disabled={disabled}
          onChange={(release) => change({ release })}
        />
      </div>
      {rule.release === 'quiet' && (
        <div className={form['half']}>
          <NumberField
            label={say('quiet')}
            unit={say('unit-seconds')}
            value={rule.quietMs / 1000}
            min={0.1}
            invalid={say('above-zero')}
            disabled={disabled}
            onChange={(seconds) => {
              if (seconds !== null) change({ quietMs: Math.round(seconds * 1000) });
            }}
          />
        </div>
      )}
      <div className={form['half']}>
        <NumberField
          label={say('limit')}
          unit={say('unit-hours')}
          value={rule.limitMs / 3_600_000}
          min={0.01}
          hint={say('limit-hint')}
          invalid={say('above-zero')}
          disabled={disabled}
          onChange={(hours) => {
            if (hours !== null) change({ limitMs: Math.round(hours * 3_600_000) });
          }}
        />
      </div>
      {!byName && rule.by !== 'hand' && (
        <div className={form['half']}>
          <Switch
            label={say('across')}
            hint={say('across-hint')}
            selected={rule.acrossSources}
            disabled={disabled}
            onChange={(acrossSources) => change({ acrossSources })}
          />
        </div>
      )}
    </>
  );
}
