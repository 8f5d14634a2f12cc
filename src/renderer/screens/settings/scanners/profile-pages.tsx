import type { ReactElement } from 'react';
import { scanName } from '../../../../shared/scan/scan-name.ts';
import { usualQuality, type PageQuality, type ScanProfile } from '../../../../shared/scanning.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/fields/check-fields.tsx';
import { classes } from '../../../components/classes.ts';
import { NumberField } from '../fields/number-field.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { BlankField, SeparationFields } from './page-rule-fields.tsx';
import type { ProfileProblems } from './profile-drafts.ts';
import type { ProfileFieldsProps } from './profile-form.tsx';

const rotations = ['0', '90', '180', '270'] as const;
const turns = { '0': 0, '90': 90, '180': 180, '270': 270 } as const;

/** What is done to each page once it is scanned. */
export function ProfilePages({ draft, disabled, onChange }: ProfileFieldsProps): ReactElement {
  const say = useText('scanners');
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <BlankField value={draft} disabled={disabled} onChange={(value) => onChange({ ...draft, ...value })} />
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
            {draft.source === 'duplex' && (
              <Checkbox
                label={say('turn-backs')}
                selected={draft.turnBacks}
                disabled={disabled}
                onChange={(turnBacks) => onChange({ ...draft, turnBacks })}
              />
            )}
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

const words = ['date', 'time', 'number', 'barcode', 'profile'] as const;

/** The name that a template gives to the first document of now. */
function sampleName({ nameTemplate, name, format }: ScanProfile): string {
  const filled = scanName(nameTemplate, { startedAt: new Date(), number: 1, barcode: 'RE-20418', profile: name });
  return `${filled}.${format === 'pdf' ? 'pdf' : 'tif'}`;
}

/** Steps of quality, with one that was set elsewhere among them. */
function qualities(present: PageQuality): readonly PageQuality[] {
  const steps = [40, 60, usualQuality, 95].filter((step) => step !== present);
  const numbers = present === 'lossless' ? steps : [...steps, present];
  return [...numbers.sort((one, other) => one - other), 'lossless'];
}

/** How pages become documents, and what those are called. */
export function ProfileDocuments({
  draft,
  disabled,
  problems,
  onChange,
}: ProfileFieldsProps & { readonly problems: ProfileProblems }): ReactElement {
  const say = useText('scanners');
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <SeparationFields value={draft} disabled={disabled} onChange={(value) => onChange({ ...draft, ...value })} />
        <div className={form['half']}>
          <SelectField
            label={say('format')}
            value={draft.format}
            options={(['pdf', 'tiff'] as const).map((value) => ({ value, label: say(`format-${value}`) }))}
            disabled={disabled}
            onChange={(format) => onChange({ ...draft, format })}
          />
        </div>
        <div className={form['half']}>
          <SelectField
            label={say('quality')}
            value={String(draft.quality)}
            options={qualities(draft.quality).map((value) => ({
              value: String(value),
              label: say(value === 'lossless' ? 'quality-lossless' : 'quality-of', { percent: value }),
            }))}
            hint={say('quality-hint')}
            disabled={disabled}
            onChange={(chosen) => onChange({ ...draft, quality: chosen === 'lossless' ? chosen : Number(chosen) })}
          />
        </div>
        {draft.color === 'black-white' && (
          <div className={form['half']}>
            <NumberField
              label={say('threshold')}
              unit={say('unit-percent')}
              value={draft.threshold}
              min={1}
              max={99}
              hint={say('threshold-hint')}
              invalid={say('number-between', { least: 1, most: 99 })}
              disabled={disabled}
              onChange={(threshold) => {
                if (threshold !== null) onChange({ ...draft, threshold });
              }}
            />
          </div>
        )}
        {draft.format === 'pdf' && (
          <div className={form['half']}>
            <div className={form['column']}>
              <Checkbox
                label={say('archive')}
                selected={draft.archive}
                disabled={disabled}
                onChange={(archive) => onChange({ ...draft, archive })}
              />
              <p className={form['hint']}>{say('archive-hint')}</p>
            </div>
          </div>
        )}
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
