import { FolderInput } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Settings } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { openScreen } from '../../../stores/navigation.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';

/** The hot folders whose files go to a connection, each with the way to it. */
export function ConnectionUse({
  connectionId,
  settings,
}: {
  readonly connectionId: string;
  readonly settings: Settings;
}): ReactElement {
  const say = useText('connections');
  const folders = settings.hotFolders.filter(({ rule }) => rule.connectionId === connectionId);
  return (
    <section className={styles['part']}>
      <div className={styles['subhead']}>
        <h3>{say('used-by')}</h3>
        <small className="tabular">{folders.length}</small>
      </div>
      {folders.length === 0 ? (
        <p className={styles['hint']}>{say('used-by-none')}</p>
      ) : (
        <ul className={styles['lines']}>
          {folders.map(({ id, name, folder }) => (
            <li key={id}>
              <Button
                kind="icon"
                icon={<FolderInput aria-hidden />}
                label={say('show-folder', { name })}
                onPress={() => openScreen('settings', { section: 'hot-folders', folderId: id })}
              />
              <MiddleName name={name} />
              <span className={styles['mono']}>
                <MiddleName name={folder} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
