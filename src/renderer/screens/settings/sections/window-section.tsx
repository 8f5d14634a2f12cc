import type { ReactElement } from 'react';
import { Switch } from '../../../components/fields/check-fields.tsx';
import { useText } from '../../../text/index.ts';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import { useSetting } from '../use-setting.ts';

/** How the window comes and goes. */
export function WindowSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const tray = useSetting(settings, 'window.closeToTray', (all) => all.window.closeToTray ?? false);
  const login = useSetting(settings, 'window.startAtLogin', (all) => all.window.startAtLogin);
  return (
    <PlainPage title={say('window')}>
      <SettingGroup title={say('closing-title')}>
        <SettingLine setting={tray}>
          <Switch
            label={say('close-to-tray')}
            hint={say('close-to-tray-hint')}
            selected={tray.value}
            disabled={tray.locked}
            onChange={tray.save}
          />
        </SettingLine>
      </SettingGroup>
      <SettingGroup title={say('starting-title')}>
        <SettingLine setting={login}>
          <Switch
            label={say('start-at-login')}
            hint={say('start-at-login-hint')}
            selected={login.value}
            disabled={login.locked}
            onChange={login.save}
          />
        </SettingLine>
      </SettingGroup>
    </PlainPage>
  );
}
