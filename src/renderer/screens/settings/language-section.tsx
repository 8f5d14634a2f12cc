import type { ReactElement } from 'react';
import { useText } from '../../text/index.ts';
import { ChoiceLine } from './choice-line.tsx';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from './section-props.ts';
import { SettingGroup, SettingLine } from './setting-group.tsx';
import { useSetting } from './use-setting.ts';

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
              { value: 'en', label: 'English' },
              { value: 'de', label: 'Deutsch' },
            ]}
            disabled={language.locked}
            onChange={language.save}
          />
        </SettingLine>
      </SettingGroup>
    </PlainPage>
  );
}
