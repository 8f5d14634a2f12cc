import type { Fault } from '../../../shared/faults.ts';
import { openCaseFaults } from '../cases/open-case-state.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { Notifier } from '../platform/ports.ts';

/**
 * Wraps `inner` so that whoever shows notices hears of each item that is held or settled, once that is durable. Items that wait
 * with their open case are not told one by one: the open case is.
 */
export function createNoticingJournal(inner: Journal, notifier: Notifier): Journal {
  function held(subject: string, reason: Fault | null | undefined): void {
    if (reason !== null && reason !== undefined && openCaseFaults.has(reason.code)) return;
    notifier.notify({ kind: 'held', subject, ...(reason === null || reason === undefined ? {} : { fault: reason }) });
  }

  function tell(change: Change): void {
    if (change.kind === 'item-set' && change.note?.event === 'held-again') {
      held(change.itemId, change.set.fault);
      return;
    }
    if (change.kind !== 'item-added' && change.kind !== 'item-moved') return;
    const subject = change.kind === 'item-added' ? change.item.id : change.itemId;
    const reason = change.kind === 'item-added' ? change.item.fault : change.set?.fault;
    if (change.trail.at(-1)?.stage === 'held') held(subject, reason);
    else if (change.trail.some(({ stage }) => stage === 'settled')) notifier.notify({ kind: 'settled', subject });
  }

  return {
    ...inner,
    async commit(changes, actor) {
      const outcome = await inner.commit(changes, actor);
      if (outcome.ok) {
        // An item that turned out to be a duplicate ends the list: what follows it did not happen.
        const happened = outcome.stoppedAt === undefined ? changes : changes.slice(0, outcome.stoppedAt);
        for (const change of happened) tell(change);
      }
      return outcome;
    },
  };
}
