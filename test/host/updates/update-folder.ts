import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTestFolder } from '../../support/ports.ts';
import { publicPartOf, writeManifest } from '../../../tools/dist/update-manifest.ts';
import { manifestName, type UpdateManifest } from '../../../src/main/host/updates/manifest.ts';
import type { UpdateParts } from '../../../src/main/host/updates/look-for-update.ts';

/** The day on which all of it happens, ms since 1970. */
export const today = Date.UTC(2026, 10, 30, 12);

/** `content`: of the AppImage. */
interface ReleaseOptions {
  readonly at?: number;
  readonly days?: number;
  readonly content?: string;
}

/** An update folder of a company with a package for AppImage and one for NSIS, and a workstation with 1.0.0 as AppImage that looks there. */
export interface UpdateFolder {
  readonly folder: string;
  /** Where the workstation keeps what it saw, and where packages. */
  readonly own: string;
  readonly packages: string;
  readonly key: KeyObject;
  readonly parts: UpdateParts;
  /** Puts packages of a version there and signs them. */
  release(version: string, options?: ReleaseOptions): Promise<UpdateManifest>;
  /** Writes the manifest's file as it is given. */
  put(text: string): Promise<void>;
}

/** A key that can sign: made by the tool's own way of writing it down. */
export function newKey(): KeyObject {
  return createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** See {@link UpdateFolder}. */
export async function createUpdateFolder(): Promise<UpdateFolder> {
  const base = await makeTestFolder();
  const [folder, own, packages] = [join(base, 'updates of IT'), join(base, 'own'), join(base, 'packages')];
  await mkdir(folder);
  const key = newKey();
  return {
    folder,
    own,
    packages,
    key,
    parts: {
      folder: own,
      packages,
      updates: { from: folder, key: publicPartOf(key) },
      network: { env: {} },
      origin: { name: 'mailroom-window', kind: 'appimage', platform: 'linux-x64' },
      version: '1.0.0',
      now: () => today,
      freeBytes: () => Promise.resolve(null),
    },
    async release(version, { at = today, days = 30, content = `#!/bin/sh\necho ${version}\n` } = {}) {
      const [appImage, setup] = [
        join(folder, `Mailroom-${version}-x86_64.AppImage`),
        join(folder, `Mailroom-${version}-x64-setup.exe`),
      ];
      await writeFile(appImage, content);
      await writeFile(setup, `MZ ${version}`);
      return writeManifest([appImage, setup], key, { version, days, now: at });
    },
    put: (text) => writeFile(join(folder, manifestName), text),
  };
}
