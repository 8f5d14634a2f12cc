import type { ReactElement } from 'react';
import { useText } from '../../../text/index.ts';
import { HoursFields } from './hours-fields.tsx';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup } from '../setting-group.tsx';
import { SettingNumber } from './setting-number.tsx';
import { useSetting } from '../use-setting.ts';

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
          least={1}
          most={512}
          whole
          hint={say('files-in-flight-hint')}
          invalid={say('whole-between', { least: 1, most: 512 })}
        />
        <SettingNumber
          setting={sockets}
          label={say('sockets')}
          unit={say('unit-connections')}
          least={1}
          most={64}
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
          least={0.001}
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
          least={0.001}
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
