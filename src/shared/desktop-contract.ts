import { z } from 'zod';
import { localPath } from './local-path.ts';
import { faultSchema } from './faults.ts';
import { connectionSchema, settingsSchema } from './settings.ts';
import { maxTableRows, tableCellSchema, tableForms } from './table.ts';
import { engineEventSchema, engineProgressSchema } from './views.ts';

const id = z.string().min(1).max(200);
const secret = z.string().max(4_000);

/** Whose content is shown or opened. */
const contentSchema = z.discriminatedUnion('kind', [
  /** The original of an item; from the service where it is gone. */
  z.object({ kind: z.literal('item'), itemId: id }),
  z.object({ kind: z.literal('file'), connectionId: id, fileId: id }),
  /** The XML of a document as the service makes it now. */
  z.object({ kind: z.literal('document-xml'), connectionId: id, documentId: id }),
  /** An XML that was written here. */
  z.object({ kind: z.literal('export'), exportId: id }),
  /** A scanned page as it will be sent, as JPEG with at most so many pixels on its longer side; `version` as the session says. */
  z.object({
    kind: z.literal('scan-page'),
    sessionId: id,
    pageId: id,
    version: z.number().int().min(0),
    most: z.number().int().min(50).max(6_000),
  }),
]);

/** See {@link contentSchema}. */
export type ContentReference = z.infer<typeof contentSchema>;

/**
 * What the window asks of the desktop around the engine: settings, connections, dialogs, the system. Each answers an Outcome of
 * the schema in {@link desktopAnswers}; they go through the same door as the engine's commands and queries.
 */
export const desktopRequestSchema = z.discriminatedUnion('name', [
  /** The page listens to events from now on: it is told of what came before (files given to the start, clicks). */
  z.object({ name: z.literal('window.ready') }),
  z.object({ name: z.literal('station.info') }),
  z.object({ name: z.literal('settings.get') }),
  /** Sets a value at a dotted path (absent: back to its default); takes effect at once. */
  z.object({
    name: z.literal('settings.set'),
    path: z.string().min(1).max(200),
    value: z.unknown().meta({ settingAt: 'path' }),
  }),
  /** Where the settings can't be used: when those that last could be were kept. */
  z.object({ name: z.literal('settings.last-good') }),
  /** Shows the file that can't be used, the user's or the policy, in its folder. */
  z.object({ name: z.literal('settings.show-file') }),
  /** Begins with the settings as they stand now, or with those that last could be used. */
  z.object({ name: z.literal('settings.repair'), use: z.enum(['present', 'last-good']) }),
  /** Signs in with a connection without storing anything; `secret` absent: the stored one. */
  z.object({ name: z.literal('connections.test'), connection: connectionSchema, secret: secret.optional() }),
  /** Signs in, then keeps the secret in the keychain and the rest in the settings. */
  z.object({ name: z.literal('connections.save'), connection: connectionSchema, secret: secret.optional() }),
  z.object({ name: z.literal('connections.remove'), connectionId: id }),
  /** Keeps the certificate that this computer shows to the service, once its key could be opened; the passphrase in the keychain. */
  z.object({
    name: z.literal('certificate.save'),
    file: localPath('read'),
    keyFile: localPath('read').optional(),
    passphrase: z.string().max(1_024),
  }),
  /** Shows none from now on, and forgets the passphrase. */
  z.object({ name: z.literal('certificate.remove') }),
  /** The stations of the team as its database has them. */
  z.object({ name: z.literal('team.look') }),
  /** Joins a team with the credentials of who owns its database; they are kept nowhere. */
  z.object({
    name: z.literal('team.join'),
    address: z.string().min(1).max(2_000),
    user: z.string().min(1).max(63),
    password: z.string().max(1_024),
  }),
  /** Takes this station out of its team. */
  z.object({ name: z.literal('team.leave') }),
  /** Starts the practice service on this computer and connects to it. */
  z.object({ name: z.literal('practice.start') }),
  z.object({ name: z.literal('dialog.choose-folder'), title: z.string().max(200) }),
  z.object({ name: z.literal('dialog.choose-files'), title: z.string().max(200) }),
  /** What was dropped or chosen: files and folders, and those that are empty or can't be read. */
  z.object({ name: z.literal('drop.describe'), paths: z.array(localPath('read')).min(1).max(10_000) }),
  /** A place in the window's own protocol from which the content can be fetched, with its pages where it has several. */
  z.object({ name: z.literal('content.open'), content: contentSchema }),
  z.object({ name: z.literal('shell.show-in-folder'), content: contentSchema }),
  z.object({ name: z.literal('shell.open'), content: contentSchema }),
  /** An address of the service in the browser (only listed HTTPS hosts), or a message without recipients in the mail program. */
  z.object({ name: z.literal('shell.open-external'), url: z.string().max(2_000) }),
  z.object({ name: z.literal('clipboard.copy'), text: z.string().max(1_000_000) }),
  /** Saves a sheet to lay between documents, as PDF, where a person chooses; path null = they did not. */
  z.object({ name: z.literal('scan.separator-sheet') }),
  /** Saves the whole history of an item, open case, document or case as JSON where a person chooses, under a name made of the title; path null = they did not. */
  z.object({
    name: z.literal('custody.save'),
    id,
    title: z.string().max(1_000),
  }),
  /** Begins a table where a person chooses, under a name made of the title; id null = they did not choose. */
  z.object({
    name: z.literal('table.begin'),
    title: z.string().max(1_000),
    as: z.enum(tableForms),
    head: z.array(z.string().max(200)).min(1).max(50),
  }),
  z.object({ name: z.literal('table.add'), id, rows: z.array(z.array(tableCellSchema).max(50)).max(maxTableRows) }),
  /** Gives the table its name, or leaves nothing of it. */
  z.object({ name: z.literal('table.end'), id, keep: z.boolean() }),
  /** Ends Mailroom, installs the update that is ready and starts it. What is being sent goes on after the start. */
  z.object({ name: z.literal('updates.restart') }),
  z.object({ name: z.literal('diagnostics.save') }),
  z.object({ name: z.literal('diagnostics.open-logs') }),
]);

