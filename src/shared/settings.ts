import { z } from 'zod';
import { caseRuleSchema } from './case-rule.ts';
import { fieldsSchema, maxFields } from './fields/field-rule.ts';
import { afterActions, intakeModes } from './item.ts';
import { localPath, withFoldersBelow } from './local-path.ts';
import { paperRuleSchema, scanningSettingsSchema } from './scanning.ts';

/** A connection: one service tenant. Its secret lives in the keychain under `id`. */
export const connectionSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(100),
  /** Ends in the major-version segment, e.g. https://host/v2; http only towards this computer. */
  baseUrl: z.string().min(1),
  clientId: z.string().min(1),
});

/** See {@link connectionSchema}. */
export type Connection = z.infer<typeof connectionSchema>;

/** External data as the interface allows it: a flat object, at most 20 pairs, keys at most 50 characters. */
export const externalDataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** See {@link externalDataSchema}. */
export type ExternalData = z.infer<typeof externalDataSchema>;

/** How the target system answers an XML by files beside it, and what becomes of its answers. */
export const acknowledgementSchema = z.object({
  /** ms after which a missing answer is a person's matter. */
  limitMs: z
    .number()
    .int()
    .positive()
    .default(24 * 3_600_000),
  /** Who is told then. */
  owner: z.enum(['clerk', 'it']).default('clerk'),
  /** What `.err` becomes at the service; `.reject` is always a rejection. */
  onRefusal: z.enum(['transfer-failed', 'reject', 'nothing']).default('transfer-failed'),
});

/** When files are sent, local time; what comes outside waits. `to` before `from`: past midnight; the same: all day. */
export const sendingHoursSchema = z.object({
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** 1 = Monday … 7 = Sunday: the day on which the span begins. */
  days: z.array(z.number().int().min(1).max(7)).min(1).default([1, 2, 3, 4, 5]),
});

/** See {@link sendingHoursSchema}. */
export type SendingHours = z.infer<typeof sendingHoursSchema>;

/** When and where XML is written. */
export const exportRuleSchema = z.object({
  /** Folder the files go to; made when missing. */
  folder: localPath('written'),
  /** Document states that are written. */
  states: z.array(z.string()).default(['done', 'doneAutomatically', 'extracted']),
  /** Path below `folder` without `.xml`; {date} {title} {externalId} {documentId} {project} {state} {name}. */
  template: z.string().min(1).default('{title}'),
  /** Whether to report the transfer as successful once the file is on disk, or acknowledged where `acknowledgement` is there. */
  reportTransfer: z.boolean().default(false),
  /** What becomes of files that the XML carries as base64: they stay, or go beside it as files of their own. Absent: they stay. */
  binaries: z.enum(['inline', 'beside']).optional(),
  /**
   * What becomes of the XML of an earlier state when the document reaches another one of `states`: it is replaced as long as the target
   * system has not taken it, or each state has an XML of its own. Absent: replaced, unless the template names the state.
   */
  versions: z.enum(['one', 'each']).optional(),
  /** Whether a write that failed for good is reported to the service as a failed transfer. */
  reportFailedWrites: z.boolean().optional(),
  /** The target system answers each XML by `name.xml.ok`, `name.xml.err` or `name.xml.reject`; absent: nothing is waited for. */
  acknowledgement: acknowledgementSchema.optional(),
});

/** See {@link acknowledgementSchema}. */
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;

/** See {@link exportRuleSchema}. */
export type ExportRule = z.infer<typeof exportRuleSchema>;

/** Whether a rule wants one XML a document or one for each state: what it says, or else what its names ask for. */
export function versionsOf({ versions, template }: Pick<ExportRule, 'versions' | 'template'>): 'one' | 'each' {
  return versions ?? (template.includes('{state}') ? 'each' : 'one');
}

/** How long originals stay once they were sent. */
const originalTimes = {
  /** An original is moved or deleted once it has lain still for so many ms; absent: 30 s for PDF, TIFF and text, 5 s for others. */
  tidyGraceMs: z.number().int().min(0).optional(),
  /** Deleted originals lie in the trash of their folder for so many ms; absent: a day; 0: not at all. */
  trashMs: z.number().int().min(0).optional(),
};

