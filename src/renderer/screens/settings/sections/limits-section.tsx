import type { ReactElement } from 'react';
import { useState } from 'react';
import { useText } from '../../../text/index.ts';
import { HoursFields } from './hours-fields.tsx';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import type { Setting } from '../use-setting.ts';
import { useSetting } from '../use-setting.ts';
import type { NumberFieldProps } from '../fields/number-field.tsx';
import { NumberField } from '../fields/number-field.tsx';

/** A figure of the settings, kept when its field is left; `scale` = what one of its unit is in the settings. */
function SettingNumber({
  setting,
  scale = 1,
  ...field
}: Omit<NumberFieldProps, 'value' | 'onChange' | 'onDone' | 'disabled' | 'error'> & {
  readonly setting: Setting<number | undefined>;
  readonly scale?: number;
}): ReactElement {
  const [typed, setTyped] = useState<number | null | undefined>(undefined);
  const kept = setting.value === undefined ? null : setting.value / scale;
  return (
    <SettingLine setting={setting}>
      <NumberField
        {...field}
        value={typed === undefined ? kept : typed}
        disabled={setting.locked}
        onChange={setTyped}
        onDone={() => {
          if (typed === undefined) return;
          setTyped(undefined);
          setting.save(typed === null ? undefined : Math.round(typed * scale));
        }}
      />
    </SettingLine>
  );
}

const megabyte = 1_000_000;

/** How much Mailroom does at once, and when. */
export function LimitsSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const inFlight = useSetting<number | undefined>(settings, 'limits.filesInFlight', (all) => all.limits.filesInFlight);
  const sockets = useSetting<number | undefined>(settings, 'limits.sockets', (all) => all.limits.sockets);
  const rate = useSetting(settings, 'limits.bytesPerSecond', (all) => all.limits.bytesPerSecond);
  const largest = useSetting(settings, 'limits.largestFile', (all) => all.limits.largestFile);
  return (
    <PlainPage title={say('limits')}>
      <SettingGroup title={say('at-once-title')} text={say('at-once-text')}>
        <SettingNumber
          setting={inFlight}
          label={say('files-in-flight')}
          unit={say('unit-files')}
          min={1}
          max={512}
          whole
          hint={say('files-in-flight-hint')}
          invalid={say('whole-between', { least: 1, most: 512 })}
        />
        <SettingNumber
          setting={sockets}
          label={say('sockets')}
          unit={say('unit-connections')}
          min={1}
          max={64}
          whole
          hint={say('sockets-hint')}
          invalid={say('whole-between', { least: 1, most: 64 })}
        />
      </SettingGroup>
      <SettingGroup title={say('line-title')} text={say('line-text')}>
        <SettingNumber
          setting={rate}
          scale={megabyte}
          label={say('bandwidth')}
          unit="MB/s"
          min={0.001}
          optional
          placeholder={say('unlimited')}
          hint={say('bandwidth-hint')}
          invalid={say('above-zero')}
        />
        <SettingNumber
          setting={largest}
          scale={megabyte}
          label={say('largest-file')}
          unit="MB"
          min={0.001}
          optional
          placeholder={say('service-decides')}
          hint={say('largest-file-hint')}
          invalid={say('above-zero')}
        />
      </SettingGroup>
      <HoursFields settings={settings} />
    </PlainPage>
  );
}
