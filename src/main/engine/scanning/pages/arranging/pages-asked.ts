import { z } from 'zod';

/** Why pages of a file can't be moved: what it holds beside them would be lost, or would not be true any more, or memory has no room. */
export const fixedBecause = [
  'signed',
  'has-files',
  'has-form',
  'protected',
  'hidden-layers',
  'too-large-to-edit',
] as const;

/** See {@link fixedBecause}. */
export type FixedBecause = (typeof fixedBecause)[number];

/** Thrown where pages of a file can't be moved. */
export class FixedPages extends Error {
  readonly code: FixedBecause;

  constructor(because: FixedBecause) {
    super(because);
    this.code = because;
  }
}

/** A file whose pages are arranged: PDF, TIFF, JPEG or PNG. */
export const sourceFileSchema = z.object({ path: z.string(), mediaType: z.string() });

/** See {@link sourceFileSchema}. */
export type SourceFile = Readonly<z.infer<typeof sourceFileSchema>>;

const rotationSchema = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

/** A page of a file: which of the files, which of its pages (both from 0), and by how much it is turned (degrees clockwise). */
export const arrangedPageSchema = z.object({
  source: z.number().int().min(0),
  page: z.number().int().min(0),
  rotation: rotationSchema,
});

/** See {@link arrangedPageSchema}. */
export type ArrangedPage = Readonly<z.infer<typeof arrangedPageSchema>>;

/** A document that is made of pages of files, and where it is to lie. */
export const arrangedDocumentSchema = z.object({
  pages: z.array(arrangedPageSchema).min(1),
  target: z.string(),
  title: z.string(),
});

/** See {@link arrangedDocumentSchema}. */
export type ArrangedDocument = Readonly<z.infer<typeof arrangedDocumentSchema>>;

/** Width and height of a page as it is shown, points. */
export const pageSizeSchema = z.object({ width: z.number().positive(), height: z.number().positive() });

/** See {@link pageSizeSchema}. */
export type PageSize = Readonly<z.infer<typeof pageSizeSchema>>;
