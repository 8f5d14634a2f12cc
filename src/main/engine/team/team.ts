import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../faults/fault.ts';

/** What the stations of a team decide about once: a content (lower-case hex SHA-256) for a project at the address of a service. */
export interface TeamContent {
  readonly service: string;
  readonly project: string;
  readonly sha256: string;
  /** The item of this station that has the content. */
  readonly itemId: string;
}

/** The call that makes a document of a content, by which any station can find it at the service. */
export interface TeamCall {
  readonly kind: 'document' | 'batch' | 'case';
  readonly externalId: string;
  readonly fileId: string;
}

/** Where a content is that another station has; instants are the database's, ms since 1970. `ageMs`: how long ago by its clock. */
export interface Elsewhere {
  /** `claimed`: nothing was sent yet; `sending`: it may be at the service; `sent`: it is. */
  readonly state: 'claimed' | 'sending' | 'sent';
  /** Name of the station. */
  readonly station: string;
  readonly at: number;
  readonly ageMs: number;
  /** For how long its lease has been over, or it has left, ms; 0: it is there. */
  readonly silentMs: number;
  /** What it began to call; null: nothing yet. */
  readonly call: TeamCall | null;
  readonly documents: readonly string[];
}

/**
 * What the team says of a content: this station's, under a fencing number that grows with each change of owner, or another station's.
 * `attempt` numbers what was begun.
 */
export type TeamAnswer =
  | { readonly kind: 'ours'; readonly fence: string; readonly attempt: string }
  | ({ readonly kind: 'elsewhere' } & Elsewhere);

/** What a station tells the others afterwards: a content is at the service since `agoMs`, or it will not be sent from here. */
export type TeamNews = TeamContent &
  (
    | { readonly kind: 'sent'; readonly documents: readonly string[]; readonly agoMs: number }
    | { readonly kind: 'released' }
  );

/** A station of the team as all see it. */
export interface TeamStation {
  readonly id: string;
  readonly name: string;
  /** ms since 1970, by the database's clock. */
  readonly joinedAt: number;
  /** Heard of within its lease. */
  readonly present: boolean;
  readonly left: boolean;
}

/**
 * What stations share. Each call is bounded in time and answers with fault `team-unreachable` or `team-refused` where the team
 * can't be asked; nothing of it throws.
 */
export interface Team {
  /** False: a station by itself, which nobody has to ask. */
  readonly isShared: boolean;
  /**
   * Claims the content before anything of it is sent; what was sent longer ago than `anewMs` is claimed anew. Idempotent.
   */
  ask(content: TeamContent & { readonly anewMs?: number | undefined }): Promise<Outcome<TeamAnswer>>;
  /** The last question before the service makes a document of it: whether the claim still holds. From then on nobody takes it over. */
  begin(content: TeamContent & { readonly call: TeamCall }): Promise<Outcome<TeamAnswer>>;
  /** The service has surely not taken what was begun as `attempt`: it is only claimed again. Idempotent. */
  notSent(content: TeamContent & { readonly attempt: string }): Promise<Outcome<void>>;
  /** Answers the place of what another station has all the same, in the order of the news; null where all is well. Idempotent. */
  tell(news: readonly TeamNews[]): Promise<Outcome<readonly (Elsewhere | null)[]>>;
  stations(): Promise<Outcome<readonly TeamStation[]>>;
  /** Begins to tell that this station is there. */
  start(): void;
  stop(): Promise<void>;
}

/** A station that shares nothing: all is its own, and nothing is loaded or asked. */
export const alone: Team = {
  isShared: false,
  ask: () => Promise.resolve(success({ kind: 'ours', fence: '0', attempt: '0' })),
  begin: () => Promise.resolve(success({ kind: 'ours', fence: '0', attempt: '0' })),
  notSent: () => Promise.resolve(success(undefined)),
  tell: (news) => Promise.resolve(success(news.map(() => null))),
  stations: () => Promise.resolve(success([])),
  start: () => undefined,
  stop: () => Promise.resolve(),
};
