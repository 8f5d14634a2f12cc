import { z } from 'zod';
import { faultSchema } from './faults.ts';
import { fieldsSchema, maxFieldLength } from './fields/field-rule.ts';
import { intakeModes } from './item.ts';

/** Where paper lies: on the glass, in the feeder, or in the feeder with both sides scanned. */
export const paperSources = ['flatbed', 'feeder', 'duplex'] as const;

/** See {@link paperSources}. */
export type PaperSource = (typeof paperSources)[number];

/** Where paper lies in a feeder that takes wider paper: at its left edge as it is fed, in the middle, or at its right edge. */
export const paperPlaces = ['left', 'center', 'right'] as const;

/** See {@link paperPlaces}. */
export type PaperPlace = (typeof paperPlaces)[number];

/** Quality of the pictures that Mailroom makes (1 to 100, as of JPEG), or that nothing of them may be lost. */
export const pageQualitySchema = z.union([z.literal('lossless'), z.number().int().min(10).max(100)]);

/** See {@link pageQualitySchema}. */
export type PageQuality = z.infer<typeof pageQualitySchema>;

/** Print stays sharp, a colour page of A4 at 300 dpi stays below 1 MB. */
export const usualQuality = 82;

/** Print and pencil stay, the shade of paper goes. */
export const usualThreshold = 55;

/** What a page keeps of its colours. */
export const pageColors = ['color', 'grey', 'black-white'] as const;

/** See {@link pageColors}. */
export type PageColor = (typeof pageColors)[number];

/** A scanner that answered. `id` starts with the driver's name and names it for everybody. */
export const scannerViewSchema = z.object({
  id: z.string().min(1).max(1_000),
  driver: z.enum(['sane', 'escl', 'wia']),
  name: z.string(),
});

/** See {@link scannerViewSchema}. */
export type ScannerView = z.infer<typeof scannerViewSchema>;

/** Whether two ids name one scanner: what stays of it stands behind `#`, where it says that; its address may change. */
export function isSameScanner(one: string, other: string): boolean {
  const lasting = one.split('#')[1];
  return one === other || (lasting !== undefined && lasting === other.split('#')[1]);
}

/** What a scanner can do from each place of paper. Resolutions in dots per inch, ascending; sizes in mm. */
export const scannerCapabilitiesSchema = z.object({
  sources: z.array(
    z.object({
      source: z.enum(paperSources),
      resolutions: z.array(z.number()),
      colors: z.array(z.enum(pageColors)),
      widthMm: z.number(),
      heightMm: z.number(),
    }),
  ),
  /** Whether the device itself changes brightness and contrast; where not, Mailroom does it afterwards. */
  brightness: z.boolean(),
  contrast: z.boolean(),
});

/** See {@link scannerCapabilitiesSchema}. */
export type ScannerCapabilities = z.infer<typeof scannerCapabilitiesSchema>;

const mm = z.number().min(10).max(2_000);

/** Kinds of barcodes that a rule can ask for; `any` = all that are read. */
export const barcodeKinds = [
  'any',
  'code-128',
  'qr-code',
  'code-39',
  'data-matrix',
  'pdf-417',
  'itf',
  'codabar',
] as const;

/** See {@link barcodeKinds}. */
export type BarcodeKind = (typeof barcodeKinds)[number];

const barcodeKindSchema = z.enum(barcodeKinds);

/** How pages become documents. `sheets` = one for so many pages; `barcode` = a page with one begins a document. */
const separationSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('none') }),
  z.object({ by: z.literal('pages'), pages: z.number().int().min(1).max(1_000) }),
  z.object({ by: z.literal('blank') }),
  /** Separator sheets with a patch code T; they are left out. */
  z.object({ by: z.literal('patch') }),
  /**
   * A page with a barcode of this kind that begins so ('' = any) begins a document and belongs to it. A sheet that says in words
   * that it separates does so here too; `patch`: one that has the bars alone as well.
   */
  z.object({
    by: z.literal('barcode'),
    startsWith: z.string().max(100).default(''),
    kind: barcodeKindSchema.default('any'),
    patch: z.boolean().optional(),
  }),
]);

