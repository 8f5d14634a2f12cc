import type { Fault, Outcome } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import { claimPlaceOf } from '../platform/names/claim-places.ts';
import type { Clock } from '../platform/ports.ts';
import type { StopSignal } from '../platform/stop-signal.ts';
import type { ServiceClient } from '../service/client.ts';
import { createFindSubmitted } from '../service/find-submitted.ts';
import type { Elsewhere, TeamAnswer, TeamContent } from './team.ts';

/** What deciding needs. */
export interface RulingParts {
  readonly journal: Pick<Journal, 'custody'>;
  readonly clock: Clock;
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
  /** How long a station is waited for that was not heard of, ms. */
  readonly leaseMs: number;
}

/** A station that was not heard of for so many leases beyond its own is not waited for. */
const lostAfterLeases = 3;
/** What a station that is there began to send so long ago (ms) is at the service, or will not be by itself. */
const longSending = 900_000;

/** What an item is to the team; null: nothing is known of it yet, or its service is gone. */
export function contentOf(
  { id, sha256, rule }: Pick<ItemRecord, 'id' | 'sha256' | 'rule'>,
  serviceOf: (connectionId: string) => string | null,
): TeamContent | null {
  const service = serviceOf(rule.connectionId);
  if (sha256 === null || service === null) return null;
  return { service, project: rule.projectId, sha256, itemId: id };
}

/** What is done while nobody can be asked: by the rule of its source, else by whether others may have the same file. */
function whileAway({ rule, path }: Pick<ItemRecord, 'rule' | 'path'>): 'wait' | 'alone' {
  return rule.teamAway ?? (claimPlaceOf(path) === null ? 'alone' : 'wait');
}

/** What follows from what the team says of an item. */
export type Ruling =
  | { readonly kind: 'go'; readonly fence: string | null }
  | { readonly kind: 'wait'; readonly reason: Fault }
  | { readonly kind: 'held'; readonly reason: Fault }
  | { readonly kind: 'duplicate'; readonly reason: Fault; readonly of: Elsewhere };

/** What another station began may be at the service, and nobody will say so by himself. */
interface Look {
  readonly kind: 'look';
  readonly other: Elsewhere;
}

/** Decides what is done with an item: purely of the answer and its rule. */
function rule(item: Pick<ItemRecord, 'rule' | 'path'>, answer: Outcome<TeamAnswer>, lostMs: number): Ruling | Look {
  if (!answer.ok) {
    // What was released between two statements is asked for again, whatever the rule.
    const waits = answer.fault.code === 'team-same-content' || whileAway(item) === 'wait';
    return waits ? { kind: 'wait', reason: answer.fault } : { kind: 'go', fence: null };
  }
  if (answer.value.kind === 'ours') return { kind: 'go', fence: answer.value.fence };
  const { state, station, ageMs, silentMs } = answer.value;
  if (state === 'sending' && (silentMs > lostMs || ageMs > longSending)) return { kind: 'look', other: answer.value };
  if (state !== 'sent') return { kind: 'wait', reason: fault('team-same-content', { station }) };
  return duplicateOf(answer.value);
}

/** Another station has made these documents of the content. */
function duplicateOf(of: Elsewhere): Extract<Ruling, { kind: 'duplicate' }> {
  const { station, at, documents } = of;
  const [document] = documents;
  const reason = fault('team-duplicate', { station, at, ...(document === undefined ? {} : { document }) });
  return { kind: 'duplicate', reason, of };
}

/** What the history keeps of another station's share. */
export function toldDetail({ station, at, documents }: Elsewhere): Readonly<Record<string, string | number>> {
  const [document] = documents;
  return { station, teamAt: at, ...(document === undefined ? {} : { document }) };
}

/**
 * Makes what decides about an item: by what the team says of it, what a person decided, and, where another station is lost, what the service
 * has of that one.
 */
export function createRulings({
  journal,
  clock,
  client: clientOf,
  leaseMs,
}: RulingParts): (item: ItemRecord, answer: Outcome<TeamAnswer>, signal: StopSignal) => Promise<Ruling> {
  const find = createFindSubmitted({ clock, monotonic: clock.monotonic });

  /** Looks at the service in place of a station that is lost; what is not there may still be under way, so a person decides. */
  async function look(item: ItemRecord, other: Elsewhere, signal: StopSignal): Promise<Ruling> {
    const { connectionId, projectId } = item.rule;
    const { station, at, ageMs, call } = other;
    const unclear: Extract<Ruling, { kind: 'held' }> = {
      kind: 'held',
      reason: fault('team-unclear', { station, at, ...(call === null ? {} : { externalId: call.externalId }) }),
    };
    if (call === null) return unclear;
    const client = clientOf(connectionId);
    if (!client.ok) return { kind: 'wait', reason: client.fault };
    const found = await find({
      ...{ client: client.value, projectId, kind: call.kind, fileIds: [call.fileId], externalId: call.externalId },
      ...{ since: clock.now() - ageMs, askedAt: null, options: { lane: 'submit', signal, tries: 2 } },
    });
    if (!found.ok) return { kind: 'wait', reason: found.fault };
    if (found.value === null) return unclear;
    return duplicateOf({ ...other, state: 'sent', documents: found.value.documentIds });
  }

  /** A person wants it sent although its content is known. */
  async function isWantedAnyway(itemId: string): Promise<boolean> {
    const rows = await journal.custody({ subjectIds: [itemId], limit: 1_000 });
    return rows.some(({ detail }) => detail['decision'] === 'send-anyway');
  }

  return async (item, answer, signal) => {
    const ruling = rule(item, answer, lostAfterLeases * leaseMs);
    if (ruling.kind === 'go' || (answer.ok && (await isWantedAnyway(item.id)))) {
      return ruling.kind === 'go' ? ruling : { kind: 'go', fence: null };
    }
    return ruling.kind === 'look' ? look(item, ruling.other, signal) : ruling;
  };
}
