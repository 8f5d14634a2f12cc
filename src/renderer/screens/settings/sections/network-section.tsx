import type { HTMLAttributes, ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Switch } from '../../../components/fields/check-fields.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import { PathField } from '../fields/path-field.tsx';
import form from '../fields/form.module.css';
import { isProxyAddress, isScriptAddress } from '../fields/addresses.ts';
import { ClientCertificate } from './client-certificate.tsx';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import { useSetting } from '../use-setting.ts';

/** What ends the typing of a line: leaving it, and Enter. */
function whenDone(keep: () => void): Pick<HTMLAttributes<HTMLDivElement>, 'onBlur' | 'onKeyDown'> {
  return {
    onBlur: keep,
    onKeyDown: (event) => {
      if (event.key === 'Enter') keep();
    },
  };
}

/** The way to the service: proxies and certificates. */
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
  const script = useSetting(settings, 'network.proxyScript', (all) => all.network.proxyScript);
  const system = useSetting(settings, 'network.systemProxy', (all) => all.network.systemProxy);
  const [typedScript, setTypedScript] = useState<string | null>(null);
  const shownScript = typedScript ?? script.value ?? '';
  const wrongScript = shownScript.trim() !== '' && !isScriptAddress(shownScript.trim());
  const keepScript = (): void => {
    if (typedScript === null || wrongScript) return;
    setTypedScript(null);
    script.save(shownScript.trim() === '' ? undefined : shownScript.trim());
  };
  const keepPath = (file: string): void => {
    setPath(null);
    authorities.save(file.trim() === '' ? undefined : file.trim());
  };
  return (
    <PlainPage title={say('network')}>
      <SettingGroup title={say('proxy')} text={say('proxy-text')}>
        <SettingLine setting={proxy}>
          <div className={form['code']} {...whenDone(keepProxy)}>
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
        <SettingLine setting={script}>
          <div className={form['code']} {...whenDone(keepScript)}>
            <TextField
              label={say('proxy-script')}
              value={shownScript}
              onChange={setTypedScript}
              placeholder="http://wpad.example.com/proxy.pac"
              hint={say('proxy-script-hint')}
              error={wrongScript ? say('proxy-script-invalid') : undefined}
              disabled={script.locked}
            />
          </div>
        </SettingLine>
        <SettingLine setting={system}>
          <Switch label={say('proxy-system')} selected={system.value} disabled={system.locked} onChange={system.save} />
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
      <ClientCertificate settings={settings} />
    </PlainPage>
  );
}
