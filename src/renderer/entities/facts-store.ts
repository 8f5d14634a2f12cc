import { useEffect } from 'react';
import { create } from 'zustand';
import { wasRead } from '../../shared/document-states.ts';
import { bridge } from '../bridge/bridge.ts';
import { useStation } from '../stores/station.ts';
import type { DocumentFacts } from './document-facts.ts';
import { documentFacts } from './document-facts.ts';

/** A document as far as its facts are looked for; facts change with the state. */
interface FactsOf {
  readonly connectionId: string;
  readonly documentId: string;
  readonly state: string;
}

/** Facts by document and state; a page of the service's list does not have them, so they come one by one. */
const useFactsStore = create<{ readonly facts: Readonly<Partial<Record<string, DocumentFacts>>> }>(() => ({
  facts: {},
}));

/** Questions on their way at once: what a person clicks meanwhile must not wait behind them. */
const atOnce = 2;
/** ms a row is in sight before its document is asked for: fast scrolling asks nothing. */
const patience = 250;
/** ms until it is looked again whether the quota allows more. */
const pause = 1_000;
/** Share of the quota that is never used for this: the files themselves go first. */
const reserve = 0.4;
/** Facts kept at most. */
const most = 2_000;

const watched = new Map<string, { readonly of: FactsOf; watchers: number }>();
const queue: string[] = [];
let running = 0;
let planned: ReturnType<typeof setTimeout> | undefined;

function allowed(): boolean {
  const { progress, blocks } = useStation.getState();
  if (blocks.some(({ scope }) => scope === 'connection')) return false;
  const quota = progress?.quota ?? null;
  if (quota === null || quota.remaining === null || quota.limit === null) return true;
  return quota.remaining > quota.limit * reserve;
}

function pump(): void {
  while (running < atOnce && queue.length > 0) {
    if (!allowed()) {
      planned ??= setTimeout(() => {
        planned = undefined;
        pump();
      }, pause);
      return;
    }
    const key = queue.pop();
    const wanted = key === undefined ? undefined : watched.get(key);
    if (key === undefined || wanted === undefined) continue;
    running += 1;
    const { connectionId, documentId } = wanted.of;
    void bridge()
      .query<'documents.detail'>({ name: 'documents.detail', connectionId, documentId })
      .then((answer) => {
        running -= 1;
        if (answer.ok) keepFacts(wanted.of, answer.value.entities);
        // What is no longer there is not asked for again and again.
        else if (answer.fault.code === 'not-found') keepFacts(wanted.of, null);
        pump();
      });
  }
}

/** Keeps the facts of a document whose data is at hand anyway. */
export function keepFacts(of: FactsOf, entities: Readonly<Record<string, unknown>> | null): void {
  useFactsStore.setState(({ facts }) => ({
    facts: {
      ...(Object.keys(facts).length < most ? facts : {}),
      [keyOf(of)]: documentFacts(entities),
    },
  }));
}

function keyOf({ connectionId, documentId, state }: FactsOf): string {
  return `${connectionId} ${documentId} ${state}`;
}

/** The facts of a document, asked for gently while the component is in sight; undefined until they are there. `null` asks nothing. */
export function useFacts(of: FactsOf | null): DocumentFacts | undefined {
  const wanted = of !== null && wasRead(of.state) ? of : null;
  const key = wanted === null ? '' : keyOf(wanted);
  const facts = useFactsStore((state): DocumentFacts | undefined => state.facts[key]);
  const missing = facts === undefined ? wanted : null;
  useEffect(() => {
    if (missing === null) return;
    const before = watched.get(key);
    watched.set(key, { of: missing, watchers: (before?.watchers ?? 0) + 1 });
    const timer = setTimeout(() => {
      if (!queue.includes(key)) queue.push(key);
      pump();
    }, patience);
    return () => {
      clearTimeout(timer);
      const now = watched.get(key);
      if (now === undefined) return;
      now.watchers -= 1;
      if (now.watchers <= 0) watched.delete(key);
    };
    // The key says all of `missing`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, missing === null]);
  return facts;
}
