import { CircleAlert, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { closeToast, useToasts } from '../stores/toasts.ts';
import { useText } from '../text/index.ts';
import { Button } from './button.tsx';
import styles from './overlays.module.css';

/** The notices of the window, read aloud as they come. */
export function Toasts(): ReactElement {
  const say = useText('shared');
  const notices = useToasts((state) => state.notices);
  return (
    <div className={styles['toasts']} role="status" aria-live="polite">
      {notices.map((notice) => (
        <div key={notice.id} className={styles['toast']}>
          {notice.kind === 'critical' && <CircleAlert aria-hidden className={styles['critical'] ?? ''} />}
          <p>
            {notice.text}
            {notice.detail !== null && <small>{notice.detail}</small>}
          </p>
          {notice.act !== null && (
            <Button
              kind="quiet"
              onPress={() => {
                closeToast(notice.id);
                notice.act?.run();
              }}
            >
              {notice.act.label}
            </Button>
          )}
          <Button kind="icon" label={say('close')} icon={<X aria-hidden />} onPress={() => closeToast(notice.id)} />
        </div>
      ))}
    </div>
  );
}
