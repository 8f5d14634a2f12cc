import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  manifestName,
  signedPrefix,
  windowProduct,
  type UpdateManifest,
  type UpdatePackage,
} from '../../src/main/host/updates/manifest.ts';

/*
 * Makes the signed manifest of an update folder: `tsx tools/dist/update-manifest.ts FOLDER --version X.Y.Z --key KEY.pem`, and
 * the key that signs it: `--new-key KEY.pem`. What lies in FOLDER is signed as it is: let it be where the packages were built, never the
 * folder that windows read. Keep the key away from both and from the project.
 */

const usage = `npx tsx tools/dist/update-manifest.ts --new-key KEY.pem
  makes a key, and says what to set as updates.key
npx tsx tools/dist/update-manifest.ts FOLDER --version X.Y.Z --key KEY.pem [--days 90]
  writes FOLDER/${manifestName} for the window packages of that version in FOLDER, which is to be where they were built
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

async function describePackage(path: string): Promise<Pick<UpdatePackage, 'size' | 'sha512'>> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path)) if (chunk instanceof Uint8Array) hash.update(chunk);
  return { size: (await stat(path)).size, sha512: hash.digest('base64') };
}

/**
 * Writes the manifest of a version beside its packages, good for `days` from `now` (ms since 1970), and returns it. Of `paths` (absolute, of
 * one folder) it names what bears that version and updates itself, and nothing else. Throws where there is none.
 */
export async function writeManifest(
  paths: readonly string[],
  key: KeyObject,
  { version, days, now }: { readonly version: string; readonly days: number; readonly now: number },
): Promise<UpdateManifest> {
  const packages = [...paths].sort().flatMap((path) =>
    updatable
      .filter(([name]) => name.exec(basename(path))?.[1] === version)
      .map(async ([, platform, kind]) => ({
        platform,
        kind,
        file: basename(path),
        ...(await describePackage(path)),
      })),
  );
  const [first] = paths;
  if (first === undefined || packages.length === 0)
    throw new Error(`there is no package of the window ${version} that updates itself`);
  const manifest: UpdateManifest = {
    product: windowProduct,
    version,
    made: new Date(now).toISOString(),
    expires: new Date(now + days * 86_400_000).toISOString(),
    packages: await Promise.all(packages),
  };
  // A window that looks meanwhile finds the old one or the new one, and no half.
  const place = join(dirname(first), manifestName);
  await writeFile(`${place}.part`, signManifest(manifest, key));
  await rename(`${place}.part`, place);
  return manifest;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      key: { type: 'string' },
      'new-key': { type: 'string' },
      days: { type: 'string', default: '90' },
    },
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
  if (folder === undefined || values.version === undefined || values.key === undefined || !(days > 0)) {
    process.stderr.write(usage);
    return 2;
  }
  const key = createPrivateKey(await readFile(values.key));
  const paths = (await readdir(folder)).map((name) => resolve(folder, name));
  const wanted = { version: values.version, days, now: Date.now() };
  const { version, packages, expires } = await writeManifest(paths, key, wanted);
  for (const { file, kind, platform } of packages) process.stdout.write(`${file}: ${kind}, ${platform}\n`);
  process.stdout.write(`${manifestName}: ${version}, until ${expires}, updates.key = ${publicPartOf(key)}\n`);
  return 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main();
}
