import type { ReactElement } from 'react';
import type { PileSetAside } from '../../../../shared/case-views.ts';
import { Button } from '../../../components/button.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { useText } from '../../../text/index.ts';
import { actOnItems } from '../../intake/acts.ts';
import styles from '../cases.module.css';
import { choosePile } from '../choice.ts';
import { roleWord } from '../role-words.ts';

/** Files that came for a pile and were set aside as duplicates, each with the way into it and the way to the first one's pile. */
export function PileSetAsides({ setAside }: { readonly setAside: readonly PileSetAside[] }): ReactElement | null {
  const say = useText('cases');
  if (setAside.length === 0) return null;
  return (
    <section className={styles['notice']} aria-label={say('set-aside')}>
      <h3>{say('set-aside')}</h3>
      <p>{say('set-aside-text')}</p>
      <ul>
        {setAside.map(({ itemId, name, role, pileId, pileName }) => (
          <li key={itemId}>
            <MiddleName name={name} />
            <p className={styles['quiet']}>
              {role !== null && `${roleWord(role)} · `}
              {pileName === null ? (
                say('first-elsewhere')
              ) : (
                <button type="button" className={styles['link']} onClick={() => choosePile(pileId)}>
                  {say('first-in', { name: pileName })}
                </button>
              )}
            </p>
            <Button onPress={() => void actOnItems('items.send-anyway', [itemId])}>{say('put-it-in')}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