/** What the first barcode of a document becomes: of those of the kind that is asked for, the one that began the document before others. */
export const barcodeUses = ['nothing', 'external-id', 'role', 'name'] as const;

const barcodeToSchema = z.enum(barcodeUses);

/** What is done with scanned pages that come as files of a folder, as multifunction devices put them there. */
export const paperRuleSchema = z.object({
  separation: separationSchema.default({ by: 'none' }),
  /** Pages with less ink (percent) are left out; absent: all stay. */
  blankBelow: z.number().min(0).max(20).optional(),
  barcodeTo: barcodeToSchema.default('external-id'),
  barcodeKind: barcodeKindSchema.default('any'),
});

/** See {@link paperRuleSchema}. */
export type PaperRule = z.infer<typeof paperRuleSchema>;

/** A way of scanning, chosen by name and used with one key. Sizes in mm, resolution in dots per inch. */
export const scanProfileSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(100),
  /** Absent: asked for when it is used. */
  scannerId: z.string().min(1).max(1_000).optional(),
  source: z.enum(paperSources).default('feeder'),
  resolution: z.number().int().min(50).max(2_400).default(300),
  color: z.enum(pageColors).default('grey'),
  paper: z.object({ widthMm: mm, heightMm: mm }).default({ widthMm: 210, heightMm: 297 }),
  align: z.enum(paperPlaces).default('left'),
  /** Of both sides, the second is turned by 180°: the feeder turns paper over its top, or it is bound there. */
  turnBacks: z.boolean().default(false),
  format: z.enum(['pdf', 'tiff']).default('pdf'),
  quality: pageQualitySchema.default(usualQuality),
  brightness: z.number().int().min(-100).max(100).default(0),
  contrast: z.number().int().min(-100).max(100).default(0),
  /** Black, where Mailroom makes black and white, is what is darker than this (percent of white). */
  threshold: z.number().int().min(1).max(99).default(usualThreshold),
  /** Pages with less ink (percent) are left out; absent: all stay. */
  blankBelow: z.number().min(0).max(20).optional(),
  /** Pages that lie askew are straightened. */
  straighten: z.boolean().default(true),
  /** Pages are cut to the paper, on scanners with a dark background. */
  cut: z.boolean().default(false),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
  separation: separationSchema.default({ by: 'none' }),
  barcodeTo: barcodeToSchema.default('external-id'),
  barcodeKind: barcodeKindSchema.default('any'),
  /** Name of a document without its ending: {date} {time} {number} {barcode} {profile}. */
  nameTemplate: z.string().min(1).max(200).default('{date} {number}'),
  connectionId: z.string().min(1).optional(),
  projectId: z.string().min(1).optional(),
  mode: z.enum(intakeModes).default('document'),
  /** PDFs that are saved, not sent, are PDF/A-2b, searchable where Tesseract is on the computer. */
  archive: z.boolean().default(false),
  /** After each run it is asked whether more paper is laid in. */
  askForMore: z.boolean().default(false),
  /** The form that is filled in for each document. */
  fields: fieldsSchema.optional(),
  /** Options of the scanner's driver (SANE) by their own names, set last: what no field here says. */
  driverOptions: z.record(z.string().regex(/^[a-z][\w-]*$/i), z.string().max(200)).optional(),
});

/** See {@link scanProfileSchema}. */
export type ScanProfile = z.infer<typeof scanProfileSchema>;

/** Addresses that only the same computer, or the same network, reaches (RFC 1122, 1918, 3927). */
const ownNetwork = /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){2,3}$/;

