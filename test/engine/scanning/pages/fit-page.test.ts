import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fitPage } from '../../../../src/main/engine/scanning/pages/fit-page.ts';
import { makeTestFolder } from '../../../support/ports.ts';

// As in the thread that does it in Mailroom: a picture that is kept open can't be replaced on Windows.
sharp.cache(false);

test.each(['png', 'jpeg', 'tiff'] as const)(
  'a page (%s) is made smaller and grey, and tells the resolution that it has then',
  async (format) => {
    const path = join(await makeTestFolder(), 'page-1');
    const paper = sharp({ create: { width: 300, height: 420, channels: 3, background: '#a08060' } });
    await paper.withDensity(300).toFormat(format).toFile(path);
    await fitPage({ path, mediaType: `image/${format}` }, { scale: 0.5, grey: true }, 150);
    const { width, height, channels, density, format: kept } = await sharp(path).metadata();
    expect({ width, height, channels, density, kept }).toEqual({
      width: 150,
      height: 210,
      channels: 1,
      density: 150,
      kept: format,
    });
  },
);