/** See {@link desktopRequestSchema}. */
export type DesktopRequest = z.infer<typeof desktopRequestSchema>;

const nothing = z.object({});
const chosen = z.object({ paths: z.array(z.string()) });

/** What a connection answered to a first look. */
const findingsSchema = z.object({ scopes: z.array(z.string()), missingScopes: z.array(z.string()) });

/** What each request answers when it succeeds. */
export const desktopAnswers = {
  'window.ready': nothing,
  'station.info': z.object({
    version: z.string(),
    stationName: z.string(),
    platform: z.string(),
    dataDirectory: z.string(),
    logsFolder: z.string(),
    /** Id of the connection to the practice service, where it runs. */
    practiceConnectionId: z.string().nullable(),
    /** Project that the practice service sets up for trying. */
    practiceProjectId: z.string().nullable(),
    /** The journal was damaged and rebuilt at this start. */
    recovered: faultSchema.nullable(),
    updates: z.object({
      /** Off: nobody set whence; elsewhere: who rolled this package out does it; waiting: not looked yet. */
      state: z.enum(['off', 'elsewhere', 'waiting', 'newest', 'ready', 'refused']),
      /** Waits to be installed. */
      version: z.string().nullable(),
      /** When it was looked, ms since 1970. */
      at: z.number().nullable(),
      fault: faultSchema.nullable(),
    }),
  }),
  'settings.get': z.object({
    settings: settingsSchema,
    /** What the administrator's policy locks: dotted paths, and the file or value of the registry that says so. */
    locks: z.array(z.object({ path: z.string(), place: z.string() })),
  }),
  'settings.set': z.object({ settings: settingsSchema }),
  /** In ms; null: there are none. */
  'settings.last-good': z.object({ at: z.number().nullable() }),
  'settings.show-file': nothing,
  'settings.repair': nothing,
  'connections.test': findingsSchema,
  'connections.save': findingsSchema,
  'connections.remove': nothing,
  'certificate.save': nothing,
  'certificate.remove': nothing,
  'team.look': z.object({
    /** Null: this station works alone. */
    stations: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** ms since 1970, by the database's clock. */
          joinedAt: z.number(),
          present: z.boolean(),
          left: z.boolean(),
        }),
      )
      .nullable(),
  }),
  'team.join': nothing,
  'team.leave': nothing,
  'practice.start': z.object({ connectionId: z.string(), projectId: z.string() }),
  'dialog.choose-folder': chosen,
  'dialog.choose-files': chosen,
  'drop.describe': z.object({
    files: z.number(),
    folders: z.number(),
    bytes: z.number(),
    empty: z.array(z.string()),
    unreadable: z.array(z.string()),
  }),
  'content.open': z.object({
    /** Address relative to the window's page; good as long as the page that asked is there. */
    url: z.string(),
    kind: z.enum(['pdf', 'image', 'pages', 'xml', 'text', 'other']),
    name: z.string(),
    mediaType: z.string(),
    size: z.number().nullable(),
    /** Pages of a TIFF, each under `url?page=N` as PNG from 1; null elsewhere. */
    pages: z.number().nullable(),
  }),
  'shell.show-in-folder': nothing,
  'shell.open': nothing,
  'shell.open-external': nothing,
  'clipboard.copy': nothing,
  'scan.separator-sheet': z.object({ path: z.string().nullable() }),
  'custody.save': z.object({ path: z.string().nullable() }),
  'table.begin': z.object({ id: z.string().nullable() }),
  'table.add': nothing,
  'table.end': z.object({ path: z.string().nullable() }),
  'updates.restart': nothing,
  'diagnostics.save': z.object({ path: z.string().nullable() }),
  'diagnostics.open-logs': nothing,
} as const satisfies Record<DesktopRequest['name'], z.ZodType>;

/** The value a request of that name answers. */
export type DesktopAnswer<Name extends DesktopRequest['name']> = z.infer<(typeof desktopAnswers)[Name]>;

/** Commands of the native menu that act in the window. */
export const menuCommands = [
  'palette',
  'keys',
  'add-files',
  'add-folder',
  'pause-all',
  'resume-all',
  'find',
  'scan',
  'show-intake',
  'show-scan',
  'show-cases',
  'show-documents',
  'show-exports',
  'show-activity',
  'show-settings',
  'retry',
  'cancel',
] as const;

/** See {@link menuCommands}. */
export type MenuCommand = (typeof menuCommands)[number];

/** What main tells the window without being asked. */
export const windowEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('engine'), event: engineEventSchema }),
  /** At most four a second, and only when something changed. */
  z.object({ kind: z.literal('progress'), progress: engineProgressSchema }),
  /** Settings or connections changed: ask again. */
  z.object({ kind: z.literal('settings') }),
  /** A session of scanning changed, came or went: ask again. */
  z.object({ kind: z.literal('scan'), sessionId: z.string() }),
  z.object({ kind: z.literal('menu'), command: z.enum(menuCommands) }),
  /** Files given to a start, or opened with Mailroom. Waits for `window.ready`, as what menu and notifications ask for does. */
  z.object({ kind: z.literal('files'), paths: z.array(z.string()) }),
  /** A notification was clicked: show the item. */
  z.object({ kind: z.literal('show-item'), itemId: z.string() }),
]);

/** See {@link windowEventSchema}. */
export type WindowEvent = z.infer<typeof windowEventSchema>;
