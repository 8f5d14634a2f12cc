import type { Session } from '../chromium/connection.ts';

/** The app's answer to a page that asks for a permission. */
export type PermissionRequest = (
  webContents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;
/** The app's answer to a page that looks whether it has a permission. */
export type PermissionCheck = (webContents: unknown, permission: string, origin: string, details: object) => boolean;

/** Electron's names of permissions and Chromium's. */
const permissions: readonly (readonly [electron: string, chromium: string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['idle-detection', 'idle-detection'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['window-management', 'window-management'],
  ['local-fonts', 'local-fonts'],
];

/** Asks the handlers beforehand, for Chromium cannot ask them when a page does, and sets what they answer for all pages. */
export async function applyPermissions(
  root: Session,
  request: PermissionRequest | undefined,
  check: PermissionCheck | undefined,
): Promise<void> {
  const details = { requestingUrl: '', isMainFrame: true };
  for (const [electron, chromium] of permissions) {
    const requested =
      request === undefined || (await new Promise<boolean>((resolve) => request(null, electron, resolve, details)));
    const granted = requested && (check?.(null, electron, '', details) ?? true);
    const setting = granted ? 'granted' : 'denied';
    await root.send('Browser.setPermission', { permission: { name: chromium }, setting });
  }
}