/** An intake rule: what happens to a source's files. */
export const intakeRuleSchema = z
  .object({
    connectionId: z.string().min(1),
    projectId: z.string().min(1),
    mode: z.enum(intakeModes).default('document'),
    after: z.enum(afterActions).default('keep'),
    ...originalTimes,
    externalData: externalDataSchema.optional(),
    /** A batch closes after this many ms without another file of the source … */
    batchQuietMs: z.number().int().positive().default(5_000),
    /** … or at this many files. */
    batchMaximum: z.number().int().positive().default(50),
    /** With mode `case`: how files find together; absent: persons put them together. */
    case: caseRuleSchema.optional(),
    /** What is done with content that was taken in before for the same project. */
    duplicates: z.enum(['set-aside', 'send-anyway']).default('set-aside'),
    /** Content counts as a duplicate for this many days; absent: always. */
    duplicateDays: z.number().positive().optional(),
    /**
     * What is done while the team's database can't be asked: files wait, or go on and are compared afterwards. Absent: those of folders
     * that stations share wait, others go on.
     */
    teamAway: z.enum(['wait', 'alone']).optional(),
    /** States that end the waiting; absent: the built-in rule of the tracker. */
    settledStates: z.array(z.string()).optional(),
    /** ms after which a document that has not settled is held (it stays followed). */
    settleLimitMs: z
      .number()
      .int()
      .positive()
      .default(24 * 3_600_000),
    export: exportRuleSchema.optional(),
    /** Files that show scanned pages are looked at page by page and separated; absent: every file goes as it is. */
    paper: paperRuleSchema.optional(),
    /** The form whose values go along as external data; absent: none. */
    fields: fieldsSchema.optional(),
  })
  .refine(
    ({ fields = [], externalData = {} }) =>
      // Without a form the service says so itself, as it always did.
      fields.length === 0 ||
      new Set([...fields.map(({ key }) => key), ...Object.keys(externalData)].map((key) => key.toLowerCase())).size <=
        maxFields,
    { path: ['fields'], message: 'has, with the external data, more keys than the service takes' },
  );

/** See {@link intakeRuleSchema}. */
export type IntakeRule = z.infer<typeof intakeRuleSchema>;

/** A hot folder as a configured source. Times in ms. */
export const hotFolderSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  folder: localPath('watched'),
  recursive: withFoldersBelow(),
  /** More patterns to ignore (glob on the name or on the path below the folder). */
  ignore: z.array(z.string()).default([]),
  /** Least time size and times must stand still; structural types may go at 50 ms, others wait longer. */
  quietMs: z.number().int().min(50).default(50),
  /** Quiet time of types without an end mark (text, CSV, HTML…). */
  quietTextMs: z.number().int().min(50).default(750),
  /** What stands still for so long (ms) and is not whole is held, with the reason; signs of a writer count no longer than that. */
  holdAfterMs: z.number().int().min(1_000).default(600_000),
  /** How often the whole folder is listed again. Watch events only make it quicker. */
  rescanMs: z.number().int().min(200).default(10_000),
  /** Polling only, longer quiet times: for network shares. */
  networkShare: z.boolean().default(false),
  sidecars: z.boolean().default(true),
  /** How long details (`a.pdf.json`) wait for their document before they are held; longer while files still come. */
  sidecarWaitMs: z.number().int().min(1_000).default(600_000),
  /** Several stations share the folder: each file is taken by one of them, by an atomic rename into `.mailroom/<station>/`. */
  claim: z.boolean().default(false),
  /** A station that was not heard of for so long (ms) is gone, and others take over what it held. */
  claimLeaseMs: z.number().int().min(1_000).default(120_000),
  paused: z.boolean().default(false),
  rule: intakeRuleSchema,
});

/** See {@link hotFolderSchema}. */
export type HotFolder = z.infer<typeof hotFolderSchema>;

const columnId = z.string().min(1).max(50);

/** Columns of a list: those that are not shown, widths that were set (px), and by which it is sorted. */
const tableLayoutSchema = z.object({
  hidden: z.array(columnId).max(50).default([]),
  widths: z.record(columnId, z.number().int().min(40).max(2_000)).default({}),
  sort: z.object({ column: columnId, descending: z.boolean() }).nullable().default(null),
});

/** A filter by its name; values by the names of the screen's fields, texts all. */
const savedFilterSchema = z.object({
  name: z.string().min(1).max(60),
  values: z.record(z.string().min(1).max(50), z.string().max(200)),
});
/** See {@link savedFilterSchema}. */
export type SavedFilter = z.infer<typeof savedFilterSchema>;

