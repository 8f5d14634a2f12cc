import { CircleX, Clock, Hand, UserRound, Wrench } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { Fault } from '../../shared/faults.ts';
import { faultOwner, faultSentence, nextStep } from '../text/faults/fault-text.ts';
import { useText } from '../text/index.ts';
import { classes } from './classes.ts';
import styles from './marks.module.css';

/** Status with icon and word; filled (`caution`, `critical`) only where a person must act. */
export function Chip({
  icon,
  kind = 'moving',
  children,
}: {
  readonly icon: ReactNode;
  readonly kind?: 'moving' | 'caution' | 'critical' | 'positive';
  readonly children: ReactNode;
}): ReactElement {
  return (
    <span className={classes(styles['chip'], kind !== 'moving' && styles[kind])}>
      {icon}
      <span className={styles['chipWords']}>{children}</span>
    </span>
  );
}

/** Why something waits, what to do, who must act; at most two buttons. First thing in a details panel. */
export function TaskCard({
  icon,
  title,
  reason,
  next,
  who,
  failed = false,
  calm = false,
  actions,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly reason: string;
  readonly next: string;
  readonly who: string;
  readonly failed?: boolean;
  /** Nobody has to do anything. */
  readonly calm?: boolean;
  readonly actions?: ReactNode;
}): ReactElement {
  const say = useText('shared');
  return (
    <section className={classes(styles['card'], failed && styles['failed'], calm && styles['calm'])} aria-label={title}>
      <h3>
        {icon}
        {title}
      </h3>
      <p className="copyable">{reason}</p>
      <dl className={styles['facts']}>
        <dt>{say('next-step')}</dt>
        <dd>{next}</dd>
        <dt>{say('who')}</dt>
        <dd>
          <UserRound aria-hidden size={14} /> {who}
        </dd>
      </dl>
      {actions !== undefined && <div className={styles['cardActions']}>{actions}</div>}
    </section>
  );
}

/** A {@link TaskCard} for a fault. */
export function ReasonCard({
  title,
  fault,
  failed = false,
  calm = false,
  actions,
}: {
  readonly title: string;
  readonly fault: Fault;
  readonly failed?: boolean;
  readonly calm?: boolean;
  readonly actions?: ReactNode;
}): ReactElement {
  const Icon = calm ? Clock : failed ? CircleX : fault.owner === 'it' ? Wrench : Hand;
  return (
    <TaskCard
      icon={<Icon aria-hidden />}
      title={title}
      reason={faultSentence(fault)}
      next={nextStep(fault)}
      who={faultOwner(fault)}
      failed={failed}
      calm={calm}
      actions={actions}
    />
  );
}

/** How far something is: 0 to 1, with words beside it; `value` null = length unknown, only the words. */
export function Progress({
  value,
  label,
  words,
}: {
  readonly value: number | null;
  readonly label: string;
  readonly words: string;
}): ReactElement {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <span className={styles['progress']}>
      {percent !== null && (
        <span
          className={styles['bar']}
          role="progressbar"
          aria-label={label}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span className={styles['fill']} style={{ display: 'block', width: `${percent}%` }} />
        </span>
      )}
      <span className="tabular">{words}</span>
    </span>
  );
}

/** A screen or pane without content: what is, and what to do. */
export function EmptyState({
  icon,
  title,
  isPage = false,
  children,
  actions,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  /** It is all that the window shows. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}): ReactElement {
  return (
    <div className={styles['empty']}>
      {icon}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className={styles['emptyActions']}>{actions}</div>}
    </div>
  );
}
