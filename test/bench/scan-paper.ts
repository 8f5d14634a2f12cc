import sharp, { type Sharp } from 'sharp';

/** Pixels of A4 at 300 dpi. */
const [width, height] = [2_480, 3_508];
/** What a scanner's dark background looks like. */
const dark = '#1e1e1e';

/** A kind of page to be drawn. */
export type BenchPaper = 'color' | 'black-white' | 'askew';

/** A page of a letter with text, colours and the grain of paper, as raw pixels. */
async function letter(): Promise<Sharp> {
  const rows = Array.from(
    { length: 55 },
    (_, row) =>
      `<text x="250" y="${400 + row * 52}" font-size="40">Row ${row} of a letter about the lift of hall 3</text>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fbfaf5"/><rect x="250" y="120" width="900" height="180" fill="#1f5fa8"/>${rows}</svg>`;
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 8, sigma: 4 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .composite([{ input: grain, blend: 'difference' }]);
}

/**
 * Draws a page of A4 at 300 dpi into a file: in colour as JPEG, in black and white as PNG of one bit, or in colour a little askew (so many
 * degrees) on a dark background. Answers the ending of its name.
 */
export async function drawPage(kind: BenchPaper, path: string, degrees: number): Promise<'jpg' | 'png'> {
  const drawn = await letter();
  if (kind === 'black-white') {
    const png = drawn.greyscale().threshold(140).withMetadata({ density: 300 });
    await png.png({ palette: true, colours: 2 }).toFile(path);
    return 'png';
  }
  if (kind === 'color') {
    await drawn.withMetadata({ density: 300 }).jpeg({ quality: 85 }).toFile(path);
    return 'jpg';
  }
  const flat = await drawn.png({ compressionLevel: 1 }).toBuffer();
  const lies = await sharp(flat).rotate(degrees, { background: dark }).png({ compressionLevel: 1 }).toBuffer();
  await sharp(lies).withMetadata({ density: 300 }).jpeg({ quality: 85 }).toFile(path);
  return 'jpg';
}
