import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import { bridge } from '../../bridge/bridge.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';
import { Choice } from './choice.tsx';
import styles from './first-start.module.css';
import { useFirstStart } from './under-way.ts';

/** First step: connect to the service, or start the practice service. */
export function ConnectStep({
  onConnected,
}: {
  readonly onConnected: (connection: { readonly id: string; readonly name: string }) => void;
}): ReactElement {
  const say = useText('firstStart');
  const [kind, setKind] = useState<'service' | 'practice'>('service');
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [clientId, setClientId] = useState('');
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const complete = [baseUrl, clientId, secret].every((value) => value.trim() !== '');

  const connect = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    // The connection may be announced before its answer comes: the steps must go on then.
    useFirstStart.setState({ underWay: true });
    if (kind === 'practice') {
      const started = await bridge().desktop({ name: 'practice.start' });
      if (started.ok) onConnected({ id: started.value.connectionId, name: say('practice') });
      else setFault(started.fault);
    } else {
      const connection = {
        id,
        name: name.trim() || baseUrl.trim(),
        baseUrl: baseUrl.trim(),
        clientId: clientId.trim(),
      };
      const saved = await bridge().desktop({ name: 'connections.save', connection, secret });
      setSecret('');
      if (saved.ok) onConnected(connection);
      else setFault(saved.fault);
    }
    setBusy(false);
  };

  return (
    <form
      className={styles['page']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && (kind === 'practice' || complete)) void connect();
      }}
    >
      <h1>{say('connect-title')}</h1>
      <p className={styles['lead']}>{say('connect-lead')}</p>
      <Choice
        label={say('step-connect')}
        value={kind}
        options={[
          { value: 'service', title: say('service'), hint: say('service-hint') },
          { value: 'practice', title: say('practice'), hint: say('practice-hint') },
        ]}
        onChange={setKind}
      />
      {kind === 'service' && (
        <div className={styles['form']}>
          <TextField label={say('connection-name')} value={name} onChange={setName} />
          <TextField label={say('base-url')} value={baseUrl} onChange={setBaseUrl} hint={say('base-url-hint')} />
          <TextField label={say('client-id')} value={clientId} onChange={setClientId} />
          <TextField
            label={say('secret')}
            type="password"
            value={secret}
            onChange={setSecret}
            hint={say('secret-hint')}
          />
        </div>
      )}
      <div role="status">
        {fault !== null && (
          <p className={styles['trouble']}>
            {faultSentence(fault)} {nextStep(fault)}
          </p>
        )}
      </div>
      <div className={styles['foot']}>
        <Button kind="primary" submits disabled={busy || (kind === 'service' && !complete)}>
          {say(busy ? 'working' : kind === 'practice' ? 'start-practice' : 'test-and-continue')}
        </Button>
      </div>
    </form>
  );
}
