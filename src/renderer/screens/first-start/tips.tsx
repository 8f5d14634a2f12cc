import { Lightbulb, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { useStation } from '../../stores/station.ts';
import { useText } from '../../text/index.ts';
import { currentLanguage } from '../../text/language.ts';
import { shortcutOf } from '../../text/shortcut.ts';
import { saveSetting } from '../settings/use-setting.ts';
import styles from './tips.module.css';

/** Three tips after the first start, until somebody closes them for good. */
export function Tips(): ReactElement | null {
  const say = useText('palette');
  const shown = useStation(({ settings }) => settings?.window.tips === true);
  if (!shown) return null;
  const paste = currentLanguage() === 'de' ? 'Strg+V' : 'Ctrl+V';
  return (
    <aside className={styles['tips']} aria-label={say('tips')}>
      <Lightbulb aria-hidden />
      <ul>
        <li>{say('tip-drop', { keys: paste })}</li>
        <li>{say('tip-needs-you')}</li>
        <li>{say('tip-palette', { keys: shortcutOf('palette').words })}</li>
      </ul>
      <Button
        kind="icon"
        icon={<X aria-hidden />}
        label={say('tips-close')}
        onPress={() => void saveSetting('window.tips', false)}
      />
    </aside>
  );
}
