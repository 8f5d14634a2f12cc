import { z } from 'zod';
import { localPath } from '../local-path.ts';
import {
  paperRuleSchema,
  scanEditSchema,
  scannerCapabilitiesSchema,
  scannerViewSchema,
  scanProfileSchema,
  scanSessionSchema,
} from '../scanning.ts';

const id = z.string().min(1).max(200);
const scannerId = z.string().min(1).max(1_000);
/** Absent: all documents that are not on their way. */
const documentIds = z.array(id).min(1).max(10_000).optional();

/** Where pages of a run go: behind everything, or before, after or instead of a page that is there. */
const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.enum(['before', 'after', 'instead']), pageId: id }),
]);

/** Commands of scanning; part of the contract's commands. */
export const scanCommands = [
  /**
   * Begins a run and returns at once; pages are told by events. Without `sessionId` a session is made, without `scannerId` the
   * profile's is used, without `place` pages go behind everything. `profile` (its id is `profileId`) is one that no settings have:
   * the session keeps it, and one that was there goes by it from now on. No `pages` at all (0): only that, nothing is scanned.
   */
  z.object({
    name: z.literal('scan.start'),
    profileId: id,
    scannerId: scannerId.optional(),
    sessionId: id.optional(),
    place: placeSchema.optional(),
    pages: z.number().int().min(0).max(10_000).optional(),
    profile: scanProfileSchema.optional(),
    /** A file that is not there yet, for the conversation with the device: no page content. The session's next runs go on in it. */
    trace: localPath('written').optional(),
  }),
  /** Ends a run; pages that have come stay. */
  z.object({ name: z.literal('scan.stop'), sessionId: id }),
  /**
   * Takes pages of picture files in, as if they had been scanned; of a folder those that lie in it, in the order of their names, 2
   * before 10. `profile` as in `scan.start`.
   */
  z.object({
    name: z.literal('scan.import'),
    profileId: id,
    sessionId: id.optional(),
    profile: scanProfileSchema.optional(),
    paths: z.array(localPath('read')).min(1).max(1_000),
  }),
  /**
   * Opens the pages of items that are not at the service yet (PDF, TIFF, pictures), each as a document of one session; the session that
   * there is where they are edited already. The items are held meanwhile: `scan.send` replaces them by the documents of the session, and
   * `scan.discard` lets them go on as they came.
   */
  z.object({
    name: z.literal('scan.edit-items'),
    itemIds: z.array(id).min(1).max(100),
    /** False: items that somebody edits already are refused. */
    join: z.boolean().optional(),
  }),
  /** Separates the pages of a session of items by what is read on them; waits until all were looked at. `scan.stop` ends it. */
  z.object({ name: z.literal('scan.separate'), sessionId: id, rule: paperRuleSchema }),
  z.object({ name: z.literal('scan.edit'), sessionId: id, edit: scanEditSchema }),
  /** Takes the last edit back; nothing where there is none. */
  z.object({ name: z.literal('scan.undo'), sessionId: id }),
  /** Sends documents by the profile's project; they can't be changed any more. Waits until every page was looked at. */
  z.object({ name: z.literal('scan.send'), sessionId: id, documentIds }),
  /** Writes documents into a folder, never over another file; the session stays as it is. */
  z.object({ name: z.literal('scan.save-as'), sessionId: id, documentIds, folder: localPath('written') }),
  /** Throws a session away with all pages that were not sent. */
  z.object({ name: z.literal('scan.discard'), sessionId: id }),
] as const;

/** Queries of scanning; part of the contract's queries. */
export const scanQueries = [
  /** The scanners that answer now; takes as long as the slowest way of looking for them (some seconds). */
  z.object({ name: z.literal('scanners.list') }),
  z.object({ name: z.literal('scanners.capabilities'), scannerId }),
  /** All sessions that are on this computer, oldest first. */
  z.object({ name: z.literal('scan.sessions') }),
  z.object({ name: z.literal('scan.session'), sessionId: id }),
  /** How large a document will be as it would be made now; it takes as long as some of its pages take to be made. */
  z.object({ name: z.literal('scan.size'), sessionId: id, documentId: id, format: z.enum(['pdf', 'tiff']) }),
] as const;

const nothing = z.object({});
/** Where documents lie now, and their size together. */
const written = z.object({ paths: z.array(z.string()), bytes: z.number() });

/** What the commands of scanning answer. */
export const scanCommandAnswers = {
  'scan.start': z.object({ sessionId: z.string() }),
  'scan.stop': nothing,
  'scan.import': z.object({ sessionId: z.string() }),
  'scan.edit-items': z.object({ sessionId: z.string() }),
  'scan.separate': nothing,
  'scan.edit': nothing,
  'scan.undo': nothing,
  /** `sourceId`: the source by which the files at these paths come in as items. */
  'scan.send': written.extend({ sourceId: z.string() }),
  /** `unread`: they were to be searchable, but there is no Tesseract on this computer, or none with our languages. */
  'scan.save-as': written.extend({ unread: z.boolean() }),
  'scan.discard': nothing,
} as const;

/** What the queries of scanning answer. */
export const scanQueryAnswers = {
  'scanners.list': z.object({ scanners: z.array(scannerViewSchema) }),
  'scanners.capabilities': scannerCapabilitiesSchema,
  'scan.sessions': z.object({ sessions: z.array(scanSessionSchema) }),
  'scan.session': scanSessionSchema,
  /** `exact`: every page was measured; else the rest is told from pages like it. */
  'scan.size': z.object({ bytes: z.number(), exact: z.boolean() }),
} as const;
