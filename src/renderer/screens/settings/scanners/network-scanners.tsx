import { CircleCheck, Plus, RefreshCw, ScanLine, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import type { ScannerCapabilities } from '../../../../shared/scanning.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { textOf, useText } from '../../../text/index.ts';
import { lookForScanners } from '../../scan/scan-acts.ts';
import { useScan } from '../../scan/scan-store.ts';
import { saveSetting } from '../use-setting.ts';
import own from './scanners.module.css';

/** What came of asking a typed address. */
interface Finding {
  readonly address: string;
  readonly capabilities: ScannerCapabilities | null;
  readonly fault: Fault | null;
}

/** An address as it is kept: without a scheme both are tried; null where it is none. */
function readAddress(typed: string): string | null {
  const text = typed.trim().replace(/\/+$/u, '');
  const whole = /^https?:\/\//iu.test(text) ? text : `http://${text}`;
  if (text === '' || /\s/u.test(text) || !URL.canParse(whole)) return null;
  return new URL(whole).hostname === '' ? null : text;
}

function useAsk(): {
  readonly finding: Finding | null;
  readonly asking: boolean;
  readonly ask: (address: string) => Promise<boolean>;
} {
  const [finding, setFinding] = useState<Finding | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = async (address: string): Promise<boolean> => {
    setAsking(true);
    setFinding(null);
    const answer = await bridge().query({ name: 'scanners.capabilities', scannerId: `escl:${address}` });
    setAsking(false);
    setFinding({
      address,
      capabilities: answer.ok ? answer.value : null,
      fault: answer.ok ? null : answer.fault,
    });
    return answer.ok;
  };
  return { finding, asking, ask };
}

function FindingLine({ finding }: { readonly finding: Finding }): ReactElement {
  const say = useText('scanners');
  const { capabilities, fault } = finding;
  if (fault !== null || capabilities === null) {
    return <p className={own['bad']}>{fault !== null && `${faultSentence(fault)} ${nextStep(fault)}`}</p>;
  }
  return (
    <p className={own['good']}>
      <CircleCheck aria-hidden />
      {say('test-well', { what: capabilities.sources.map(({ source }) => say(`source-${source}`)).join('; ') })}
    </p>
  );
}

function FoundScanners(): ReactElement {
  const say = useText('scanners');
  const scanners = useScan((state) => state.scanners);
  const looking = useScan((state) => state.looking);
  return (
    <section className={own['part']}>
      <h3>{say('found')}</h3>
      <p>{say('found-text')}</p>
      {scanners !== null && scanners.length > 0 && (
        <ul className={own['list']}>
          {scanners.map(({ id, name, driver }) => (
            <li key={id}>
              <ScanLine aria-hidden />
              <span>
                {name}
                <small>{say(`driver-${driver}`)}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {looking && <p>{say('looking')}</p>}
        {!looking && scanners?.length === 0 && <p>{say('none-found')}</p>}
      </div>
      <Button icon={<RefreshCw aria-hidden />} disabled={looking} onPress={() => void lookForScanners()}>
        {say(scanners === null ? 'look' : 'look-again')}
      </Button>
    </section>
  );
}

/** The scanners that answer now, and the addresses of those that do not announce themselves. */
export function NetworkScanners({
  settings,
  disabled,
}: {
  readonly settings: Settings;
  readonly disabled: boolean;
}): ReactElement {
  const say = useText('scanners');
  const { addresses } = settings.scanning;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const { finding, asking, ask } = useAsk();
  const keep = async (list: readonly string[]): Promise<void> => {
    const refused = await saveSetting('scanning.addresses', list);
    setProblem(refused === null ? undefined : faultSentence(refused));
    if (refused === null) void lookForScanners();
  };
  const add = async (tested: boolean): Promise<void> => {
    const address = readAddress(typed);
    const wrong = address === null ? 'address-invalid' : addresses.includes(address) ? 'address-known' : null;
    setProblem(wrong === null ? undefined : say(wrong));
    if (address === null || wrong !== null) return;
    if (tested && !(await ask(address))) return;
    setTyped('');
    await keep([...addresses, address]);
  };
  const failed = finding !== null && finding.fault !== null && finding.address === readAddress(typed);
  return (
    <div className={own['side']}>
      <FoundScanners />
      <section className={own['part']}>
        <h3>{say('addresses')}</h3>
        <p>{say('addresses-text')}</p>
        {addresses.length > 0 && (
          <ul className={own['list']}>
            {addresses.map((address) => (
              <li key={address}>
                <span className="copyable">{address}</span>
                <Button
                  kind="quiet"
                  label={say('test-label', { address })}
                  disabled={asking}
                  onPress={() => void ask(address)}
                >
                  {say('test')}
                </Button>
                <Button
                  kind="icon"
                  label={say('remove-address', { address })}
                  icon={<X />}
                  why={disabled ? textOf('shared')('why-locked') : null}
                  onPress={() => void keep(addresses.filter((each) => each !== address))}
                />
              </li>
            ))}
          </ul>
        )}
        <form
          className={own['add']}
          onSubmit={(event) => {
            event.preventDefault();
            void add(true);
          }}
        >
          <TextField
            label={say('address')}
            value={typed}
            placeholder={say('address-placeholder')}
            error={problem}
            disabled={disabled}
            onChange={(text) => {
              setTyped(text);
              setProblem(undefined);
            }}
          />
          <Button
            submits
            icon={<Plus aria-hidden />}
            disabled={asking}
            why={disabled ? textOf('shared')('why-locked') : typed.trim() === '' ? textOf('shared')('why-fill') : null}
          >
            {say('add-address')}
          </Button>
        </form>
        <div role="status">
          {asking && <p>{say('testing')}</p>}
          {finding !== null && <FindingLine finding={finding} />}
        </div>
        {failed && (
          <Button why={disabled ? textOf('shared')('why-locked') : null} onPress={() => void add(false)}>
            {say('add-anyway')}
          </Button>
        )}
      </section>
    </div>
  );
}
