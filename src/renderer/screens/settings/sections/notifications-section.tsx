import type { ReactElement } from 'react';
import { Switch } from '../../../components/fields/check-fields.tsx';
import { useText } from '../../../text/index.ts';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import { useSetting } from '../use-setting.ts';

/** When Mailroom speaks up outside its window. */
export function NotificationsSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const held = useSetting(settings, 'window.notifyHeld', (all) => all.window.notifyHeld);
  const settled = useSetting(settings, 'window.notifySettled', (all) => all.window.notifySettled);
  return (
    <PlainPage title={say('notifications')}>
      <SettingGroup title={say('notify-title')} text={say('notify-text')}>
        <SettingLine setting={held}>
          <Switch label={say('notify-held')} selected={held.value} disabled={held.locked} onChange={held.save} />
        </SettingLine>
        <SettingLine setting={settled}>
          <Switch
            label={say('notify-settled')}
            selected={settled.value}
            disabled={settled.locked}
            onChange={settled.save}
          />
        </SettingLine>
      </SettingGroup>
      <SettingGroup title={say('notify-silent-title')} text={say('notify-silent-text')} />
    </PlainPage>
  );
}
