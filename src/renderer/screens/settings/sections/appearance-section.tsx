import type { ReactElement } from 'react';
import { useText } from '../../../text/index.ts';
import { ChoiceLine } from './choice-line.tsx';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import { useSetting } from '../use-setting.ts';

const themes = ['system', 'light', 'dark'] as const;
const densities = ['comfortable', 'compact'] as const;

/** Theme and density of the window. */
export function AppearanceSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const theme = useSetting(settings, 'window.theme', (all) => all.window.theme);
  const density = useSetting(settings, 'window.density', (all) => all.window.density);
  return (
    <PlainPage title={say('appearance')}>
      <SettingGroup title={say('theme')}>
        <SettingLine setting={theme}>
          <ChoiceLine
            label={say('theme')}
            value={theme.value}
            options={themes.map((value) => ({ value, label: say(`theme-${value}`) }))}
            disabled={theme.locked}
            onChange={theme.save}
          />
        </SettingLine>
      </SettingGroup>
      <SettingGroup title={say('density')}>
        <SettingLine setting={density}>
          <ChoiceLine
            label={say('density')}
            value={density.value}
            options={densities.map((value) => ({
              value,
              label: say(`density-${value}`),
              hint: say(`density-${value}-hint`),
            }))}
            disabled={density.locked}
            onChange={density.save}
          />
        </SettingLine>
      </SettingGroup>
    </PlainPage>
  );
}
