import type { ReactElement } from 'react';
import type { ExportRule } from '../../../../shared/settings.ts';
import { Checkbox } from '../../../components/fields/check-fields.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { useText } from '../../../text/index.ts';
import { reportChoice, reportChoices, withReport } from './export-rule.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';

const hour = 3_600_000;
const owners = ['clerk', 'it'] as const;
const refusals = ['transfer-failed', 'reject', 'nothing'] as const;

/** What the service is told about the hand-over, and what is expected of the target system. Cells of the rule's grid. */
export function ExportReportFields({
  rule,
  onChange,
  disabled,
}: {
  readonly rule: ExportRule;
  readonly onChange: (rule: ExportRule) => void;
  readonly disabled: boolean;
}): ReactElement {
  const say = useText('exportRule');
  const { acknowledgement } = rule;
  const answered = (changes: Partial<NonNullable<ExportRule['acknowledgement']>>): void => {
    if (acknowledgement !== undefined) onChange({ ...rule, acknowledgement: { ...acknowledgement, ...changes } });
  };
  return (
    <>
      <div className={form['half']}>
        <SelectField
          label={say('report')}
          value={reportChoice(rule)}
          options={reportChoices.map((value) => ({ value, label: say(`report-${value}`) }))}
          disabled={disabled}
          onChange={(choice) => onChange(withReport(rule, choice))}
          {...(acknowledgement === undefined ? {} : { hint: say('report-hint') })}
        />
      </div>
      {acknowledgement !== undefined && (
        <>
          <div className={form['third']}>
            <NumberField
              label={say('limit-value')}
              unit={say('limit-unit')}
              value={acknowledgement.limitMs / hour}
              min={0.1}
              invalid={say('limit-invalid')}
              disabled={disabled}
              onChange={(hours) => {
                if (hours !== null) answered({ limitMs: Math.round(hours * hour) });
              }}
            />
          </div>
          <div className={form['third']}>
            <SelectField
              label={say('owner')}
              value={acknowledgement.owner}
              options={owners.map((value) => ({ value, label: say(`owner-${value}`) }))}
              disabled={disabled}
              onChange={(owner) => answered({ owner })}
            />
          </div>
          <div className={form['third']}>
            <SelectField
              label={say('refusal')}
              value={acknowledgement.onRefusal}
              options={refusals.map((value) => ({ value, label: say(`refusal-${value}`) }))}
              hint={say('refusal-hint')}
              disabled={disabled}
              onChange={(onRefusal) => answered({ onRefusal })}
            />
          </div>
        </>
      )}
      {rule.reportTransfer && (
        <div>
          <Checkbox
            label={say('failed-writes')}
            hint={say('failed-writes-hint')}
            selected={rule.reportFailedWrites ?? false}
            disabled={disabled}
            onChange={(reportFailedWrites) => onChange({ ...rule, reportFailedWrites })}
          />
        </div>
      )}
    </>
  );
}
