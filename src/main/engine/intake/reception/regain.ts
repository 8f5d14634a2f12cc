import { basename } from 'node:path';
import type { Change } from '../../journal/changes.ts';
import type { ItemRecord } from '../../journal/records.ts';
import { claimPlaceOf } from '../../platform/names/claim-places.ts';
import type { Arrival } from './arrival.ts';
import type { IntakeDependencies } from './intake.ts';
import type { KnownFiles } from './known-files.ts';
import { relate } from './relate.ts';

/** What getting a claim back needs. */
export interface RegainDependencies extends Pick<IntakeDependencies, 'journal' | 'clock' | 'withdrawn' | 'regained'> {
  readonly known: KnownFiles;
}

/** Looks at an item that moves while it is written down. */
const maxTries = 10;

/** Whether the bytes of an item are at the service, and its submission may still be sent. */
function awaitsSubmission({ stage, resumeStage }: ItemRecord): boolean {
  return stage === 'uploaded' || stage === 'submitting' || (stage === 'held' && resumeStage === 'uploaded');
}

/**
 * A station that lost a claim and takes it over again has its item already: that one goes on, in its new place, and never
 * without a look at the service, for the stations between may have sent it. Files that no claim of an item known here is for
 * are left as they are. Returns whether it was one of those claims.
 */
export async function regain(dependencies: RegainDependencies, arrival: Arrival): Promise<boolean> {
  const { journal, clock, known } = dependencies;
  const claim = claimPlaceOf(arrival.path);
  if (claim === null) return false;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const item = await journal.item(claim.claimId);
    if (item === null || item.sourceId !== arrival.sourceId) return false;
    // Its sidecars lie beside it in the claim.
    if (claimPlaceOf(item.path)?.origin !== claim.origin) return false;
    const findable = item.externalId === null && item.rule.mode === 'document';
    // Nobody could tell whether it was sent. Under its old path it can't be found, and so is not: a person decides.
    if (awaitsSubmission(item) && !findable) {
      arrival.earlier = item;
      return true;
    }
    const doubted: Change[] = awaitsSubmission(item)
      ? (await journal.submissionsOfItem(item.id))
          .filter(({ state }) => state === 'ready' || state === 'held')
          .map((submission) => ({
            kind: 'submission-set',
            submissionId: submission.id,
            from: [submission.state],
            set: { state: 'unclear', submittedAt: clock.now() },
            at: clock.now(),
            detail: { claim: 'regained' },
          }))
      : [];
    const note = { event: 'claim-regained', detail: { name: basename(arrival.path) } };
    const left = dependencies.regained({ ...item, path: arrival.path });
    const outcome = await journal.commit([
      ...doubted,
      { kind: 'seen-forgotten', sourceId: item.sourceId, path: item.path },
      { kind: 'item-moved', itemId: item.id, from: [item.stage], trail: [] },
      { kind: 'item-set', itemId: item.id, set: { path: arrival.path }, note },
      ...left.changes,
    ]);
    if (!outcome.ok) continue;
    known.forget(item.path);
    await relate(dependencies, arrival, item.id, { detail: { claim: 'regained' }, fault: null });
    left.begin();
    return true;
  }
  throw new Error('an item did not stand still while its claim came back');
}
