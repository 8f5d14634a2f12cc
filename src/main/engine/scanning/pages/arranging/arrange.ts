import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { moveDurably } from '../../../platform/disk/durable-file.ts';
import { makeFolder } from '../../../platform/disk/make-folder.ts';
import { rm } from '../../../platform/disk/patient-files.ts';
import { importPictures } from '../import-pictures.ts';
import { maxPixels } from '../max-pixels.ts';
import { guessedDensity, statedDensity } from '../page-density.ts';
import { asScanned } from '../page-shape.ts';
import { lookAtPage } from '../analysis/look-at-page.ts';
import type { PageLook } from '../analysis/page-look.ts';
import { drawnPdf, viewablePage } from '../pdf/drawn-pdf.ts';
import { writePdf } from '../write-document.ts';
import { arrangePdfs, drawPdfPage, surveyPdf } from './arrange-pdf.ts';
import { arrangedTiff, surveyTiff } from './arrange-tiff.ts';
import type { ArrangedDocument, PageSize, SourceFile } from './pages-asked.ts';

const isPdf = ({ mediaType }: SourceFile): boolean => mediaType === 'application/pdf';
const isTiff = ({ mediaType }: SourceFile): boolean => mediaType === 'image/tiff';

/** A picture as a PDF of pages, nothing of it lost: a JPEG as it is. */
async function asPdf({ path }: SourceFile, folder: string, name: string): Promise<string> {
  const pages = await importPictures(path, folder, (index) => `${name}-${index}`);
  const target = join(folder, `${name}.pdf`);
  const written = pages.map((page) => ({
    ...page,
    shape: { ...asScanned, rotation: page.rotation },
    quality: 'lossless' as const,
  }));
  await writePdf(written, target, '');
  for (const page of pages) await rm(page.path, { force: true });
  return target;
}

/**
 * The sizes of all pages of a file as they are shown, points. Throws `FixedPages` where they can't be moved; rejects where the file
 * can't be read.
 */
export async function surveyFile(file: SourceFile): Promise<readonly PageSize[]> {
  if (isPdf(file)) return surveyPdf(file.path);
  if (isTiff(file)) return surveyTiff(file.path);
  const told = await sharp(file.path, { limitInputPixels: maxPixels }).metadata();
  const inch = statedDensity(told.density) ?? guessedDensity(told.width, told.height);
  const [width, height] = [(told.width / inch) * 72, (told.height / inch) * 72];
  return [(told.orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }];
}

/** A page (from 0) of a file as JPEG, turned by so many degrees clockwise, its longer side at most that many pixels. */
export async function drawFilePage(file: SourceFile, page: number, rotation: number, max: number): Promise<Buffer> {
  if (isPdf(file)) return drawPdfPage(file.path, page, rotation, max);
  const upright = await sharp(file.path, { page: isTiff(file) ? page : 0, limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width: max, height: max, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer();
  return rotation === 0 ? upright : sharp(upright).rotate(rotation).jpeg({ quality: 80 }).toBuffer();
}

/** What is on a page (from 0) of a file: for separating by what is read there. `folder`: for what lasts a moment. */
export async function lookAtFilePage(file: SourceFile, page: number, folder: string): Promise<PageLook> {
  const ask = { codes: true, edge: false, straighten: false };
  if (isPdf(file)) return (await lookAtPage(viewablePage(await drawnPdf(file.path), page), ask)).look;
  if (!isTiff(file)) return (await lookAtPage(file.path, ask)).look;
  const single = join(folder, 'seen.tif');
  try {
    await writeFile(single, await arrangedTiff([file.path], [{ source: 0, page, rotation: 0 }], folder), {
      mode: 0o600,
    });
    return (await lookAtPage(single, ask)).look;
  } finally {
    await rm(single, { force: true });
  }
}

async function writeDurably({ target }: ArrangedDocument, content: Buffer): Promise<number> {
  const temporary = `${target}.part`;
  await writeFile(temporary, content, { mode: 0o600 });
  await moveDurably(temporary, target);
  return content.length;
}

/**
 * Writes documents that are made of pages of files: a TIFF where all files are TIFFs, else a PDF. What a page shows is taken over as it
 * is. `folder` is for what lasts a moment. Answers the bytes of each. Throws `FixedPages`; rejects where a file can't be read.
 */
export async function arrangeFiles(
  files: readonly SourceFile[],
  documents: readonly ArrangedDocument[],
  folder: string,
): Promise<readonly number[]> {
  const bytes: number[] = [];
  const passing = join(folder, '.passing');
  await makeFolder(passing, 0o700);
  try {
    if (files.every(isTiff)) {
      const paths = files.map(({ path }) => path);
      for (const document of documents)
        bytes.push(await writeDurably(document, await arrangedTiff(paths, document.pages, passing)));
      return bytes;
    }
    const paths: string[] = [];
    for (const [index, file] of files.entries())
      paths.push(isPdf(file) ? file.path : await asPdf(file, passing, `source-${index}`));
    await arrangePdfs(paths, documents, async (document, content) => {
      bytes.push(await writeDurably(document, content));
    });
    return bytes;
  } finally {
    await rm(passing, { recursive: true, force: true });
  }
}
