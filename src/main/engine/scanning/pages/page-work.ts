import { z } from 'zod';
import { pageColors, pageQualitySchema } from '../../../../shared/scanning.ts';
import { pageLookSchema, pagePartSchema } from './analysis/page-look.ts';
import { arrangedDocumentSchema, pageSizeSchema, sourceFileSchema } from './arranging/pages-asked.ts';
import { pageShapeSchema } from './page-shape.ts';
import { takenPageSchema } from './taken-page.ts';

const pageToWriteSchema = z.object({
  path: z.string(),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/tiff']),
  shape: pageShapeSchema,
  density: z.number(),
  color: z.enum(pageColors),
  quality: pageQualitySchema.optional(),
  /** See `ScanProfile`. */
  threshold: z.number().optional(),
});

/** A page of a document to be written: its file, its shape, its resolution (dots per inch) and its colours. */
export type PageToWrite = Readonly<z.infer<typeof pageToWriteSchema>>;

/** Stands for a system's code where a password does not open a PDF. */
export const wrongPassword = 'wrong-password';

/** One thing that the pages thread is asked for. */
export const pageTaskSchema = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('look'),
    id: z.number(),
    path: z.string(),
    codes: z.boolean(),
    edge: z.boolean(),
    straighten: z.boolean(),
  }),
  /** A picture of a page in its shape, at most so wide and high (pixels), as JPEG. */
  z.object({
    act: z.literal('picture'),
    id: z.number(),
    path: z.string(),
    shape: pageShapeSchema,
    density: z.number(),
    max: z.number().int().min(16).max(6_000),
  }),
  z.object({
    act: z.literal('write'),
    id: z.number(),
    pages: z.array(pageToWriteSchema).min(1),
    format: z.enum(['pdf', 'archive', 'tiff']),
    path: z.string(),
    title: z.string(),
  }),
  /** How many bytes a page has in a document of that format. */
  z.object({ act: z.literal('measure'), id: z.number(), page: pageToWriteSchema, format: z.enum(['pdf', 'tiff']) }),
  /** Copies the pages of a picture file into a folder, under names that begin so. */
  z.object({ act: z.literal('import'), id: z.number(), path: z.string(), folder: z.string(), prefix: z.string() }),
  /** Reads a PDF into memory, for what is asked of it next. */
  z.object({ act: z.literal('read'), id: z.number(), path: z.string() }),
  /** Looks at a page (from 0) of a PDF, whatever it is made of; straightened it is never. */
  z.object({ act: z.literal('look-drawn'), id: z.number(), path: z.string(), page: z.number(), codes: z.boolean() }),
  /** Writes pages (from 0) of a PDF as one of their own. */
  z.object({
    act: z.literal('take'),
    id: z.number(),
    path: z.string(),
    pages: z.array(z.number()).min(1),
    target: z.string(),
    title: z.string(),
  }),
  /** Writes a PDF that a password opens without one. */
  z.object({ act: z.literal('unlock'), id: z.number(), path: z.string(), password: z.string(), target: z.string() }),
  /** Writes a copy of a picture (`convertedTypes`), as a JPEG or, of several pictures, as a PDF; `changedAt` (ms) is that of the file. */
  z.object({
    act: z.literal('convert'),
    id: z.number(),
    path: z.string(),
    mediaType: z.string(),
    jpeg: z.string(),
    pdf: z.string(),
    title: z.string(),
    changedAt: z.number(),
  }),
  /** The sizes of the pages of a file that are to be arranged. */
  z.object({ act: z.literal('survey'), id: z.number(), file: sourceFileSchema }),
  /** A page (from 0) of a file as JPEG, turned clockwise, its longer side at most that many pixels. */
  z.object({
    act: z.literal('draw'),
    id: z.number(),
    file: sourceFileSchema,
    page: z.number(),
    rotation: z.number(),
    max: z.number().int().min(16).max(6_000),
  }),
  /** What is on a page (from 0) of a file; the folder is for what lasts a moment. */
  z.object({
    act: z.literal('look-file'),
    id: z.number(),
    file: sourceFileSchema,
    page: z.number(),
    folder: z.string(),
  }),
  /** Writes documents that are made of pages of files; the folder is for what lasts a moment. */
  z.object({
    act: z.literal('arrange'),
    id: z.number(),
    files: z.array(sourceFileSchema).min(1),
    documents: z.array(arrangedDocumentSchema).min(1),
    folder: z.string(),
  }),
  /** Gives back what PDFs take of memory. */
  z.object({ act: z.literal('forget'), id: z.number() }),
  /** Makes a scanned page what was asked for, in its own file (`PageFit`); density is that of the outcome. */
  z.object({
    act: z.literal('fit'),
    id: z.number(),
    path: z.string(),
    mediaType: z.enum(['image/png', 'image/jpeg', 'image/tiff']),
    scale: z.number().positive().max(1),
    grey: z.boolean(),
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
    from: z.object({ left: z.number().min(0).max(1), top: z.number().min(0).max(1) }).optional(),
    density: z.number().positive(),
  }),
]);

/** See {@link pageTaskSchema}. */
export type PageTask = z.infer<typeof pageTaskSchema>;

/** What it answers; `failed` = the page can't be read or the document can't be written, with the system's code where there is one. */
export const pageAnswerSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('look'), id: z.number(), look: pageLookSchema, part: pagePartSchema.nullable() }),
  z.object({ act: z.literal('picture'), id: z.number(), jpeg: z.instanceof(Uint8Array) }),
  z.object({ act: z.literal('write'), id: z.number(), bytes: z.number() }),
  z.object({ act: z.literal('read'), id: z.number() }),
  /** `pages`: how many the PDF has. */
  z.object({
    act: z.literal('look-drawn'),
    id: z.number(),
    look: pageLookSchema,
    pages: z.number(),
    holdsMore: z.boolean(),
  }),
  z.object({ act: z.literal('take'), id: z.number(), bytes: z.number() }),
  z.object({ act: z.literal('unlock'), id: z.number(), of: z.string(), signed: z.boolean() }),
  z.object({
    act: z.literal('convert'),
    id: z.number(),
    of: z.string(),
    mediaType: z.enum(['image/jpeg', 'application/pdf']),
  }),
  z.object({ act: z.literal('survey'), id: z.number(), pages: z.array(pageSizeSchema) }),
  z.object({ act: z.literal('draw'), id: z.number(), jpeg: z.instanceof(Uint8Array) }),
  z.object({ act: z.literal('look-file'), id: z.number(), look: pageLookSchema }),
  z.object({ act: z.literal('arrange'), id: z.number(), bytes: z.array(z.number()) }),
  z.object({ act: z.literal('forget'), id: z.number() }),
  z.object({ act: z.literal('fit'), id: z.number() }),
  z.object({ act: z.literal('measure'), id: z.number(), bytes: z.number() }),
  z.object({
    act: z.literal('import'),
    id: z.number(),
    pages: z.array(takenPageSchema),
  }),
  z.object({
    act: z.literal('failed'),
    id: z.number(),
    code: z.string().nullable(),
    message: z.string(),
    page: z.number().optional(),
  }),
]);

/** See {@link pageAnswerSchema}. */
export type PageAnswer = z.infer<typeof pageAnswerSchema>;
