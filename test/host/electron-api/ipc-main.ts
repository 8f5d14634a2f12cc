import { EventEmitter } from 'node:events';
import { strictRoot } from '../strict.ts';

/** Answers `ipcRenderer.invoke`. */
export type InvokeHandler = (event: object, ...parameters: unknown[]) => unknown;

/** `ipcMain`, and `webContents.ipc`: any channel name may be listened to, so this one emitter knows no list of events. */
export class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, InvokeHandler>();

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...parameters) => {
      this.removeHandler(channel);
      return handler(event, ...parameters);
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** The handler of a channel; for the host. */
  handlerOf(channel: string): InvokeHandler | undefined {
    return this.#handlers.get(channel);
  }
}

// Members it does not have throw by name as everywhere else.
Object.setPrototypeOf(IpcMain.prototype, strictRoot);
