import { useState } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import { loadStation } from '../../../stores/station.ts';
import { showToast } from '../../../stores/toasts.ts';
import { textOf } from '../../../text/index.ts';
import type { ConnectionDraft, ConnectionProblems } from './connection-drafts.ts';
import {
  connectionOf,
  connectionProblems,
  dropDraft,
  keepResult,
  secretOf,
  useConnectionDrafts,
} from './connection-drafts.ts';

/** What can be done with the chosen connection. */
export interface ConnectionActs {
  readonly busy: boolean;
  readonly changed: boolean;
  readonly problems: ConnectionProblems | null;
  /** Those to be said: a new one is not found fault with before it was tried to be saved. */
  readonly shownProblems: ConnectionProblems | null;
  readonly test: () => Promise<void>;
  readonly save: () => Promise<void>;
  readonly discard: () => void;
}

/** See {@link ConnectionActs}; each answer of the service is kept with the connection. */
export function useConnectionActs(
  draft: ConnectionDraft | undefined,
  onChosen: (id: string | null) => void,
): ConnectionActs {
  const [busyId, setBusyId] = useState<string | null>(null);
  const [tried, setTried] = useState<string | null>(null);
  const changed = useConnectionDrafts((state) => draft !== undefined && state.drafts[draft.id] !== undefined);
  const problems = draft === undefined ? null : connectionProblems(draft);

  async function ask(request: 'connections.test' | 'connections.save'): Promise<void> {
    if (draft === undefined) return;
    setBusyId(draft.id);
    const said = { connection: connectionOf(draft), ...secretOf(draft) };
    const answer =
      request === 'connections.test'
        ? await bridge().desktop({ name: 'connections.test', ...said })
        : await bridge().desktop({ name: 'connections.save', ...said });
    setBusyId(null);
    keepResult(
      draft.id,
      answer.ok ? { at: Date.now(), findings: answer.value } : { at: Date.now(), fault: answer.fault },
    );
    if (!answer.ok || request === 'connections.test') return;
    // The secret leaves the window with the draft.
    dropDraft(draft.id);
    await loadStation();
    onChosen(draft.id);
    showToast(textOf('connections')('saved'));
  }

  return {
    busy: busyId !== null && busyId === draft?.id,
    changed,
    problems,
    shownProblems: draft !== undefined && (!draft.isNew || tried === draft.id) ? problems : null,
    test: () => ask('connections.test'),
    async save() {
      setTried(draft?.id ?? null);
      if (problems === null) await ask('connections.save');
    },
    discard() {
      if (draft === undefined) return;
      dropDraft(draft.id);
      if (draft.isNew) onChosen(null);
    },
  };
}
