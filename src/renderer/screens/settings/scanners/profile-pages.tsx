import type { ReactElement } from 'react';
import type { ScanProfile } from '../../../../shared/scanning.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/check-fields.tsx';
import { classes } from '../../../components/classes.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';
import type { ProfileProblems } from './profile-drafts.ts';
import type { ProfileFieldsProps } from './profile-form.tsx';

const rotations = ['0', '90', '180', '270'] as const;
const turns = { '0': 0, '90': 90, '180': 180, '270': 270 } as const;
/** Percent of ink below which a page is blank, when a person switches that on. */
const usualBlank = 0.2;

/** What is done to each page once it is scanned. */
export function ProfilePages({ draft, disabled, onChange }: ProfileFieldsProps): ReactElement {
  const say = useText('scanners');
  const { blankBelow, ...others } = draft;
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <div className={form['half']}>
          <div className={form['column']}>
            <Checkbox
              label={say('blank')}
              selected={blankBelow !== undefined}
              disabled={disabled}
              onChange={(on) => onChange(on ? { ...others, blankBelow: usualBlank } : others)}
            />
            {blankBelow !== undefined && (
              <NumberField
                label={say('blank-below')}
                unit={say('unit-percent')}
                value={blankBelow}
                least={0}
                most={20}
                hint={say('blank-hint')}
                invalid={say('number-between', { least: 0, most: 20 })}
                disabled={disabled}
                onChange={(value) => {
                  if (value !== null) onChange({ ...draft, blankBelow: value });
                }}
              />
            )}
          </div>
        </div>
        <div className={form['half']}>
          <div className={form['column']}>
            <Checkbox
              label={say('straighten')}
              selected={draft.straighten}
              disabled={disabled}
              onChange={(straighten) => onChange({ ...draft, straighten })}
            />
            <Checkbox
              label={say('cut')}
              selected={draft.cut}
              disabled={disabled}
              onChange={(cut) => onChange({ ...draft, cut })}
            />
            <p className={form['hint']}>{say('cut-hint')}</p>
          </div>
        </div>
        <div className={form['half']}>
          <SelectField
            label={say('rotation')}
            value={rotations.find((value) => turns[value] === draft.rotation) ?? '0'}
            options={rotations.map((value) => ({ value, label: say(`rotation-${value}`) }))}
            disabled={disabled}
            onChange={(value) => onChange({ ...draft, rotation: turns[value] })}
          />
        </div>
      </div>
    </div>
  );
}

const separations = ['none', 'patch', 'barcode', 'blank', 'pages'] as const;
const barcodeUses = ['external-id', 'name', 'role', 'nothing'] as const;
const words = ['date', 'time', 'number', 'barcode', 'profile'] as const;

function separationBy(by: (typeof separations)[number]): ScanProfile['separation'] {
  if (by === 'pages') return { by, pages: 2 };
  if (by === 'barcode') return { by, startsWith: '' };
  return { by };
}

/** The name that a template gives to the first document of now. */
function sampleName({ nameTemplate, name, format }: ScanProfile): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, '0');
  const values: Readonly<Record<string, string>> = {
    date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    time: `${two(now.getHours())}-${two(now.getMinutes())}`,
    number: '1',
    barcode: 'RE-20418',
    profile: name,
  };
  const filled = nameTemplate.replaceAll(/\{(\w+)\}/gu, (whole, key: string) => values[key] ?? whole);
  return `${filled.replaceAll(/\s+/gu, ' ').trim()}.${format === 'pdf' ? 'pdf' : 'tif'}`;
}

/** How pages become documents, and what those are called. */
export function ProfileDocuments({
  draft,
  disabled,
  problems,
  onChange,
}: ProfileFieldsProps & { readonly problems: ProfileProblems }): ReactElement {
  const say = useText('scanners');
  const { separation } = draft;
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <div className={form['half']}>
          <SelectField
            label={say('separation')}
            value={separation.by}
            options={separations.map((value) => ({ value, label: say(`separation-${value}`) }))}
            disabled={disabled}
            onChange={(by) => onChange({ ...draft, separation: separationBy(by) })}
          />
        </div>
        {separation.by === 'pages' && (
          <div className={form['half']}>
            <NumberField
              label={say('separation-pages-count')}
              unit={say('unit-pages')}
              value={separation.pages}
              least={1}
              most={1_000}
              whole
              invalid={say('whole-between', { least: 1, most: 1_000 })}
              disabled={disabled}
              onChange={(pages) => {
                if (pages !== null) onChange({ ...draft, separation: { by: 'pages', pages } });
              }}
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
              onChange={(text) => onChange({ ...draft, separation: { by: 'barcode', startsWith: text.slice(0, 100) } })}
            />
          </div>
        )}
        <div className={form['half']}>
          <SelectField
            label={say('barcode-to')}
            value={draft.barcodeTo}
            options={barcodeUses.map((value) => ({ value, label: say(`barcode-${value}`) }))}
            disabled={disabled}
            onChange={(barcodeTo) => onChange({ ...draft, barcodeTo })}
          />
        </div>
        <div className={form['half']}>
          <SelectField
            label={say('format')}
            value={draft.format}
            options={(['pdf', 'tiff'] as const).map((value) => ({ value, label: say(`format-${value}`) }))}
            disabled={disabled}
            onChange={(format) => onChange({ ...draft, format })}
          />
        </div>
        <div className={classes(form['group'], form['code'])}>
          <TextField
            label={say('template')}
            value={draft.nameTemplate}
            hint={say('template-hint', { sample: sampleName(draft) })}
            error={problems.template === undefined ? undefined : say(problems.template)}
            disabled={disabled}
            onChange={(text) => onChange({ ...draft, nameTemplate: text.slice(0, 200) })}
          />
          <div className={form['words']}>
            {words.map((word) => (
              <Button
                key={word}
                label={say('insert', { word: say(`word-${word}`) })}
                disabled={disabled}
                onPress={() => onChange({ ...draft, nameTemplate: `${draft.nameTemplate} {${word}}`.trim() })}
              >
                {say(`word-${word}`)}
              </Button>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
