import { open, readdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { fuseComplaints, readFuses } from '../../fuses.ts';
import type { Edition } from '../edition.ts';
import { buildWindow } from '../window/electron-app.ts';
import { megabytes, sha256, type Finding } from './finding.ts';
import { sizeOf } from '../stage.ts';
import { makeStandInElectron } from './stand-in-electron.ts';

/** An entry of an asar's head. */
interface AsarEntry {
  readonly files?: Readonly<Record<string, AsarEntry>> | undefined;
  readonly unpacked?: boolean | undefined;
  readonly size?: number | undefined;
  readonly offset?: string | undefined;
}

const entrySchema: z.ZodType<AsarEntry> = z.lazy(() =>
  z.object({
    files: z.record(z.string(), entrySchema).optional(),
    unpacked: z.boolean().optional(),
    size: z.number().optional(),
    offset: z.string().optional(),
  }),
);

/** A file of an asar; `unpacked`: it lies beside it. */
interface AsarFile {
  readonly path: string;
  readonly unpacked: boolean;
  /** Bytes in the file of the asar. */
  readonly from: number;
  readonly size: number;
}

/** The files of an asar (absolute): a head of four sizes in 32 bits and JSON, then their bytes one after the other. */
async function asarFiles(path: string): Promise<readonly AsarFile[]> {
  const handle = await open(path);
  try {
    const sizes = Buffer.alloc(16);
    await handle.read(sizes, 0, 16, 0);
    const head = Buffer.alloc(sizes.readUInt32LE(12));
    await handle.read(head, 0, head.length, 16);
    return flat(entrySchema.parse(JSON.parse(head.toString('utf8'))), '', 8 + sizes.readUInt32LE(4));
  } finally {
    await handle.close();
  }
}

function flat({ files = {} }: AsarEntry, below: string, start: number): readonly AsarFile[] {
  return Object.entries(files).flatMap(([name, entry]) => {
    const path = below === '' ? name : `${below}/${name}`;
    if (entry.files !== undefined) return flat(entry, path, start);
    const { unpacked = false, size = 0, offset = '0' } = entry;
    return [{ path, unpacked, size, from: start + Number(offset) }];
  });
}

async function textIn(asar: string, file: AsarFile | undefined): Promise<string> {
  if (file === undefined) return '';
  const bytes = await readFile(asar);
  return bytes.subarray(file.from, file.from + file.size).toString('utf8');
}

const leftOut =
  /\.(?:map|ts|mts|cts|tsx|md|c|cc|h|gyp)$|(?:^|\/)(?:test|tests|__tests__|docs)\/|^node_modules\/(?:electron|vite|typescript|vitest|playwright|react)\//u;

const bomSchema = z.object({ components: z.array(z.object({ name: z.string() })) });

/** What is wrong with the program's folder of a window package (absolute) for 64-bit Linux, one sentence each. */
async function windowComplaints(folder: string): Promise<readonly string[]> {
  const resources = join(folder, 'resources');
  const asar = join(resources, 'app.asar');
  const files = await asarFiles(asar);
  const packed = new Map(files.map((file) => [file.path, file]));
  const beside = (await readdir(`${asar}.unpacked`, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const complaints: string[] = [];
  const demand = (isSo: boolean, complaint: string): void => void (isSo || complaints.push(complaint));

  for (const name of [
    'main/index.js',
    'preload/index.cjs',
    'renderer/index.html',
    'workers/journal.js',
    'workers/pages.js',
  ])
    demand(packed.has(`out/${name}`), `out/${name} is missing`);
  const foreign = files.filter(({ path }) => leftOut.test(path)).map(({ path }) => path);
  demand(foreign.length === 0, `for development only: ${foreign.slice(0, 5).join(', ')}`);
  // QuickJS calls its WebAssembly `.so`, too.
  const natives = files.filter(({ path }) => extname(path) === '.node' || /\/@img\/.*\.so(?:\.|$)/u.test(path));
  demand(natives.length >= 4, `only ${String(natives.length)} native libraries`);
  demand(
    natives.every(({ unpacked }) => unpacked),
    'a native library lies in the asar, where the system cannot load it',
  );
  for (const entry of beside) {
    if (extname(entry.name) !== '.node') continue;
    const head = (await readFile(join(entry.parentPath, entry.name))).subarray(0, 20);
    // ELF for x86-64.
    demand(
      head.toString('latin1', 1, 4) === 'ELF' && head.readUInt16LE(18) === 62,
      `${entry.name} is for another system`,
    );
  }
  demand(
    files.some(({ path }) => extname(path) === '.wasm'),
    'no WebAssembly',
  );
  for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html'])
    demand((await readdir(folder)).includes(name), `${name} is missing`);
  const licences = await textIn(asar, packed.get('third-party-licences.txt'));
  const bom = bomSchema.safeParse(JSON.parse((await textIn(asar, packed.get('bill-of-materials.cdx.json'))) || '{}'));
  const named = new Set(bom.success ? bom.data.components.map(({ name }) => name) : []);
  for (const name of ['sharp', 'react', 'electron', 'undici']) {
    demand(named.has(name), `the bill of materials does not name ${name}`);
    demand(licences.toLowerCase().includes(`\n${name} `) || licences.startsWith(name), `no licence of ${name}`);
  }
  const fuses = readFuses(await readFile(join(folder, 'mailroom-window')));
  complaints.push(...(fuses === null ? ['no fuses'] : fuseComplaints(fuses)));
  demand(!(await readdir(resources)).includes('default_app.asar'), 'the page of a bare Electron is in it');
  const locales = await readdir(join(folder, 'locales'));
  demand(locales.sort().join() === 'de.pak,en-US.pak', `locales: ${locales.join()}`);
  return complaints;
}

/** Makes the window's folder twice with a stand-in for Electron, and looks at it; `work` (absolute) is replaced. */
export async function checkWindowApp(work: string, edition: Edition, tell: (finding: Finding) => void): Promise<void> {
  await rm(work, { recursive: true, force: true });
  const dist = join(work, 'electron');
  await makeStandInElectron(dist);
  const sums: string[] = [];
  for (const name of ['first', 'second']) {
    const target = join(work, name, 'made');
    const parts = { place: { dist }, os: 'linux', cpu: 'x64', edition, work: join(work, name), target } as const;
    await buildWindow({ ...parts, kinds: 'dir' });
    sums.push(await sha256(join(target, 'linux-unpacked/resources/app.asar')));
  }
  const folder = join(work, 'first/made/linux-unpacked');
  tell({
    what: 'window: two builds of the application are the same bytes',
    ok: sums[0] === sums[1],
    seen: [...new Set(sums)].join(' '),
  });
  const complaints = await windowComplaints(folder);
  const files = await asarFiles(join(folder, 'resources/app.asar'));
  tell({
    what: 'window: complete, nothing of development, native libraries beside the asar, licences, fuses (stand-in for Electron)',
    ok: complaints.length === 0,
    seen: complaints.length === 0 ? `${String(files.length)} files` : complaints.join('; '),
  });
  const size = await sizeOf(join(folder, 'resources'));
  tell({ what: 'window: the application without Electron under 120 MB', ok: size < 120e6, seen: megabytes(size) });
}
