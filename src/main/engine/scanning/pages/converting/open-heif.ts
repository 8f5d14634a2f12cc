import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { heif_image_handle as Handle, MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { z } from 'zod';
import { pictureError, type Pixels } from './picture-asked.ts';

/** A HEIF file with its pictures. */
export interface OpenedHeif {
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  /** The pixels of a picture, turned and cut as the file says. */
  draw(index: number): Pixels;
  /** What its colours mean (ICC); null: what they usually do. */
  readonly profile: Buffer | null;
}

/** What the library answers where a picture was decoded; its memory is the library's. */
const decodedSchema = z.object({
  width: z.number(),
  height: z.number(),
  channels: z.array(z.object({ stride: z.number(), data: z.instanceof(Uint8Array) })).length(1),
});

let code: Promise<Buffer> | null = null;

/** A libheif of its own for each file: its memory only grows, and goes with it. */
async function startLibheif(): Promise<MainModule> {
  const { default: start } = await import('libheif-js/libheif-wasm/libheif.js');
  code ??= readFile(createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm'));
  return start({ wasmBinary: await code });
}

function isHandle(found: unknown): found is Handle {
  return typeof found === 'object' && found !== null && 'delete' in found;
}

/** The colour profile of a HEIF file (ISO/IEC 14496-12, `colr`): pictures of one file share it. */
function profileOf(content: Buffer): Buffer | null {
  const at = content.indexOf('colrprof', 0, 'latin1');
  if (at < 4) return null;
  const bytes = content.readUInt32BE(at - 4) - 12;
  return bytes > 0 && at + 8 + bytes <= content.length ? content.subarray(at + 8, at + 8 + bytes) : null;
}

/** Opens a HEIF file. Throws where it holds no picture that can be read, `picture-not-read` where it holds none at all. */
export async function openHeif(content: Buffer): Promise<OpenedHeif> {
  const library = await startLibheif();
  const context = library.heif_context_alloc();
  const read = library.heif_context_read_from_memory(context, content);
  if (read.code !== library.heif_error_code.heif_error_Ok) throw new Error('no HEIF file that can be read');
  const ids = z.array(z.number()).parse(library.heif_js_context_get_list_of_top_level_image_IDs(context));
  if (ids.length === 0) throw pictureError('picture-not-read');
  const handles = ids.map((id): Handle => {
    const handle: unknown = library.heif_js_context_get_image_handle(context, id);
    if (!isHandle(handle)) throw new Error('a picture of a HEIF file can not be opened');
    return handle;
  });
  return {
    sizes: handles.map((handle) => ({
      width: library.heif_image_handle_get_width(handle),
      height: library.heif_image_handle_get_height(handle),
    })),
    profile: profileOf(content),
    draw(index) {
      const handle = handles[index];
      if (handle === undefined) throw new Error('no such picture in a HEIF file');
      const { heif_colorspace_RGB: rgb } = library.heif_colorspace;
      const { heif_chroma_interleaved_RGB: opaque, heif_chroma_interleaved_RGBA: clear } = library.heif_chroma;
      const channels = library.heif_image_handle_has_alpha_channel(handle) === 0 ? 3 : 4;
      const answer: unknown = library.heif_js_decode_image2(handle, rgb, channels === 3 ? opaque : clear);
      const decoded = decodedSchema.safeParse(answer);
      if (!decoded.success) throw new Error('a picture of a HEIF file can not be decoded');
      const { width, height } = decoded.data;
      const [plane] = decoded.data.channels;
      const bytes = new Uint8Array(width * height * channels);
      for (let row = 0; row < height && plane !== undefined; row += 1) {
        bytes.set(
          plane.data.subarray(row * plane.stride, row * plane.stride + width * channels),
          row * width * channels,
        );
      }
      return { bytes, width, height, channels };
    },
  };
}
