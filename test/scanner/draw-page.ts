import sharp from 'sharp';
import type { JobSettings } from './scan-job.ts';

/** Draws the page with that number as the scanner would see it: its number, a few lines, and paper a bit off white. */
export async function drawPage(number: number, settings: JobSettings): Promise<Buffer> {
  const pixels = (units: number): number => Math.max(1, Math.round((units / 300) * settings.resolution));
  const width = pixels(settings.width);
  const height = pixels(settings.height);
  const line = height / 40;
  const lines = Array.from(
    { length: 20 },
    (_, index) =>
      `<rect x="${width * 0.1}" y="${height * 0.3 + index * line * 1.5}" width="${width * (0.5 + ((index * 7) % 3) * 0.1)}" height="${line / 3}" fill="#333"/>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fbfaf6"/><text x="${width * 0.1}" y="${height * 0.2}" font-size="${height / 12}" fill="#123a7a">Page ${number}</text>${lines}</svg>`;
  const drawn = sharp(Buffer.from(svg)).flatten({ background: '#fff' }).withMetadata({ density: settings.resolution });
  const coloured =
    settings.mode === 'RGB24'
      ? drawn
      : settings.mode === 'Grayscale8'
        ? drawn.greyscale()
        : drawn.greyscale().threshold(128);
  return settings.format === 'image/png' ? coloured.png().toBuffer() : coloured.jpeg({ quality: 85 }).toBuffer();
}
