import { ClipboardCopy, FileArchive, FolderOpen, RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useStation } from '../../../stores/station.ts';
import { showFault, showToast } from '../../../stores/toasts.ts';
import { RestartDialog } from '../../../shell/update-notice.tsx';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { formatMoment } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { serviceVersion } from '../fields/addresses.ts';
import { PlainPage } from './plain-page.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { useSetting } from '../use-setting.ts';

/** What this station is, and what support asks for. */
export function DiagnosticsSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const info = useStation((state) => state.info);
  const name = useSetting(settings, 'station.name', (all) => all.station.name);
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const facts: readonly (readonly [string, string])[] = [
    [say('version'), info?.version ?? '–'],
    [say('platform'), info?.platform ?? '–'],
    [say('station-id'), settings.station.id],
    [say('data-directory'), info?.dataDirectory ?? '–'],
    [say('logs-folder'), info?.logsFolder ?? '–'],
  ];
  const keepName = (): void => {
    if (typed === null || typed.trim() === '') return;
    setTyped(null);
    name.save(typed.trim());
  };
  const openLogs = async (): Promise<void> => {
    const opened = await bridge().desktop({ name: 'diagnostics.open-logs' });
    if (!opened.ok) showFault(opened.fault);
  };
  const saveBundle = async (): Promise<void> => {
    setBusy(true);
    const saved = await bridge().desktop({ name: 'diagnostics.save' });
    setBusy(false);
    if (!saved.ok) showFault(saved.fault);
    else if (saved.value.path !== null) showToast(say('diagnostics-saved'), saved.value.path);
  };
  const copy = async (): Promise<void> => {
    const lines = [[say('station-name'), name.value], ...facts].map((line) => line.join(': '));
    const copied = await bridge().desktop({ name: 'clipboard.copy', text: lines.join('\n') });
    if (copied.ok) showToast(say('copied'));
    else showFault(copied.fault);
  };
  return (
    <PlainPage title={say('diagnostics')} below={<Below />}>
      <SettingGroup title={say('station-title')} text={say('station-text')}>
        <SettingLine setting={name}>
          <div
            onBlur={keepName}
            onKeyDown={(event) => {
              if (event.key === 'Enter') keepName();
            }}
          >
            <TextField
              label={say('station-name')}
              value={typed ?? name.value}
              onChange={setTyped}
              error={typed?.trim() === '' ? say('station-name-missing') : undefined}
              disabled={name.locked}
            />
          </div>
        </SettingLine>
        <Facts facts={facts} />
        <div>
          <Button icon={<ClipboardCopy aria-hidden />} onPress={() => void copy()}>
            {say('copy-details')}
          </Button>
        </div>
      </SettingGroup>
      <SettingGroup title={say('support-title')} text={say('support-text')}>
        <div className={styles['actions']}>
          <Button icon={<FolderOpen aria-hidden />} onPress={() => void openLogs()}>
            {say('logs')}
          </Button>
          <Button icon={<FileArchive aria-hidden />} disabled={busy} onPress={() => void saveBundle()}>
            {say('save-diagnostics')}
          </Button>
        </div>
      </SettingGroup>
      <SettingGroup title={say('services-title')}>
        <Facts
          facts={settings.connections.map(({ name: connection, baseUrl }) => [
            connection,
            serviceVersion(baseUrl) ?? say('version-unknown'),
          ])}
        />
        {settings.connections.length === 0 && <p className={styles['hint']}>{say('no-connections')}</p>}
      </SettingGroup>
    </PlainPage>
  );
}

/** What IT wants to know besides. */
function Below(): ReactElement {
  return (
    <>
      <Updates />
      <Policy />
    </>
  );
}

/** How updates of this window stand. */
function Updates(): ReactElement | null {
  const say = useText('settings');
  const updates = useStation((state) => state.info?.updates ?? null);
  const [asks, setAsks] = useState(false);
  if (updates === null) return null;
  const { state, version, at, fault } = updates;
  // Of what was refused the fault tells all there is to say.
  const standing = (): string | undefined =>
    state === 'refused' || state === 'ready' ? undefined : say(`updates-${state}`, { at: formatMoment(at ?? 0) });
  const text = version === null ? standing() : say('updates-ready', { version });
  return (
    <SettingGroup title={say('updates-title')} {...(text === undefined ? {} : { text })}>
      {fault !== null && (
        <p className={styles['hint']}>
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
      {version !== null && (
        <div>
          <Button icon={<RotateCw aria-hidden />} onPress={() => setAsks(true)}>
            {say('updates-restart')}
          </Button>
        </div>
      )}
      {asks && version !== null && <RestartDialog version={version} onClose={() => setAsks(false)} />}
    </SettingGroup>
  );
}

/** What the administrator's policy decides. */
function Policy(): ReactElement {
  const say = useText('settings');
  const locks = useStation((state) => state.locks);
  return (
    <SettingGroup title={say('policy-title')} text={say(locks.length === 0 ? 'policy-none' : 'policy-text')}>
      {locks.length > 0 && <Facts facts={locks.map(({ path, place }) => [path, place])} />}
    </SettingGroup>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }): ReactElement {
  return (
    <dl className={styles['facts']}>
      {facts.map(([term, words], index) => (
        <div key={`${index}-${term}`}>
          <dt>{term}</dt>
          <dd className="copyable">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
