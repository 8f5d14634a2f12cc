import { useState, type ReactElement } from 'react';
import { pageColors, paperPlaces, paperSources, type ScanProfile } from '../../../../shared/scanning.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { Checkbox } from '../../../components/fields/check-fields.tsx';
import { classes } from '../../../components/classes.ts';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import { paperSizes } from '../../scan/paper-words.ts';
import { scannerChoices } from '../../scan/scan-filters.tsx';
import { useScan } from '../../scan/scan-store.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';
import { ProjectField } from '../rules/project-field.tsx';
import { ModeField } from '../rules/rule-fields.tsx';
import { driverOptionsText, readDriverOptions, type ProfileProblems } from './profile-drafts.ts';

/** What a part of the profile's form is given. */
export interface ProfileFieldsProps {
  readonly draft: ScanProfile;
  readonly disabled: boolean;
  readonly onChange: (profile: ScanProfile) => void;
}

const ask = '\u0000ask';
const own = '\u0000own';
const usual = '\u0000default';

/** Size of the paper: one that has a name, or width and height. */
function PaperFields({ draft, disabled, onChange }: ProfileFieldsProps): ReactElement {
  const say = useText('scanners');
  const { paper } = draft;
  const named = paperSizes.find((size) => size.widthMm === paper.widthMm && size.heightMm === paper.heightMm);
  const side = (label: 'width' | 'height', key: 'widthMm' | 'heightMm'): ReactElement => (
    <div className={form['third']}>
      <NumberField
        label={say(label)}
        unit="mm"
        value={paper[key]}
        min={10}
        max={2_000}
        invalid={say('number-between', { least: 10, most: 2_000 })}
        disabled={disabled}
        onChange={(value) => {
          if (value !== null) onChange({ ...draft, paper: { ...paper, [key]: value } });
        }}
      />
    </div>
  );
  return (
    <>
      <div className={form['third']}>
        <SelectField
          label={say('paper')}
          value={named?.name ?? own}
          options={[
            ...paperSizes.map(({ name }) => ({ value: name, label: name })),
            { value: own, label: say('paper-own') },
          ]}
          disabled={disabled}
          onChange={(chosen) => {
            const size = paperSizes.find(({ name }) => name === chosen);
            const { widthMm, heightMm } = size ?? { widthMm: 200, heightMm: 280 };
            onChange({ ...draft, paper: { widthMm, heightMm } });
          }}
        />
      </div>
      {named === undefined && (
        <>
          {side('width', 'widthMm')}
          {side('height', 'heightMm')}
        </>
      )}
    </>
  );
}

/** Name and scanner of a profile, and how its paper is scanned. */
export function ProfilePaper({
  draft,
  disabled,
  problems,
  onChange,
}: ProfileFieldsProps & { readonly problems: ProfileProblems }): ReactElement {
  const say = useText('scanners');
  const scanners = useScan((state) => state.scanners);
  const { scannerId } = draft;
  const balance = (key: 'brightness' | 'contrast'): ReactElement => (
    <div className={form['third']}>
      <SelectField
        label={say(key)}
        value={String(draft[key])}
        options={balances(draft[key])}
        disabled={disabled}
        onChange={(value) => onChange({ ...draft, [key]: Number(value) })}
      />
    </div>
  );
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <div className={form['half']}>
          <TextField
            label={say('name')}
            value={draft.name}
            onChange={(name) => onChange({ ...draft, name: name.slice(0, 100) })}
            error={problems.name === undefined ? undefined : say(problems.name)}
            disabled={disabled}
          />
        </div>
        <div className={form['half']}>
          <SelectField
            label={say('scanner')}
            value={scannerId ?? ask}
            options={[{ value: ask, label: say('scanner-ask') }, ...scannerChoices(scanners, scannerId ?? null)]}
            disabled={disabled}
            onChange={(chosen) => onChange({ ...draft, scannerId: chosen === ask ? undefined : chosen })}
          />
        </div>
        <div className={form['third']}>
          <SelectField
            label={say('source')}
            value={draft.source}
            options={paperSources.map((value) => ({ value, label: say(`source-${value}`) }))}
            disabled={disabled}
            onChange={(source) => onChange({ ...draft, source })}
          />
        </div>
        <div className={form['third']}>
          <NumberField
            label={say('resolution')}
            unit={say('unit-dpi')}
            value={draft.resolution}
            min={50}
            max={2_400}
            whole
            invalid={say('whole-between', { least: 50, most: 2_400 })}
            disabled={disabled}
            onChange={(resolution) => {
              if (resolution !== null) onChange({ ...draft, resolution });
            }}
          />
        </div>
        <div className={form['third']}>
          <SelectField
            label={say('color')}
            value={draft.color}
            options={pageColors.map((value) => ({ value, label: say(`color-${value}`) }))}
            disabled={disabled}
            onChange={(color) => onChange({ ...draft, color })}
          />
        </div>
        <PaperFields draft={draft} disabled={disabled} onChange={onChange} />
        {draft.source !== 'flatbed' && (
          <div className={form['third']}>
            <SelectField
              label={say('align')}
              value={draft.align}
              options={paperPlaces.map((value) => ({ value, label: say(`align-${value}`) }))}
              disabled={disabled}
              onChange={(align) => onChange({ ...draft, align })}
            />
          </div>
        )}
        {balance('brightness')}
        {balance('contrast')}
        <DriverOptionsField key={draft.id} draft={draft} disabled={disabled} onChange={onChange} />
        <div className={form['half']}>
          <Checkbox
            label={say('ask-for-more')}
            selected={draft.askForMore}
            disabled={disabled}
            onChange={(askForMore) => onChange({ ...draft, askForMore })}
          />
        </div>
      </div>
    </div>
  );
}