/** Whether and where others of the office scan at a scanner of this station, by eSCL. */
const scannerShareSchema = z.object({
  on: z.boolean().default(false),
  /** An IPv4 address of this computer in its own network; who reaches it may scan. */
  address: z.ipv4().regex(ownNetwork).default('127.0.0.1'),
  port: z.number().int().min(1).max(65_535).default(8_095),
  /** Absent: that of the usual profile. */
  scannerId: z.string().min(1).max(1_000).optional(),
});

/** Scanning as it stands in the settings. */
export const scanningSettingsSchema = z.object({
  profiles: z.array(scanProfileSchema).default([]),
  /** Used by the key for scanning. */
  defaultProfile: z.string().optional(),
  /** Addresses of network scanners that a person typed. */
  addresses: z.array(z.string().min(1).max(500)).default([]),
  share: scannerShareSchema.prefault({}),
});

/** Why a page is not part of its document: it is blank, it separates, or a person took it out. */
const leftOutSchema = z.enum(['blank', 'separator', 'removed']);

/** A page of a session. Pixels as scanned; degrees clockwise; `inkPercent` and what follows are null until it was looked at. */
export const scanPageSchema = z.object({
  id: z.string(),
  leftOut: leftOutSchema.nullable(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
  rotation: z.number(),
  straighten: z.number(),
  inkPercent: z.number().nullable(),
  skewDegrees: z.number().nullable(),
  barcodes: z.array(z.object({ kind: z.string(), text: z.string() })),
  /** So much longer than the paper (mm) that two sheets may have gone in at once; null where not. */
  tooLongMm: z.number().nullable(),
  /** Part of it is cut away; width and height are what is left. */
  cut: z.boolean(),
  /** Size of the page's file as it was scanned; null where nobody measured it. */
  bytes: z.number().nullable(),
  /** Changes with the page's picture: part of the address under which it is shown. */
  version: z.number(),
});

/** See {@link scanPageSchema}. */
export type ScanPageView = z.infer<typeof scanPageSchema>;

/** A document that is being scanned. `sentAt` (ms) = it is on its way and not to be changed. */
export const scanDocumentSchema = z.object({
  id: z.string(),
  name: z.string(),
  externalId: z.string().nullable(),
  role: z.string().nullable(),
  pages: z.array(z.string()),
  sentAt: z.number().nullable(),
  /** What goes along as values of the profile's fields, by their keys: what a person filled in, else what they begin with. */
  values: z.record(z.string(), z.string()).default({}),
});

/** See {@link scanDocumentSchema}. */
export type ScanDocumentView = z.infer<typeof scanDocumentSchema>;

const share = z.number().min(0).max(1);

/** What a person chose for the documents of one session; absent: as the profile says. */
export const scanTargetSchema = z.object({
  projectId: z.string().min(1).max(200).optional(),
  mode: z.enum(intakeModes).optional(),
  format: z.enum(['pdf', 'tiff']).optional(),
});

/** See {@link scanTargetSchema}. */
export type ScanTarget = z.infer<typeof scanTargetSchema>;

/** A change of a session by a person; each can be taken back by `undo`. */
export const scanEditSchema = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('rotate'),
    pageIds: z.array(z.string()).min(1),
    by: z.union([z.literal(90), z.literal(180), z.literal(270)]),
  }),
  /** Straightens by what was measured, or takes that back. */
  z.object({ act: z.literal('straighten'), pageIds: z.array(z.string()).min(1), on: z.boolean() }),
  /** Cuts a page to a part of what is shown of it, in shares of that; null = the whole page again. */
  z.object({
    act: z.literal('crop'),
    pageId: z.string(),
    part: z.object({ left: share, top: share, width: share.min(0.01), height: share.min(0.01) }).nullable(),
  }),
  /** Where documents of this session go and as what: instead of what was chosen before. */
  z.object({ act: z.literal('target'), target: scanTargetSchema }),
  z.object({ act: z.literal('remove'), pageIds: z.array(z.string()).min(1) }),
  /** Takes pages back that were left out. */
  z.object({ act: z.literal('keep'), pageIds: z.array(z.string()).min(1) }),
  /** Moves pages before the page at `index` of a document; `new` = a document of their own at the end. */
  z.object({
    act: z.literal('move'),
    pageIds: z.array(z.string()).min(1),
    documentId: z.string(),
    index: z.number().int().min(0),
  }),
  /** A document begins with this page. */
  z.object({ act: z.literal('split'), pageId: z.string() }),
  /** Joins a document to the one before it. */
  z.object({ act: z.literal('merge'), documentId: z.string() }),
  z.object({
    act: z.literal('describe'),
    documentId: z.string(),
    name: z.string().min(1).max(200).optional(),
    externalId: z.string().max(256).nullable().optional(),
    role: z.string().max(100).nullable().optional(),
    /** Values of the profile's fields as they are kept; '' = none. What is left out stays. */
    values: z.record(z.string().max(50), z.string().max(maxFieldLength)).optional(),
  }),
]);

