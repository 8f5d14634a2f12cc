import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** How a device keeps a page in a PDF. */
export type Keeping = 'jpeg' | 'g4' | 'g4-mask' | 'flate-grey' | 'flate-rgb' | 'indexed' | 'strips' | 'drawn';

/** A page for a device's file: the picture, how it is kept, and what is done to it. */
export interface DevicePage {
  readonly picture: string;
  readonly keeping: Keeping;
  /** Put in turned, and turned back for display. */
  readonly turned?: boolean;
  /** Words that nobody sees, as text recognition leaves them. */
  readonly words?: string;
}

interface Entry {
  readonly dictionary: string;
  readonly stream?: Buffer;
}

const points = (pixels: number, density: number): number => Math.round((pixels / density) * 72 * 100) / 100;

/** The one tile of a TIFF that sharp wrote, without its head: what a PDF holds of a fax picture. Tiles have sides of 16 pixels and more. */
async function faxOf(picture: string): Promise<{ bytes: Buffer; photometric: number; width: number; height: number }> {
  const told = await sharp(picture).metadata();
  const [width, height] = [Math.ceil(told.width / 16) * 16, Math.ceil(told.height / 16) * 16];
  const data = await sharp(picture)
    .resize(width, height, { fit: 'fill' })
    .greyscale()
    .threshold(140)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const tiff = await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tile: true, tileWidth: width, tileHeight: height })
    .toBuffer();
  const directory = tiff.readUInt32LE(4);
  const read = (tag: number): number => {
    for (let at = directory + 2; at < directory + 2 + tiff.readUInt16LE(directory) * 12; at += 12) {
      if (tiff.readUInt16LE(at) !== tag) continue;
      if (tiff.readUInt32LE(at + 4) !== 1) throw new Error('more than one tile');
      return tiff.readUInt16LE(at + 2) === 3 ? tiff.readUInt16LE(at + 8) : tiff.readUInt32LE(at + 8);
    }
    throw new Error(`no tag ${tag}`);
  };
  const from = read(324);
  return { bytes: tiff.subarray(from, from + read(325)), photometric: read(262), width, height };
}

async function picturesOf({ picture, keeping, turned }: DevicePage): Promise<readonly (Entry & { share: number })[]> {
  const source = turned === true ? await sharp(picture).rotate(270).png().toBuffer() : picture;
  const { width, height } = await sharp(source).metadata();
  const head = `/Type/XObject/Subtype/Image/Width ${width}`;
  const whole = `${head}/Height ${height}`;
  const raw = async (channels: 1 | 3): Promise<Buffer> =>
    sharp(source)
      .flatten({ background: '#fff' })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer();
  switch (keeping) {
    case 'jpeg':
      return [
        {
          dictionary: `${whole}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
          stream: await sharp(source).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer(),
          share: 1,
        },
      ];
    case 'g4':
    case 'g4-mask': {
      const fax = await faxOf(picture);
      const { bytes, photometric } = fax;
      const parameters = `/DecodeParms<</K -1/Columns ${fax.width}/Rows ${fax.height}${photometric === 0 ? '' : '/BlackIs1 true'}>>`;
      const kind = keeping === 'g4' ? '/ColorSpace/DeviceGray' : '/ImageMask true';
      return [
        {
          dictionary: `/Type/XObject/Subtype/Image/Width ${fax.width}/Height ${fax.height}${kind}/BitsPerComponent 1/Filter/CCITTFaxDecode${parameters}`,
          stream: bytes,
          share: 1,
        },
      ];
    }
    case 'indexed': {
      const grey = await raw(1);
      const row = Math.ceil(width / 8);
      const bits = Buffer.alloc(row * height);
      for (let at = 0; at < grey.length; at += 1) {
        const [x, y] = [at % width, Math.floor(at / width)];
        const place = y * row + (x >> 3);
        if ((grey[at] ?? 255) < 140) bits[place] = (bits[place] ?? 0) | (0x80 >> (x & 7));
      }
      return [
        {
          dictionary: `${whole}/ColorSpace[/Indexed/DeviceRGB 1<FFFFFF000000>]/BitsPerComponent 1/Filter/FlateDecode`,
          stream: deflateSync(bits),
          share: 1,
        },
      ];
    }
    case 'strips': {
      const cut = Math.floor(height / 3);
      const tops = [0, cut, 2 * cut];
      return Promise.all(
        tops.map(async (top, index) => {
          const rows = index === 2 ? height - top : cut;
          const strip = sharp(source).flatten({ background: '#fff' }).extract({ left: 0, top, width, height: rows });
          return {
            dictionary: `${head}/Height ${rows}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
            stream: await strip.jpeg({ quality: 90 }).toBuffer(),
            share: rows / height,
          };
        }),
      );
    }
    case 'flate-grey':
    case 'flate-rgb':
    case 'drawn': {
      const channels = keeping === 'flate-rgb' ? 3 : 1;
      const space = channels === 3 ? '[/ICCBased 2 0 R]' : '/DeviceGray';
      const bytes = await raw(channels);
      // PNG's predictor, kind 2 (above), as writers like it.
      const row = width * channels;
      const predicted = Buffer.alloc((row + 1) * height);
      for (let y = 0; y < height; y += 1) {
        predicted[y * (row + 1)] = 2;
        for (let x = 0; x < row; x += 1) {
          const above = y === 0 ? 0 : (bytes[(y - 1) * row + x] ?? 0);
          predicted[y * (row + 1) + 1 + x] = ((bytes[y * row + x] ?? 0) - above) & 0xff;
        }
      }
      const parameters = `/DecodeParms<</Predictor 15/Colors ${channels}/Columns ${width}>>`;
      return [
        {
          dictionary: `${whole}/ColorSpace${space}/BitsPerComponent 8/Filter/FlateDecode${parameters}`,
          stream: deflateSync(predicted),
          share: 1,
        },
      ];
    }
  }
}

