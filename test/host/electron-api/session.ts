import type { Session as ElectronSession } from 'electron';
import { host, record } from '../host-state.ts';
import { strict, StrictEmitter, unsupported } from '../strict.ts';
import { applyPermissions } from './permissions.ts';
import type { PermissionCheck, PermissionRequest } from './permissions.ts';
import { protocol } from './protocol.ts';
import { createWebRequest } from './web-request.ts';

type Checked = Pick<ElectronSession, 'setProxy' | 'resolveProxy' | 'clearCache' | 'isPersistent'>;

/** `session.defaultSession`. */
class Session extends StrictEmitter implements Checked {
  readonly protocol = protocol;
  readonly webRequest;
  /** What `webRequest` decides; for the host. */
  readonly rules;
  #request: PermissionRequest | undefined;
  #check: PermissionCheck | undefined;

  constructor() {
    super('session', ['will-download']);
    const { webRequest, rules } = createWebRequest();
    this.webRequest = webRequest;
    this.rules = rules;
  }

  setPermissionRequestHandler(handler: PermissionRequest | null): void {
    this.#request = handler ?? undefined;
    void this.applyPermissions();
  }

  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    this.#check = handler ?? undefined;
    void this.applyPermissions();
  }

  /** Lets Chromium know what the handlers answer; for the host, once more when Chromium is up. */
  async applyPermissions(): Promise<void> {
    if (host.chromium === undefined) return;
    await applyPermissions(host.chromium.connection.root, this.#request, this.#check);
  }

  setDevicePermissionHandler(handler: unknown): void {
    // Chromium asks a person before it hands out a device, and no person would be asked by a test.
    if (handler !== null) record('device-permission-handler', {});
  }

  setProxy(configuration: object): Promise<void> {
    record('proxy', configuration);
    return Promise.resolve();
  }

  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT');
  }

  clearCache(): Promise<void> {
    return Promise.resolve();
  }

  isPersistent(): boolean {
    return true;
  }
}

/** The one session that the host has. */
export const defaultSession = new Session();

/** `session`. */
export const session = strict('session', {
  defaultSession,
  fromPartition(partition: string): never {
    throw unsupported(`session.fromPartition('${partition}')`);
  },
});
