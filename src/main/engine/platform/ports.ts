import type { Fault, Outcome } from '../../../shared/faults.ts';

/** Time as the engine sees it, so that tests can move it. All instants are milliseconds since 1970 (UTC). */
export interface Clock {
  /** The present instant, ms since 1970. */
  now(): number;
  /** Milliseconds since some instant, that go on evenly whatever the time of day is set to. */
  monotonic(): number;
  /** Runs `act` once after `delayMs`; the answer cancels it. Never keeps a process alive by itself when `unref` is true. */
  after(delayMs: number, act: () => void, options?: { unref?: boolean }): () => void;
}

/** A source of chance in [0, 1), for jitter and ids. */
export type Random = () => number;

/** Secrets by connection; on a workstation the keychain. A locked or missing keychain is a fault, never "no secret". */
export interface SecretStore {
  read(connectionId: string): Promise<Outcome<string | null>>;
  write(connectionId: string, secret: string): Promise<Outcome<void>>;
  remove(connectionId: string): Promise<Outcome<void>>;
}

/** One line of the technical log. Fields hold ids, counts and codes: never a secret, token or document content. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Flat fields of a log line. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The worker threads a host can start; each is an entry file of its own in `src/main/engine/workers/`. */
export type WorkerName = 'journal' | 'checkpoint' | 'files' | 'pages';

/** What the engine needs of a worker thread: `Worker` of node:worker_threads has it. */
export interface WorkerThread {
  /** -1 once it has ended. */
  readonly threadId: number;
  postMessage(message: unknown): void;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the messages of a thread are, who starts it knows
  on<Message>(event: 'message', listener: (message: Message) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  /** Whether it keeps the process alive. */
  ref(): void;
  unref(): void;
  /** Ends it where it stands. */
  terminate(): Promise<unknown>;
}

/** Told once about what a person should hear (the desktop shows notifications, the command line prints to stderr). */
export interface Notifier {
  /** `subject`: id of the item (`held`, `settled`), name of the open case, source or connection. */
  notify(notice: {
    readonly kind: 'held' | 'open-case' | 'settled' | 'source' | 'connection' | 'engine';
    readonly fault?: Fault;
    readonly subject: string;
  }): void;
}

/** What is counted and not kept: an exchange with the service (`status` null: no answer came) that took `ms`, or a transaction of the journal. */
export type Measure =
  | {
      readonly kind: 'request';
      readonly connectionId: string;
      readonly operation: string;
      readonly status: number | null;
      readonly ms: number;
    }
  | { readonly kind: 'commit' };

/** What a host supplies to the engine. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: SecretStore;
  readonly notifier: Notifier;
  readonly log: Log;
  /** Hears of what is measured, as it happens; absent: nobody listens. */
  readonly measured?: ((measure: Measure) => void) | undefined;
  /** What whoever works at this computer reads, where the settings leave that to the system. */
  readonly systemLanguage: () => 'en' | 'de';
  readonly paths: {
    /** Folder of the journal, settings and logs of this station. */
    readonly dataDirectory: string;
    /** A folder apart from it, so that an older copy of the data directory that is put back is known for what it is. Absent: nothing is noted there. */
    readonly stateDirectory?: string | undefined;
  };
  /** Starts the named worker thread with `workerData`; the engine ends it. */
  readonly startWorker: (name: WorkerName, workerData: unknown) => WorkerThread;
}
