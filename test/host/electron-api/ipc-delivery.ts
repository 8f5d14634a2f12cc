import { codec } from '../page/node-codec.ts';
import type { ToWorld } from '../worlds/host-link.ts';
import { IpcMain } from './ipc-main.ts';

/** `ipcMain` of the app. */
export const ipcMain = new IpcMain();

function decodeAll(parameters: unknown): readonly unknown[] {
  const decoded = codec.decode(parameters);
  return Array.isArray(decoded) ? decoded : [];
}

/** Lets the handler of a channel answer (the page's own first, then the app's) and passes on value or failure in Electron's words. */
export async function answerInvoke(
  message: { readonly id: number; readonly channel: string; readonly parameters: unknown },
  own: readonly IpcMain[],
  event: object,
  answer: (message: ToWorld) => void,
): Promise<void> {
  const { id, channel } = message;
  const handler = [...own, ipcMain].map((each) => each.handlerOf(channel)).find((each) => each !== undefined);
  try {
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    answer({ kind: 'result', id, value: codec.encode(await handler(event, ...decodeAll(message.parameters))) });
  } catch (error) {
    answer({ kind: 'failure', id, message: `Error invoking remote method '${channel}': ${String(error)}` });
  }
}

/** Hands a message to all who listen to its channel. */
export function deliverSend(
  message: { readonly channel: string; readonly parameters: unknown },
  own: readonly IpcMain[],
  event: object,
): void {
  const parameters = decodeAll(message.parameters);
  for (const each of [...own, ipcMain]) each.emit(message.channel, event, ...parameters);
}