/** Everything a station is configured with; kept in `settings.json` of the data directory. */
export const settingsSchema = z.object({
  version: z.literal(1).default(1),
  station: z.object({ id: z.string().min(1), name: z.string().min(1) }),
  connections: z.array(connectionSchema).default([]),
  defaultConnection: z.string().optional(),
  hotFolders: z.array(hotFolderSchema).default([]),
  /** What dropped and pasted files get, and what a new hot folder begins with. */
  intake: z
    .object({
      /** Project by connection id. */
      projects: z.record(z.string(), z.string()).default({}),
      mode: z.enum(intakeModes).default('document'),
      after: z.enum(afterActions).default('keep'),
      ...originalTimes,
      duplicates: z.enum(['set-aside', 'send-anyway']).default('set-aside'),
      duplicateDays: z.number().positive().optional(),
      export: exportRuleSchema.optional(),
      /** How files of mode `case` find together. */
      case: caseRuleSchema.optional(),
      /** The form of files that are dropped. */
      fields: fieldsSchema.optional(),
    })
    .prefault({}),
  limits: z
    .object({
      /** Files on their way at once. */
      filesInFlight: z.number().int().min(1).max(512).default(192),
      /** Connections to one service. */
      sockets: z.number().int().min(1).max(64).default(32),
      /** Bytes a second of all uploads together; absent: as fast as it goes. */
      bytesPerSecond: z.number().int().min(1_000).optional(),
      /** When files are sent. Absent: always. */
      hours: sendingHoursSchema.optional(),
      /** Bytes; larger files are held without trying. Absent: the service decides. */
      largestFile: z.number().int().positive().optional(),
      /** After a submission whose answer was lost: how long the service may take to show what came of it, ms. */
      unclearGraceMs: z.number().int().min(0).default(15_000),
    })
    .prefault({}),
  exports: z
    .object({
      /**
       * Document types (names of DOCTYPE) whose XML is handed over although it names an external part; `name[]`: although it declares
       * something itself, entities too.
       */
      doctypes: z.array(z.string().regex(/^[^\s[\]<>"'&]{1,100}(\[\])?$/)).default([]),
    })
    .prefault({}),
  network: z
    .object({
      /** PEM file with further certificate authorities. */
      certificateAuthorities: localPath('read').optional(),
      /** Proxy URL; absent: HTTPS_PROXY, HTTP_PROXY, NO_PROXY of the environment. */
      proxy: z.string().optional(),
      /** Address of a script that names proxies (PAC), by http, https or file; asked where `proxy` is absent. */
      proxyScript: z.string().optional(),
      /** Whether the proxy settings of the computer hold where neither these nor the environment name one. */
      systemProxy: z.boolean().default(true),
      /** Certificate that this computer shows to the service: PFX, or PEM. The passphrase of its key is in the keychain. */
      clientCertificate: localPath('read').optional(),
      /** Its key, where a PEM file has it not itself. */
      clientKey: localPath('read').optional(),
    })
    .prefault({}),
  tracking: z
    .object({
      fastestMs: z.number().int().min(100).default(2_000),
      slowestMs: z.number().int().min(100).default(60_000),
    })
    .prefault({}),
  /** What this station shares with others: a PostgreSQL database. Absent: it works alone. `mailroom team join` sets these. */
  team: z
    .object({
      /** `postgres://host:5432/database`, without a name or password. */
      address: z.string().max(2_000).optional(),
      /** The station's own name there; its password is in the keychain. */
      login: z.string().min(1).max(63).optional(),
      schema: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,29}$/)
        .default('mailroom'),
      /** `none` only for a database on this computer or for trying out: what is sent there can be read on the way. */
      encryption: z.enum(['verified', 'none']).default('verified'),
      /** A station that was not heard of for so long (ms) is gone: others take over what it claimed and did not begin to send. */
      leaseMs: z.number().int().min(1_000).default(60_000),
    })
    .prefault({}),
  /** Figures for those who watch over stations, in the form of Prometheus. Absent: none. */
  metrics: z
    .object({
      /** Port of this computer (127.0.0.1) at which they are, under `/metrics`. */
      port: z.number().int().min(1).max(65_535).optional(),
      /** File that is written anew every 15 s, for collectors that read files. */
      file: localPath('written').optional(),
    })
    .prefault({}),
  log: z
    .object({
      /** When what concerns IT goes to syslog or the Windows event log: as a service of the system, always, never. */
      system: z.enum(['service', 'on', 'off']).default('service'),
    })
    .prefault({}),
  /** Only the window: whence it updates itself. Both are needed; absent: it does not. */
  updates: z
    .object({
      /** Folder or https address that the signed manifest and the packages lie in. */
      from: z.string().min(1).max(2_000).optional(),
      /** Public Ed25519 key that manifests are checked by: its 32 bytes in base64. */
      key: z
        .string()
        .regex(/^[A-Za-z0-9+/]{43}=$/)
        .optional(),
    })
    .prefault({}),
  scanning: scanningSettingsSchema.prefault({}),
  /** What Mailroom speaks; `system`: what the computer does. */
  language: z.enum(['system', 'en', 'de']).default('system'),
  /** Only the window: how it looks and when it speaks up. */
  window: z
    .object({
      theme: z.enum(['system', 'light', 'dark']).default('system'),
      density: z.enum(['comfortable', 'compact']).default('comfortable'),
      /** Absent: who closes the window is asked once, where folders are watched. */
      closeToTray: z.boolean().optional(),
      startAtLogin: z.boolean().default(false),
      notifySettled: z.boolean().default(false),
      notifyHeld: z.boolean().default(true),
      /** Three tips above Intake: on after a first start, until somebody closes them. */
      tips: z.boolean().default(false),
      /** How a person wants the columns of lists, by the name of the list. */
      tables: z.record(z.string().max(50), tableLayoutSchema).default({}),
      /** Filters that were saved under a name, by the screen they belong to. */
      filters: z.record(z.string().max(50), z.array(savedFilterSchema).max(50)).default({}),
    })
    .prefault({}),
});

/** See {@link settingsSchema}. */
export type Settings = z.infer<typeof settingsSchema>;
