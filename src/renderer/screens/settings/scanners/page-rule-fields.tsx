import type { ReactElement } from 'react';
import { barcodeKinds, type BarcodeKind, type PaperRule } from '../../../../shared/scanning.ts';
import { Checkbox } from '../../../components/fields/check-fields.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';

const separations = ['none', 'patch', 'barcode', 'blank', 'pages'] as const;
const barcodeUses = ['external-id', 'name', 'role', 'nothing'] as const;
/** Percent of ink below which a page is blank, when a person switches that on. */
const usualBlank = 0.2;

function separationBy(by: (typeof separations)[number]): PaperRule['separation'] {
  if (by === 'pages') return { by, pages: 2 };
  if (by === 'barcode') return { by, startsWith: '', kind: 'any' };
  return { by };
}

/** What fields of a rule for pages get; a profile is one, too. */
interface PageRuleProps {
  readonly value: PaperRule;
  readonly disabled: boolean;
  readonly onChange: (value: PaperRule) => void;
}

/** Whether blank pages are left out, and what counts as one. */
export function BlankField({ value, disabled, onChange }: PageRuleProps): ReactElement {
  const say = useText('scanners');
  const { blankBelow } = value;
  return (
    <div className={form['half']}>
      <div className={form['column']}>
        <Checkbox
          label={say('blank')}
          selected={blankBelow !== undefined}
          disabled={disabled}
          onChange={(on) => onChange({ ...value, blankBelow: on ? usualBlank : undefined })}
        />
        {blankBelow !== undefined && (
          <NumberField
            label={say('blank-below')}
            unit={say('unit-percent')}
            value={blankBelow}
            min={0}
            max={20}
            hint={say('blank-hint')}
            invalid={say('number-between', { least: 0, most: 20 })}
            disabled={disabled}
            onChange={(percent) => {
              if (percent !== null) onChange({ ...value, blankBelow: percent });
            }}
          />
        )}
      </div>
    </div>
  );
}

/** How pages become documents, and what their barcodes mean. */
export function SeparationFields({ value, disabled, onChange }: PageRuleProps): ReactElement {
  const say = useText('scanners');
  const { separation } = value;
  const kinds = barcodeKinds.map((kind) => ({ value: kind, label: say(`kind-${kind}`) }));
  return (
    <>
      <div className={form['half']}>
        <SelectField
          label={say('separation')}
          value={separation.by}
          options={separations.map((by) => ({ value: by, label: say(`separation-${by}`) }))}
          disabled={disabled}
          onChange={(by) => onChange({ ...value, separation: separationBy(by) })}
        />
      </div>
      {separation.by === 'pages' && (
        <div className={form['half']}>
          <NumberField
            label={say('separation-pages-count')}
            unit={say('unit-pages')}
            value={separation.pages}
            min={1}
            max={1_000}
            whole
            invalid={say('whole-between', { least: 1, most: 1_000 })}
            disabled={disabled}
            onChange={(pages) => {
              if (pages !== null) onChange({ ...value, separation: { by: 'pages', pages } });
            }}
          />
        </div>
      )}
      {separation.by === 'barcode' && (
        <div className={form['half']}>
          <SelectField<BarcodeKind>
            label={say('separation-kind')}
            value={separation.kind}
            options={kinds}
            disabled={disabled}
            onChange={(kind) => onChange({ ...value, separation: { ...separation, kind } })}
          />
        </div>
      )}
      {separation.by === 'barcode' && (
        <div className={form['half']}>
          <TextField
            label={say('starts-with')}
            value={separation.startsWith}
            hint={say('starts-with-hint')}
            disabled={disabled}
            onChange={(text) => onChange({ ...value, separation: { ...separation, startsWith: text.slice(0, 100) } })}
          />
        </div>
      )}
      {separation.by === 'barcode' && (
        <div className={form['half']}>
          <Checkbox
            label={say('separation-sheets-too')}
            selected={separation.patch === true}
            disabled={disabled}
            onChange={(on) => onChange({ ...value, separation: { ...separation, patch: on ? true : undefined } })}
          />
        </div>
      )}
      <div className={form['half']}>
        <SelectField
          label={say('barcode-to')}
          value={value.barcodeTo}
          options={barcodeUses.map((use) => ({ value: use, label: say(`barcode-${use}`) }))}
          disabled={disabled}
          onChange={(barcodeTo) => onChange({ ...value, barcodeTo })}
        />
      </div>
      {value.barcodeTo !== 'nothing' && (
        <div className={form['half']}>
          <SelectField<BarcodeKind>
            label={say('barcode-kind')}
            value={value.barcodeKind}
            options={kinds}
            disabled={disabled}
            onChange={(barcodeKind) => onChange({ ...value, barcodeKind })}
          />
        </div>
      )}
    </>
  );
}