/** See {@link scanEditSchema}. */
export type ScanEdit = z.infer<typeof scanEditSchema>;

const paperSizeSchema = z.object({ widthMm: z.number(), heightMm: z.number() });

/** What happened beside a run, or was done otherwise than the profile asks. Resolutions in dots per inch, sizes in mm. */
export const scanNoteSchema = z.discriminatedUnion('about', [
  /** The scanner warms up or is busy, and is waited for. */
  z.object({ about: z.literal('waiting') }),
  /** The run ended in another way than runs do; absent: the feeder is empty, else the scanner does not say so, or says that paper is left. */
  z.object({ about: z.literal('end'), cause: z.string(), paper: z.enum(['unsaid', 'left']).optional() }),
  /** What the scanner does not have: the nearest is scanned, and what was asked for is made of it. */
  z.object({
    about: z.literal('source'),
    asked: z.enum(paperSources),
    done: z.enum(paperSources),
    /** The scanner does not say that it lacks what was asked for, but gave a page three times as one does that lacks it; absent: it says so. */
    unsure: z.boolean().optional(),
  }),
  z.object({ about: z.literal('color'), asked: z.enum(pageColors), done: z.enum(pageColors) }),
  z.object({ about: z.literal('resolution'), asked: z.number(), done: z.number() }),
  z.object({ about: z.literal('paper'), asked: paperSizeSchema, done: paperSizeSchema }),
  /** So many files of other kinds and subfolders lay in the folder whose pictures were taken in. */
  z.object({ about: z.literal('import'), leftOut: z.number() }),
]);

/** See {@link scanNoteSchema}. */
export type ScanNote = z.infer<typeof scanNoteSchema>;

/** A session of scanning: what lies on this computer and is not at the service yet. */
export const scanSessionSchema = z.object({
  id: z.string(),
  profileId: z.string(),
  startedAt: z.number(),
  /** Pages are coming in, from a scanner or from files. */
  scanning: z.boolean(),
  /** Of the files that are taken in as pages so many were read; null: none are. */
  importing: z.object({ done: z.number().int(), of: z.number().int() }).nullable().default(null),
  /** What ended the last run too early. */
  fault: faultSchema.nullable(),
  /** What is to be said of the last run beside that. */
  notes: z.array(scanNoteSchema),
  /** Mailroom ended while pages came in, and nobody scanned on since. */
  interrupted: z.boolean(),
  target: scanTargetSchema,
  /** By what its pages are looked at and its documents leave; absent: it is gone. */
  profile: scanProfileSchema.optional(),
  documents: z.array(scanDocumentSchema),
  pages: z.record(z.string(), scanPageSchema),
  canUndo: z.boolean(),
  /** The items whose pages these are; absent: they were scanned. */
  edited: z.array(z.object({ itemId: z.string(), name: z.string() })).optional(),
  /** They are arranged otherwise than they came; absent where `edited` is. */
  changed: z.boolean().optional(),
});

/** See {@link scanSessionSchema}. */
export type ScanSessionView = z.infer<typeof scanSessionSchema>;
