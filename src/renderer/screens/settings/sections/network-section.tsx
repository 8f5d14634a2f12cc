import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import { PathField } from '../fields/path-field.tsx';
import form from '../fields/form.module.css';
import { isProxyAddress } from '../fields/addresses.ts';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import { useSetting } from '../use-setting.ts';

/** The way to the service: proxy and certificates. */
export function NetworkSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const proxy = useSetting(settings, 'network.proxy', (all) => all.network.proxy);
  const authorities = useSetting(
    settings,
    'network.certificateAuthorities',
    (all) => all.network.certificateAuthorities,
  );
  const [typed, setTyped] = useState<string | null>(null);
  const [path, setPath] = useState<string | null>(null);
  const shown = typed ?? proxy.value ?? '';
  const wrong = shown.trim() !== '' && !isProxyAddress(shown.trim());
  const keepProxy = (): void => {
    if (typed === null || wrong) return;
    setTyped(null);
    proxy.save(shown.trim() === '' ? undefined : shown.trim());
  };
  const keepPath = (file: string): void => {
    setPath(null);
    authorities.save(file.trim() === '' ? undefined : file.trim());
  };
  return (
    <PlainPage title={say('network')}>
      <SettingGroup title={say('proxy')} text={say('proxy-text')}>
        <SettingLine setting={proxy}>
          <div
            className={form['code']}
            onBlur={keepProxy}
            onKeyDown={(event) => {
              if (event.key === 'Enter') keepProxy();
            }}
          >
            <TextField
              label={say('proxy-address')}
              value={shown}
              onChange={setTyped}
              placeholder="http://proxy.example.com:8080"
              hint={say('proxy-hint')}
              error={wrong ? say('proxy-invalid') : undefined}
              disabled={proxy.locked}
            />
          </div>
        </SettingLine>
      </SettingGroup>
      <SettingGroup title={say('certificates')} text={say('certificates-text')}>
        <SettingLine setting={authorities}>
          <PathField
            kind="file"
            label={say('certificates-file')}
            title={say('certificates-choose')}
            choose={say('choose')}
            value={path ?? authorities.value ?? ''}
            hint={say('certificates-hint')}
            disabled={authorities.locked}
            onChange={setPath}
            onDone={keepPath}
          />
        </SettingLine>
        {authorities.value !== undefined && !authorities.locked && (
          <div>
            <Button onPress={() => keepPath('')}>{say('certificates-none')}</Button>
          </div>
        )}
      </SettingGroup>
    </PlainPage>
  );
}
