import type { Outcome } from '../../../../shared/faults.ts';
import { scanProfileSchema, type PaperRule } from '../../../../shared/scanning.ts';
import { failure, success } from '../../faults/fault.ts';
import { applyLook, keptPages } from '../session/session-state.ts';
import { change, type SessionAtWork } from '../session/session-at-work.ts';

/**
 * Separates the pages of items by what is read on them, as a person asked: as one change, that can be taken back. While pages are
 * looked at the session is busy; where that is stopped nothing was changed.
 */
export async function separateItems(session: SessionAtWork, rule: PaperRule): Promise<Outcome<null>> {
  const { files, folder, importing } = session;
  const profile = scanProfileSchema.parse({ id: 'edited', name: 'edited', straighten: false, ...rule });
  const before = session.state;
  const pageIds = before.documents.flatMap((document) => keptPages(before, document));
  const control = new AbortController();
  try {
    let next = before;
    for (const [index, pageId] of pageIds.entries()) {
      importing.set(control, { done: index, of: pageIds.length });
      session.onChanged();
      const from = before.pages[pageId]?.from;
      const file = before.edited?.find(({ itemId }) => itemId === from?.itemId);
      if (from === undefined || file === undefined) return failure('not-found', { subject: 'page', id: pageId });
      const seen = await files.look(file, from.page, folder.incoming);
      if (control.signal.aborted) return success(null);
      if (!seen.ok) return seen;
      next = applyLook(next, pageId, seen.value, null, profile);
    }
    // Somebody changed something meanwhile: that stays, and nothing else is done.
    if (session.state !== before) return failure('scanner-busy');
    session.before = [...session.before, before].slice(-100);
    importing.delete(control);
    await change(session, next);
    return success(null);
  } finally {
    importing.delete(control);
    session.onChanged();
  }
}
