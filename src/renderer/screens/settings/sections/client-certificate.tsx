import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { loadStation, useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import { PathField } from '../fields/path-field.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import { isLocked } from '../use-setting.ts';

type Request = { readonly name: 'certificate.remove' } | SaveRequest;

interface SaveRequest {
  readonly name: 'certificate.save';
  readonly file: string;
  readonly keyFile?: string;
  readonly passphrase: string;
}

/** The certificate that this computer shows to the service: its files, and the passphrase, which goes to the keychain and is shown nowhere again. */
export function ClientCertificate({ settings }: Pick<SectionProps, 'settings'>): ReactElement {
  const say = useText('settings');
  const sayShared = useText('shared');
  const { clientCertificate, clientKey } = settings.network;
  const locked = useStation((state) =>
    ['network.clientCertificate', 'network.clientKey'].some((path) => isLocked(path, state.locked)),
  );
  const [file, setFile] = useState<string | null>(null);
  const [key, setKey] = useState<string | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const shown = (file ?? clientCertificate ?? '').trim();
  const shownKey = (key ?? clientKey ?? '').trim();
  const isChanged = file !== null || key !== null || passphrase !== '';

  async function ask(request: Request): Promise<void> {
    setBusy(true);
    const done = await bridge().desktop(request);
    setBusy(false);
    setFault(done.ok ? null : done.fault);
    if (!done.ok) return;
    setFile(null);
    setKey(null);
    setPassphrase('');
    await loadStation();
  }

  return (
    <SettingGroup title={say('client-certificate')} text={say('client-certificate-text')}>
      <SettingLine setting={{ locked, fault }}>
        <PathField
          kind="file"
          label={say('client-certificate-file')}
          title={say('client-certificate-file')}
          choose={say('choose')}
          value={file ?? clientCertificate ?? ''}
          hint={say('client-certificate-hint')}
          disabled={locked}
          onChange={setFile}
        />
      </SettingLine>
      {shown !== '' && !locked && (
        <>
          <PathField
            kind="file"
            label={say('client-key')}
            title={say('client-key')}
            choose={say('choose')}
            value={key ?? clientKey ?? ''}
            hint={say('client-key-hint')}
            onChange={setKey}
          />
          <TextField
            label={say('client-passphrase')}
            type="password"
            value={passphrase}
            onChange={setPassphrase}
            hint={say('client-passphrase-hint')}
          />
          <div>
            <Button
              kind="primary"
              disabled={isBusy}
              why={isChanged ? null : say('client-certificate-same')}
              onPress={() =>
                void ask({
                  name: 'certificate.save',
                  file: shown,
                  ...(shownKey === '' ? {} : { keyFile: shownKey }),
                  passphrase,
                })
              }
            >
              {say('client-certificate-save')}
            </Button>
          </div>
        </>
      )}
      {clientCertificate !== undefined && !locked && (
        <div>
          <Button disabled={isBusy} onPress={() => setRemoving(true)}>
            {say('client-certificate-none')}
          </Button>
        </div>
      )}
      {removing && (
        <Dialog
          title={say('client-certificate-none-title')}
          asks
          onClose={() => setRemoving(false)}
          actions={
            <>
              <Button onPress={() => setRemoving(false)}>{sayShared('cancel')}</Button>
              <Button
                kind="danger"
                onPress={() => {
                  setRemoving(false);
                  void ask({ name: 'certificate.remove' });
                }}
              >
                {say('client-certificate-none')}
              </Button>
            </>
          }
        >
          <p>{say('client-certificate-none-text')}</p>
        </Dialog>
      )}
    </SettingGroup>
  );
}
