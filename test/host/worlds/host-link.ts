import type { ByteText, Codec } from './codec.ts';

/** What the isolated world tells the host; `parameters` and values are encoded by the codec. */
export type ToHost =
  | { readonly kind: 'hello' }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly parameters: unknown }
  | { readonly kind: 'send'; readonly channel: string; readonly parameters: unknown }
  | { readonly kind: 'preload-error'; readonly message: string }
  | { readonly kind: 'open'; readonly url: string; readonly name: string; readonly features: string }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'focus'; readonly focused: boolean }
  | {
      readonly kind: 'key';
      readonly key: string;
      readonly control: boolean;
      readonly shift: boolean;
      readonly alt: boolean;
    }
  | {
      readonly kind: 'bounds';
      readonly bounds: {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      };
    };

/** What the host tells the isolated world, many at a time. */
export type ToWorld =
  | { readonly kind: 'event'; readonly channel: string; readonly parameters: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

/** The isolated world's global through which the host reaches in. The page's world does not have it. */
export interface HostGlobal {
  /** Files whose paths are wanted while the debugger stands still. */
  files: readonly object[];
  /** Their paths, written by the host before it lets the world go on. */
  paths: readonly string[] | null;
  /** Whether closing the window must be asked for (somebody may prevent it). */
  asksBeforeClose: boolean;
  receive(batch: readonly ToWorld[]): void;
}

/** The name of that global. */
export const hostGlobalName = '__chromiumHost';

/** Bytes as base64 in a browser. */
export const browserBytes: ByteText = {
  toText(bytes) {
    let text = '';
    // Spreading a large array overflows the stack; 32 KiB a time does not.
    for (let start = 0; start < bytes.length; start += 32_768) {
      text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
    }
    return btoa(text);
  },
  fromText: (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer,
};

/** `ipcRenderer.invoke` and what belongs to it. */
export interface Invocations {
  invoke(channel: string, parameters: readonly unknown[]): Promise<unknown>;
  settle(message: ToWorld): void;
}

/** Keeps the questions to the main process until they are answered. */
export function createInvocations(post: (message: ToHost) => void, codec: Codec): Invocations {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  return {
    invoke(channel, parameters) {
      const encoded = codec.encode(parameters);
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        post({ kind: 'invoke', id, channel, parameters: encoded });
      });
    },
    settle(message) {
      if (message.kind === 'event') return;
      const waiter = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'result') waiter?.resolve(codec.decode(message.value));
      else waiter?.reject(new Error(message.message));
    },
  };
}
