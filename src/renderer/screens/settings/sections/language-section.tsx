import type { ReactElement } from 'react';
import { formatBytes, formatDay, formatNumber, formatTime } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { systemLanguage } from '../../../text/language.ts';
import { ChoiceLine } from './choice-line.tsx';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { useSetting } from '../use-setting.ts';

/** Each language by its own name. */
const names = { en: 'English', de: 'Deutsch' } as const;

/** Shows how the language writes a day and a time. */
const sample = new Date(2026, 10, 28, 14, 5).getTime();

/** The language of window, menu and notices. */
export function LanguageSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const language = useSetting(settings, 'language', (all) => all.language);
  return (
    <PlainPage title={say('language')}>
      <SettingGroup title={say('language-title')} text={say('language-text')}>
        <SettingLine setting={language}>
          <ChoiceLine
            label={say('language')}
            value={language.value}
            options={[
              {
                value: 'system',
                label: say('language-system'),
                hint: say('language-system-hint', { name: names[systemLanguage()] }),
              },
              { value: 'en', label: names.en },
              { value: 'de', label: names.de },
            ]}
            disabled={language.locked}
            onChange={language.save}
          />
        </SettingLine>
      </SettingGroup>
      <SettingGroup title={say('formats-title')} text={say('formats-text')}>
        <dl className={styles['facts']}>
          <div>
            <dt>{say('format-day')}</dt>
            <dd>{`${formatDay(sample)}, ${formatTime(sample)}`}</dd>
          </div>
          <div>
            <dt>{say('format-figure')}</dt>
            <dd>{formatNumber(1_234_567.89, 2)}</dd>
          </div>
          <div>
            <dt>{say('format-size')}</dt>
            <dd>{formatBytes(12_400_000)}</dd>
          </div>
        </dl>
      </SettingGroup>
    </PlainPage>
  );
}
