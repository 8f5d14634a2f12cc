import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { OpenCaseView } from '../../../../shared/case-views.ts';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { showFault } from '../../../stores/toasts.ts';
import { textOf, useText } from '../../../text/index.ts';
import type { Pair } from '../../documents/external-pairs.ts';
import { externalDataOf, keyProblem, maxKeyLength, maxPairs, pairsOf } from '../../documents/external-pairs.ts';
import { changeOpenCase } from '../acts.ts';
import styles from '../cases.module.css';

/** The external data of an open case: kept when its fields are left, as long as nothing is wrong with them. */
export function OpenCaseExternal({
  openCase,
  open,
}: {
  readonly openCase: OpenCaseView;
  readonly open: boolean;
}): ReactElement {
  const say = useText('cases');
  const [typed, setTyped] = useState<readonly Pair[] | null>(null);
  const pairs = typed ?? pairsOf(openCase.externalData);
  const keep = async (next: readonly Pair[]): Promise<void> => {
    if (next.some((pair) => keyProblem(next, pair) !== null)) return;
    const externalData = externalDataOf(next);
    if (JSON.stringify(externalData) === JSON.stringify(openCase.externalData ?? {})) return setTyped(null);
    const fault = await changeOpenCase(openCase.id, { externalData: next.length === 0 ? null : externalData });
    if (fault === null) setTyped(null);
    else showFault(fault);
  };
  const change = (id: number, part: Partial<Pair>): void =>
    setTyped(pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair)));
  const errorOf = (pair: Pair): string | undefined => {
    const found = keyProblem(pairs, pair);
    // An empty key of a pair that was just added is no mistake yet.
    if (found === null || (found === 'key-empty' && pair.value === '')) return undefined;
    return say(found, { length: pair.key.length, limit: maxKeyLength });
  };
  return (
    <section>
      <div className={styles['sectionHead']}>
        <h3>{say('external-data')}</h3>
        <small className="tabular">{say('pairs-of', { count: pairs.length, limit: maxPairs })}</small>
      </div>
      <div
        onBlur={(event) => {
          if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
          if (typed !== null) void keep(typed);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed !== null && event.target instanceof HTMLInputElement) void keep(typed);
        }}
      >
        {pairs.map((pair, index) => (
          <div key={pair.id} className={styles['pair']}>
            <TextField
              label={say('key-of', { number: index + 1 })}
              value={pair.key}
              disabled={!open}
              onChange={(key) => change(pair.id, { key })}
              error={errorOf(pair)}
            />
            <TextField
              label={say('value-of', { number: index + 1 })}
              value={pair.value}
              disabled={!open}
              onChange={(value) => change(pair.id, { value })}
            />
            {open && (
              <Button
                kind="icon"
                label={say('remove-pair', { key: pair.key })}
                icon={<Trash2 aria-hidden />}
                onPress={() => {
                  const next = pairs.filter(({ id }) => id !== pair.id);
                  setTyped(next);
                  void keep(next);
                }}
              />
            )}
          </div>
        ))}
      </div>
      {open && (
        <Button
          kind="quiet"
          icon={<Plus aria-hidden />}
          why={pairs.length >= maxPairs ? textOf('shared')('why-most') : null}
          onPress={() =>
            setTyped([
              ...pairs,
              { id: Math.max(-1, ...pairs.map(({ id }) => id)) + 1, key: '', value: '', original: '' },
            ])
          }
        >
          {say('add-pair')}
        </Button>
      )}
    </section>
  );
}
