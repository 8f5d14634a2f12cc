import { existsSync, readFileSync } from 'node:fs';
import type { NativeImage as ElectronImage } from 'electron';
import { strict } from '../strict.ts';

/** A picture as its bytes: the host shows none, so it decodes none either. PNG only, where a size is asked for. */
export class NativeImage implements Pick<ElectronImage, 'toPNG' | 'toDataURL' | 'isEmpty' | 'setTemplateImage'> {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  toPNG(): Buffer {
    return this.#bytes;
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.#bytes.toString('base64')}`;
  }

  isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  getSize(): { width: number; height: number } {
    // The size stands at a fixed place in a PNG's first chunk.
    if (this.#bytes.length < 24) return { width: 0, height: 0 };
    return { width: this.#bytes.readUInt32BE(16), height: this.#bytes.readUInt32BE(20) };
  }

  /** The same picture: nobody sees it in another size. */
  resize(): this {
    return this;
  }

  /** Template images are of macOS. */
  setTemplateImage(): void {
    // On Linux Electron does nothing here either.
  }
}

/** `nativeImage`. */
export const nativeImage = strict('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromPath: (path: string) => new NativeImage(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
  createFromBuffer: (bytes: Buffer) => new NativeImage(bytes),
  createFromDataURL: (url: string) => new NativeImage(Buffer.from(url.split(',', 2)[1] ?? '', 'base64')),
});
