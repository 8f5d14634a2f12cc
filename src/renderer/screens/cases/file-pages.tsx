import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { Preview } from '../../preview/preview.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { formatBytes, formatMoment } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import styles from './cases.module.css';
import { chooseOpenCase, clearChoice, useChoice } from './choice.ts';

/** Keeps the height of a line that has no words yet. */
const blank = '\u00a0';

/** The pages of the chosen file, with the way back to the case whose details were shown. */
export function FilePages({ itemId }: { readonly itemId: string }): ReactElement {
  const say = useText('cases');
  const openCaseId = useChoice((state) => state.openCaseId);
  const { value: item } = useQuery<'items.get'>({ name: 'items.get', idPrefix: itemId });
  return (
    <section className={styles['details']} aria-label={say('pages')}>
      <header className={styles['head']}>
        <div className={styles['headLine']}>
          <h2 className="copyable">{item?.name ?? blank}</h2>
          <Button kind="icon" label={say('close-details')} icon={<X aria-hidden />} onPress={clearChoice} />
        </div>
        <p className={styles['meta']}>
          {item === undefined ? blank : `${formatBytes(item.size)} · ${formatMoment(item.takenInAt)}`}
        </p>
        {item !== undefined && item.fault !== null && <p className={styles['meta']}>{faultSentence(item.fault)}</p>}
      </header>
      <div className={styles['pages']}>
        <Preview content={{ kind: 'item', itemId }} />
      </div>
      <footer className={styles['foot']}>
        {openCaseId !== null && <Button onPress={() => chooseOpenCase(openCaseId)}>{say('to-case-details')}</Button>}
        <Button onPress={() => openScreen('intake', { itemId })}>{say('to-item')}</Button>
      </footer>
    </section>
  );
}
