import { Lock } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';
import styles from './settings.module.css';

/** Settings that belong together: what they are about, and their fields. */
export function SettingGroup({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <section className={styles['group']} aria-label={title}>
      <h3>{title}</h3>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className={styles['groupFields']}>{children}</div>}
    </section>
  );
}

/** A field of a group with what stands below it: that policy sets it, or why a change was not kept. */
export function SettingLine({
  setting,
  children,
}: {
  readonly setting: { readonly locked: boolean; readonly fault: Fault | null };
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className={styles['line']}>
      {children}
      {setting.locked && <LockedNote />}
      {setting.fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(setting.fault)} {nextStep(setting.fault)}
        </p>
      )}
    </div>
  );
}

/** Says that the administrator's policy decides here. */
export function LockedNote(): ReactElement {
  const say = useText('settings');
  return (
    <p className={styles['locked']}>
      <Lock aria-hidden />
      {say('locked')}
    </p>
  );
}
