import { Check, Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCallback, useEffect, useState } from 'react';
import type { DesktopAnswer } from '../../../../shared/desktop-contract.ts';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/marks.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { loadStation, useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import styles from './team-section.module.css';
import form from '../fields/form.module.css';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import { isLocked } from '../use-setting.ts';
import { PlainPage } from './plain-page.tsx';

type Stations = DesktopAnswer<'team.look'>['stations'];

/** What stations share: whether this one has joined a team, who is in it, and the way in and out. */
export function TeamSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const { address, login } = settings.team;
  const isJoined = address !== undefined && login !== undefined;
  return (
    <PlainPage title={say('team')}>
      {isJoined ? <Member address={address} own={settings.station.id} /> : <Joining known={address} />}
    </PlainPage>
  );
}

/** The team as its database has it, looked at anew each time. */
function Member({ address, own }: { readonly address: string; readonly own: string }): ReactElement {
  const say = useText('settings');
  const sayShared = useText('shared');
  const [stations, setStations] = useState<Stations>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [leaving, setLeaving] = useState(false);

  const take = useCallback((found: Outcome<DesktopAnswer<'team.look'>>): void => {
    setBusy(false);
    setFault(found.ok ? null : found.fault);
    if (found.ok) setStations(found.value.stations);
  }, []);
  useEffect(() => {
    void bridge().desktop({ name: 'team.look' }).then(take);
  }, [take]);
  const look = async (): Promise<void> => {
    setBusy(true);
    take(await bridge().desktop({ name: 'team.look' }));
  };

  const leave = async (): Promise<void> => {
    setLeaving(false);
    setBusy(true);
    const left = await bridge().desktop({ name: 'team.leave' });
    setBusy(false);
    setFault(left.ok ? null : left.fault);
    if (left.ok) await loadStation();
  };

  const members = (stations ?? []).filter(({ left }) => !left);
  return (
    <SettingGroup title={say('team-joined')} text={say('team-joined-text', { address })}>
      <SettingLine setting={{ locked: false, fault }}>
        <div className={styles['buttons']}>
          <Button disabled={isBusy} onPress={() => void look()}>
            {say('team-look')}
          </Button>
          <Button disabled={isBusy} onPress={() => setLeaving(true)}>
            {say('team-leave')}
          </Button>
        </div>
      </SettingLine>
      <ul className={styles['stations']} aria-label={say('team-stations')} aria-busy={isBusy}>
        {members.map(({ id, name, present }) => (
          <li key={id}>
            <MiddleName name={id === own ? say('team-own', { name }) : name} />
            <Chip icon={present ? <Check aria-hidden /> : <Clock aria-hidden />} kind={present ? 'positive' : 'moving'}>
              {say(present ? 'team-present' : 'team-silent')}
            </Chip>
          </li>
        ))}
      </ul>
      {leaving && (
        <Dialog
          title={say('team-leave-title')}
          asks
          onClose={() => setLeaving(false)}
          actions={
            <>
              <Button onPress={() => setLeaving(false)}>{sayShared('cancel')}</Button>
              <Button kind="danger" onPress={() => void leave()}>
                {say('team-leave')}
              </Button>
            </>
          }
        >
          <p>{say('team-leave-text')}</p>
        </Dialog>
      )}
    </SettingGroup>
  );
}

/** The credentials of who owns the database: they are used once. */
function Joining({ known }: { readonly known: string | undefined }): ReactElement {
  const say = useText('settings');
  const locked = useStation((state) => isLocked('team.address', state.locked));
  const [address, setAddress] = useState(known ?? '');
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);

  const join = async (): Promise<void> => {
    setBusy(true);
    const joined = await bridge().desktop({ name: 'team.join', address: address.trim(), user: user.trim(), password });
    setBusy(false);
    setPassword('');
    setFault(joined.ok ? null : joined.fault);
    if (joined.ok) await loadStation();
  };

  const isWhole = address.trim() !== '' && user.trim() !== '';
  return (
    <SettingGroup title={say('team-alone')} text={say('team-alone-text')}>
      <div className={styles['fields']}>
        <SettingLine setting={{ locked, fault: null }}>
          <div className={form['code']}>
            <TextField
              label={say('team-address')}
              value={address}
              onChange={setAddress}
              placeholder="postgres://db.example.com:5432/mailroom"
              hint={say('team-address-hint')}
              disabled={locked && known !== undefined}
            />
          </div>
        </SettingLine>
        <TextField label={say('team-user')} value={user} onChange={setUser} hint={say('team-user-hint')} />
        <TextField label={say('team-password')} type="password" value={password} onChange={setPassword} />
      </div>
      <SettingLine setting={{ locked: false, fault }}>
        <div>
          <Button
            kind="primary"
            disabled={isBusy}
            why={isWhole ? null : say('team-join-why')}
            onPress={() => void join()}
          >
            {say('team-join')}
          </Button>
        </div>
      </SettingLine>
    </SettingGroup>
  );
}