/**
 * A PDF as multifunction devices write it, made by hand from the standard and not by the product's writer. `packed`: objects lie in
 * a compressed stream, and nothing but that is in the file (PDF 1.5).
 */
export async function devicePdf(pages: readonly DevicePage[], density = 150, packed = false): Promise<Buffer> {
  const entries: Entry[] = [];
  const add = (dictionary: string, stream?: Buffer): number => {
    entries.push(stream === undefined ? { dictionary } : { dictionary, stream });
    return entries.length;
  };
  add('/Type/Catalog/Pages 3 0 R');
  add('/N 3', Buffer.from('no profile that anybody reads'));
  const tree = add('');
  const kids: number[] = [];
  for (const page of pages) {
    const pictures = await picturesOf(page);
    const { width, height } = await sharp(page.picture).metadata();
    const [w, h] = [points(width, density), points(height, density)];
    const [wide, high] = page.turned === true ? [h, w] : [w, h];
    let top = high;
    const names: string[] = [];
    const drawn = pictures.map(({ dictionary, stream, share }, index) => {
      names.push(`/Im${index} ${add(dictionary, stream)} 0 R`);
      top -= share * high;
      return `q ${wide} 0 0 ${(share * high).toFixed(3)} 0 ${top.toFixed(3)} cm /Im${index} Do Q`;
    });
    if (page.words !== undefined) drawn.push(`BT 3 Tr /F1 10 Tf 50 50 Td (${page.words}) Tj ET`);
    if (page.keeping === 'drawn') drawn.push('BT /F1 10 Tf 50 50 Td (Seen by everybody) Tj ET');
    const content = add('/Filter/FlateDecode', deflateSync(Buffer.from(drawn.join('\n'))));
    const turn = page.turned === true ? '/Rotate 90' : '';
    kids.push(
      add(
        `/Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${wide} ${high}]${turn}/Resources<</XObject<<${names.join(' ')}>>>>/Contents ${content} 0 R`,
      ),
    );
  }
  entries[tree - 1] = {
    dictionary: `/Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]`,
  };
  const file: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\n', 'latin1')];
  const object = (number: number, { dictionary, stream }: Entry): void => {
    const length = stream === undefined ? '' : `/Length ${stream.length}`;
    file.push(Buffer.from(`${number} 0 obj\n<<${dictionary}${length}>>\n`, 'latin1'));
    if (stream !== undefined) file.push(Buffer.from('stream\r\n'), stream, Buffer.from('\nendstream\n'));
    file.push(Buffer.from('endobj\n'));
  };
  const plain = entries.map((entry, index) => ({ number: index + 1, entry }));
  const together = packed ? plain.filter(({ entry }) => entry.stream === undefined) : [];
  for (const { number, entry } of plain) if (!packed || entry.stream !== undefined) object(number, entry);
  if (packed) {
    const texts = together.map(({ entry }) => `<<${entry.dictionary}>> `);
    const places = together.map(({ number }, index) => `${number} ${texts.slice(0, index).join('').length}`).join(' ');
    const stream = deflateSync(Buffer.from(`${places} ${texts.join('')}`));
    const first = places.length + 1;
    object(entries.length + 1, {
      dictionary: `/Type/ObjStm/N ${together.length}/First ${first}/Filter/FlateDecode`,
      stream,
    });
    object(entries.length + 2, { dictionary: '/Type/XRef/Root 1 0 R/Size 1/W[1 1 1]', stream: Buffer.alloc(3) });
    file.push(Buffer.from('startxref\n0\n%%EOF\n'));
  } else {
    file.push(Buffer.from(`trailer\n<</Size ${entries.length + 1}/Root 1 0 R>>\nstartxref\n0\n%%EOF\n`));
  }
  return Buffer.concat(file);
}
