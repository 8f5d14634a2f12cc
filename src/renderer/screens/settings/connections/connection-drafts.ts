import { create } from 'zustand';
import type { DesktopAnswer } from '../../../../shared/desktop-contract.ts';
import type { Fault } from '../../../../shared/faults.ts';
import type { Connection } from '../../../../shared/settings.ts';
import { baseUrlProblem } from '../fields/addresses.ts';

/** A connection while it is being written down. `secret` null = the one in the keychain stays. */
export interface ConnectionDraft {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string | null;
  /** Not in the settings yet. */
  readonly isNew: boolean;
}

/** What a service answered when it was asked last; `at` in ms. */
export type TestResult =
  | { readonly at: number; readonly findings: DesktopAnswer<'connections.test'> }
  | { readonly at: number; readonly fault: Fault };

interface Drafts {
  readonly drafts: Readonly<Record<string, ConnectionDraft>>;
  readonly results: Readonly<Record<string, TestResult>>;
}

/** Connections being written down and the last tests, by connection id; they outlive a look at another screen. Secrets leave with the draft. */
export const useConnectionDrafts = create<Drafts>(() => ({ drafts: {}, results: {} }));

/** A draft of a connection that is there. */
export function draftOf({ id, name, baseUrl, clientId }: Connection): ConnectionDraft {
  return { id, name, baseUrl, clientId, secret: null, isNew: false };
}

/** Begins a new connection and answers its id. */
export function beginConnection(): string {
  const id = crypto.randomUUID();
  keepDraft({ id, name: '', baseUrl: '', clientId: '', secret: '', isNew: true });
  return id;
}

/** Keeps what was typed. */
export function keepDraft(draft: ConnectionDraft): void {
  useConnectionDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [draft.id]: draft } }));
}

/** Forgets what was typed. */
export function dropDraft(id: string): void {
  useConnectionDrafts.setState(({ drafts }) => ({
    drafts: Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== id)),
  }));
}

/** Keeps what a service answered. */
export function keepResult(id: string, result: TestResult): void {
  useConnectionDrafts.setState(({ results }) => ({ results: { ...results, [id]: result } }));
}

/** What is wrong with a draft, by field. */
export interface ConnectionProblems {
  readonly baseUrl: ReturnType<typeof baseUrlProblem>;
  readonly clientId: 'client-id-missing' | null;
  readonly secret: 'secret-missing' | null;
}

/** See {@link ConnectionProblems}; null when nothing is. */
export function connectionProblems(draft: ConnectionDraft): ConnectionProblems | null {
  const problems: ConnectionProblems = {
    baseUrl: baseUrlProblem(draft.baseUrl),
    clientId: draft.clientId.trim() === '' ? 'client-id-missing' : null,
    secret: draft.isNew && (draft.secret ?? '') === '' ? 'secret-missing' : null,
  };
  return Object.values(problems).some((problem) => problem !== null) ? problems : null;
}

/** The connection that a draft stands for. */
export function connectionOf({ id, name, baseUrl, clientId }: ConnectionDraft): Connection {
  const address = baseUrl.trim().replace(/\/+$/u, '');
  return {
    id,
    name: name.trim() === '' ? address.slice(0, 100) : name.trim(),
    baseUrl: address,
    clientId: clientId.trim(),
  };
}

/** The secret to send along; absent: the stored one counts. */
export function secretOf({ secret }: ConnectionDraft): { readonly secret?: string } {
  return secret === null || secret === '' ? {} : { secret };
}
