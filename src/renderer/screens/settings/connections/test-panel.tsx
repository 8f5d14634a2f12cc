import { Check, CircleX, Minus, RefreshCw } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { faultOwner, faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { formatTime } from '../../../text/format.ts';
import type { Say } from '../../../text/index.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';
import type { TestResult } from './connection-drafts.ts';
import scopes from './scopes.module.css';

/** Scopes whose use is known; others are shown by their name alone. */
const knownScopes = [
  'files.write',
  'files.read',
  'documents.read',
  'documents.write',
  'projects.read',
  'projects.write',
  'agents.read',
  'agents.write',
  'emails.read',
  'companies.read',
  'routings.read',
  'routings.write',
  'enrichment.write',
  'enrichment.delete',
  'enrichment-workflows.read',
  'enrichment-workflows.write',
] as const;

function scopeUse(scope: string, say: Say<'connections'>): string {
  const known = knownScopes.find((name) => name === scope);
  return known === undefined ? '' : say(`scope-${known}`);
}

/** What the service answered to a test, and the way to ask again. `children` = the buttons below. */
export function TestPanel({
  result,
  busy,
  onTest,
  children,
}: {
  readonly result: TestResult | undefined;
  readonly busy: boolean;
  /** Absent: there is nothing to test with yet. */
  readonly onTest: (() => void) | null;
  readonly children: ReactNode;
}): ReactElement {
  const say = useText('connections');
  return (
    <div className={styles['panel']}>
      <header className={styles['panelHead']}>
        <h2>{say('test')}</h2>
        <Button
          icon={<RefreshCw aria-hidden />}
          disabled={busy}
          why={onTest === null ? say('why-incomplete') : null}
          onPress={() => onTest?.()}
        >
          {say(result === undefined ? 'test-now' : 'test-again')}
        </Button>
        <p role="status">
          {busy
            ? say('testing')
            : result === undefined
              ? say('not-tested')
              : say('tested-at', { time: formatTime(result.at, true) })}
        </p>
      </header>
      <div className={styles['panelBody']} tabIndex={0} role="group" aria-label={say('test')}>
        {result !== undefined && <Result result={result} />}
        {result === undefined && <p className={styles['hint']}>{say('test-text')}</p>}
      </div>
      <footer className={styles['panelFoot']}>{children}</footer>
    </div>
  );
}

function Result({ result }: { readonly result: TestResult }): ReactElement {
  const say = useText('connections');
  if ('fault' in result) {
    return (
      <div className={classes(styles['notice'], styles['bad'])} role="alert">
        <CircleX aria-hidden />
        <div>
          <strong>{say('test-failed')}</strong>
          <p className="copyable">{faultSentence(result.fault)}</p>
          <p>
            {nextStep(result.fault)} <span>({faultOwner(result.fault)})</span>
          </p>
        </div>
      </div>
    );
  }
  const { scopes: granted, missingScopes } = result.findings;
  return (
    <>
      <div className={classes(styles['notice'], missingScopes.length === 0 ? styles['good'] : styles['bad'])}>
        {missingScopes.length === 0 ? <Check aria-hidden /> : <CircleX aria-hidden />}
        <div>
          <strong>{say('signed-in')}</strong>
          <p>{say(missingScopes.length === 0 ? 'scopes-suffice' : 'scopes-missing')}</p>
        </div>
      </div>
      {missingScopes.length > 0 && <Scopes title={say('not-granted')} names={missingScopes} granted={false} />}
      {granted.length > 0 && <Scopes title={say('may')} names={granted} granted />}
      {granted.length === 0 && <p className={styles['hint']}>{say('scopes-untold')}</p>}
    </>
  );
}

function Scopes({
  title,
  names,
  granted,
}: {
  readonly title: string;
  readonly names: readonly string[];
  readonly granted: boolean;
}): ReactElement {
  const say = useText('connections');
  return (
    <section>
      <div className={styles['subhead']}>
        <h3>{title}</h3>
        <small className="tabular">{names.length}</small>
      </div>
      <ul className={classes(scopes['scopes'], !granted && scopes['off'])}>
        {names.map((name) => (
          <li key={name}>
            {granted ? <Check aria-hidden /> : <Minus aria-hidden />}
            <code>{name}</code>
            <span>{scopeUse(name, say)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
