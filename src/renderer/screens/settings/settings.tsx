import type { ReactElement } from 'react';
import { useRef, useState } from 'react';
import { useWindowEvents } from '../../bridge/use-query.ts';
import { SearchField } from '../../components/fields/search-field.tsx';
import { openScreen, type ScreenParams } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import { useText } from '../../text/index.ts';
import { findSections } from './sections.ts';
import { sections } from './sections.ts';
import styles from './sections.module.css';

/** The settings: their sections at the left, the one in `params.section` beside them. */
export function SettingsScreen({ params }: { readonly params: ScreenParams }): ReactElement {
  const say = useText('settings');
  const shared = useText('shared');
  const settings = useStation((state) => state.settings);
  const [wanted, setWanted] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useWindowEvents((event) => {
    if (event.kind === 'menu' && event.command === 'find') search.current?.focus();
  });
  const found = findSections(sections, wanted, say);
  const shown = sections.find(({ id }) => id === params['section']) ?? sections[0];
  return (
    <ScreenFrame
      title={say('title')}
      filters={
        <SearchField
          ref={search}
          label={say('search')}
          value={wanted}
          most={100}
          keys={shared('find-keys')}
          onChange={setWanted}
        />
      }
    >
      <div className={styles['settings']}>
        <nav className={styles['nav']} aria-label={say('title')}>
          <ul>
            {found.map(({ section: { id, icon: Icon }, matches }) => (
              <li key={id}>
                <button
                  type="button"
                  {...(id === shown?.id ? { 'aria-current': 'page' as const } : {})}
                  onClick={() => openScreen('settings', { section: id })}
                >
                  <Icon aria-hidden />
                  <span>
                    {say(id)}
                    {matches.length > 0 && <small>{matches.join(', ')}</small>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div role="status">{found.length === 0 && <p>{say('nothing-found')}</p>}</div>
        </nav>
        {settings !== null && shown !== undefined && (
          <shown.component key={shown.id} settings={settings} params={params} />
        )}
      </div>
    </ScreenFrame>
  );
}
