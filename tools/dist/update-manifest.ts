import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  compareVersions,
  manifestName,
  signedPrefix,
  windowProduct,
  type UpdateManifest,
  type UpdatePackage,
} from '../../src/main/host/updates/manifest.ts';

/*
 * Makes the signed manifest of an update folder: `tsx tools/dist/update-manifest.ts FOLDER --key KEY.pem`, and the key that signs it:
 * `--new-key KEY.pem`. Keep the key away from the folder and from the project.
 */

const usage = `npx tsx tools/dist/update-manifest.ts --new-key KEY.pem
  makes a key, and says what to set as updates.key
npx tsx tools/dist/update-manifest.ts FOLDER --key KEY.pem [--days 90]
  writes FOLDER/${manifestName} for the window packages of the newest version in FOLDER
`;

/** Packages that bring themselves up to date, by the ends of their names. Others are rolled out by whoever rolled them out before. */
const updatable: readonly (readonly [name: RegExp, platform: string, kind: string])[] = [
  [/^Mailroom-(\d+\.\d+\.\d+)-x64-setup\.exe$/u, 'win32-x64', 'nsis'],
  [/^Mailroom-(\d+\.\d+\.\d+)-x86_64\.AppImage$/u, 'linux-x64', 'appimage'],
];

/** What is set as `updates.key` for a key. Throws where it is none of Ed25519. */
export function publicPartOf(key: KeyObject): string {
  const { crv, x } = key.export({ format: 'jwk' });
  if (crv !== 'Ed25519' || x === undefined) throw new Error('this is no Ed25519 key');
  return Buffer.from(x, 'base64url').toString('base64');
}

/** The text of a manifest's file. */
export function signManifest(manifest: UpdateManifest, key: KeyObject): string {
  const text = JSON.stringify(manifest);
  const signature = sign(null, Buffer.from(signedPrefix + text), key).toString('base64');
  return `${JSON.stringify({ manifest: text, signature }, null, 2)}\n`;
}

async function describePackage(folder: string, file: string): Promise<Pick<UpdatePackage, 'size' | 'sha512'>> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(join(folder, file))) if (chunk instanceof Uint8Array) hash.update(chunk);
  return { size: (await stat(join(folder, file))).size, sha512: hash.digest('base64') };
}

/**
 * Writes the manifest of the newest version whose packages lie in `folder` (absolute), good for `days` from `now` (ms since 1970), and
 * returns it. Throws where there is none.
 */
export async function writeManifest(
  folder: string,
  key: KeyObject,
  { days, now }: { readonly days: number; readonly now: number },
): Promise<UpdateManifest> {
  const there = (await readdir(folder)).sort().flatMap((file) =>
    updatable.flatMap(([name, platform, kind]) => {
      const version = name.exec(file)?.[1];
      return version === undefined ? [] : [{ file, platform, kind, version }];
    }),
  );
  const version = there
    .map((each) => each.version)
    .sort(compareVersions)
    .at(-1);
  if (version === undefined) throw new Error(`${folder} holds no package of the window that updates itself`);
  const packages = there
    .filter((each) => each.version === version)
    .map(async ({ file, platform, kind }) => ({ platform, kind, file, ...(await describePackage(folder, file)) }));
  const manifest: UpdateManifest = {
    product: windowProduct,
    version,
    made: new Date(now).toISOString(),
    expires: new Date(now + days * 86_400_000).toISOString(),
    packages: await Promise.all(packages),
  };
  await writeFile(join(folder, manifestName), signManifest(manifest, key));
  return manifest;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, 'new-key': { type: 'string' }, days: { type: 'string', default: '90' } },
  });
  if (values['new-key'] !== undefined) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(values['new-key'], pem, { flag: 'wx', mode: 0o600 });
    process.stdout.write(`updates.key = ${publicPartOf(privateKey)}\n`);
    return 0;
  }
  const [folder] = positionals;
  const days = Number(values.days);
  if (folder === undefined || values.key === undefined || !(days > 0)) {
    process.stderr.write(usage);
    return 2;
  }
  const key = createPrivateKey(await readFile(values.key));
  const { version, packages, expires } = await writeManifest(resolve(folder), key, { days, now: Date.now() });
  for (const { file, kind, platform } of packages) process.stdout.write(`${file}: ${kind}, ${platform}\n`);
  process.stdout.write(`${manifestName}: ${version}, until ${expires}, updates.key = ${publicPartOf(key)}\n`);
  return 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main();
}
