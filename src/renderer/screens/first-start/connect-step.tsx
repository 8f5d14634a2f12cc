import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import { bridge } from '../../bridge/bridge.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { loadStation } from '../../stores/station.ts';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';
import { Choice } from './choice.tsx';
import styles from './first-start.module.css';
import { useFirstStart } from './under-way.ts';

/** What was typed in the first step; it stays while the steps go on and back, so that the same connection is saved again. */
export interface ConnectDraft {
  readonly kind: 'service' | 'practice';
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly clientId: string;
  /** Its secret is in the keychain: an empty field keeps it. */
  readonly saved: boolean;
}

/** A first step with nothing in it. */
export function emptyDraft(): ConnectDraft {
  return { kind: 'service', id: crypto.randomUUID(), name: '', baseUrl: '', clientId: '', saved: false };
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : baseUrl;
}

/** First step: connect to the service, or start the practice service. */
export function ConnectStep({
  draft,
  onDraft,
  onConnected,
}: {
  readonly draft: ConnectDraft;
  readonly onDraft: (draft: ConnectDraft) => void;
  readonly onConnected: (connection: { readonly id: string; readonly name: string }) => void;
}): ReactElement {
  const say = useText('firstStart');
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const { kind, baseUrl, clientId, saved } = draft;
  const complete =
    kind === 'practice' || (baseUrl.trim() !== '' && clientId.trim() !== '' && (saved || secret.trim() !== ''));
  const set = (part: Partial<ConnectDraft>): void => {
    setFault(null);
    onDraft({ ...draft, ...part });
  };

  const connectPractice = async (): Promise<Fault | null> => {
    const started = await bridge().desktop({ name: 'practice.start' });
    if (!started.ok) return started.fault;
    await loadStation();
    onConnected({ id: started.value.connectionId, name: say('practice') });
    return null;
  };
  const connectService = async (): Promise<Fault | null> => {
    const connection = {
      id: draft.id,
      name: draft.name.trim() || hostOf(baseUrl.trim()),
      baseUrl: baseUrl.trim(),
      clientId: clientId.trim(),
    };
    const kept = await bridge().desktop({
      name: 'connections.save',
      connection,
      ...(secret === '' ? {} : { secret }),
    });
    if (!kept.ok) return kept.fault;
    setSecret('');
    onDraft({ ...draft, saved: true });
    await loadStation();
    onConnected(connection);
    return null;
  };
  const connect = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    // The connection may be announced before its answer comes: the steps must go on then.
    useFirstStart.setState({ underWay: true });
    setFault(await (kind === 'practice' ? connectPractice() : connectService()));
    setBusy(false);
  };

  return (
    <form
      className={styles['page']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && complete) void connect();
      }}
    >
      <h1>{say('connect-title')}</h1>
      <p className={styles['lead']}>{say('connect-lead')}</p>
      <Choice
        label={say('step-connect')}
        value={kind}
        options={[
          {
            value: 'service',
            title: say('service'),
            hint: say('service-hint'),
            content: (
              <div className={styles['form']}>
                <div className={styles['wide']}>
                  <TextField
                    label={say('base-url')}
                    value={baseUrl}
                    onChange={(value) => set({ baseUrl: value })}
                    hint={say('base-url-hint')}
                  />
                </div>
                <TextField
                  label={say('connection-name')}
                  value={draft.name}
                  onChange={(name) => set({ name })}
                  placeholder={hostOf(baseUrl.trim())}
                />
                <TextField label={say('client-id')} value={clientId} onChange={(value) => set({ clientId: value })} />
                <div className={styles['wide']}>
                  <TextField
                    label={say('secret')}
                    type="password"
                    value={secret}
                    onChange={(value) => {
                      setFault(null);
                      setSecret(value);
                    }}
                    hint={say(saved ? 'secret-kept' : 'secret-hint')}
                  />
                </div>
              </div>
            ),
          },
          { value: 'practice', title: say('practice'), hint: say('practice-hint') },
        ]}
        onChange={(next) => set({ kind: next })}
      />
      <Trouble fault={fault} />
      <div className={styles['foot']}>
        {!complete && <p className={styles['why']}>{say('why-connect')}</p>}
        <Button kind="primary" submits disabled={busy} why={complete ? null : say('why-connect')}>
          {say(busy ? 'working' : kind === 'practice' ? 'start-practice' : 'test-and-continue')}
        </Button>
      </div>
    </form>
  );
}

/** Why a step does not go on, and what to do. */
export function Trouble({ fault }: { readonly fault: Fault | null }): ReactElement {
  const say = useText('firstStart');
  // Nothing is queued yet, and nothing is tried again by itself.
  const unreachable = fault?.code === 'service-unreachable';
  return (
    <div role="status">
      {fault !== null && (
        <p className={styles['trouble']}>
          <strong>{unreachable ? say('unreachable') : faultSentence(fault)}</strong>{' '}
          {unreachable ? say('unreachable-next') : nextStep(fault)}
        </p>
      )}
    </div>
  );
}