/** What the driver of the scanner is told by its own names; what is typed counts once it is whole. */
function DriverOptionsField({ draft, disabled, onChange }: ProfileFieldsProps): ReactElement {
  const say = useText('scanners');
  const set = driverOptionsText(draft.driverOptions);
  const [typed, setTyped] = useState(set);
  const read = readDriverOptions(typed);
  // What was set otherwise than here, as by taking changes back, goes before what was typed.
  const isTyped = read === null || driverOptionsText(read) === set;
  return (
    <div className={classes(form['group'], form['code'])}>
      <TextField
        label={say('driver-options')}
        value={isTyped ? typed : set}
        hint={say('driver-options-hint')}
        error={read === null ? say('driver-options-wrong') : undefined}
        disabled={disabled}
        onChange={(text) => {
          setTyped(text);
          const options = readDriverOptions(text);
          if (options === null) return;
          onChange({ ...draft, driverOptions: Object.keys(options).length === 0 ? undefined : options });
        }}
      />
    </div>
  );
}

/** Steps of brightness and contrast, with one that was set elsewhere among them. */
function balances(present: number): readonly { readonly value: string; readonly label: string }[] {
  const steps = [-100, -75, -50, -25, 0, 25, 50, 75, 100];
  return [...new Set([...steps, present])]
    .sort((one, other) => one - other)
    .map((value) => ({ value: String(value), label: value > 0 ? `+${value}` : String(value).replace('-', '−') }));
}

/** Where documents of a profile go, and as what. */
export function ProfileTarget({
  draft,
  disabled,
  settings,
  onChange,
}: ProfileFieldsProps & { readonly settings: Settings }): ReactElement {
  const say = useText('scanners');
  const sayFolders = useText('hotFolders');
  const practiceId = useStation((state) => state.info?.practiceConnectionId ?? null);
  const connectionId = draft.connectionId ?? settings.defaultConnection ?? settings.connections[0]?.id ?? '';
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <div className={form['third']}>
          <SelectField
            label={say('connection')}
            value={draft.connectionId ?? usual}
            options={[
              { value: usual, label: say('connection-default') },
              ...settings.connections
                .filter(({ id }) => id !== practiceId || id === draft.connectionId)
                .map(({ id, name }) => ({ value: id, label: id === practiceId ? sayFolders('practice') : name })),
            ]}
            disabled={disabled}
            onChange={(chosen) =>
              onChange({ ...draft, projectId: undefined, connectionId: chosen === usual ? undefined : chosen })
            }
          />
        </div>
        <div className={form['third']}>
          <ProjectField
            key={connectionId}
            connectionId={connectionId}
            label={say('project')}
            value={draft.projectId ?? ''}
            noneLabel={say('project-default')}
            disabled={disabled}
            onChange={(projectId) => onChange({ ...draft, projectId: projectId === '' ? undefined : projectId })}
          />
        </div>
        <div className={form['third']}>
          <ModeField value={draft.mode} disabled={disabled} onChange={(mode) => onChange({ ...draft, mode })} />
        </div>
      </div>
    </div>
  );
}
