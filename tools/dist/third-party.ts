import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runStep } from '../run-step.ts';
import type { Edition } from './edition.ts';

/** A library as it lies in `node_modules`: its folder below it, e.g. `sharp` or `zxing-wasm/node_modules/type-fest`. */
export interface Library {
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).default('not named'),
});

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** All libraries below a `node_modules` folder (absolute), in the order of their places. */
export async function librariesIn(modules: string, below = ''): Promise<readonly Library[]> {
  const names = await foldersIn(join(modules, below));
  const places = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@')
        ? (await foldersIn(join(modules, below, name))).map((inner) => join(below, name, inner))
        : [join(below, name)],
    ),
  );
  const found = await Promise.all(
    places.flat().map(async (place) => {
      const text = await readFile(join(modules, place, 'package.json'), 'utf8');
      const library = { place, ...manifestSchema.parse(JSON.parse(text)) };
      return [library, ...(await librariesIn(modules, join(place, 'node_modules')))];
    }),
  );
  return found.flat();
}

const licenceFile = /^(?:licen[cs]e|copying|notice|copyright)(?:$|[-.])/iu;

/** What is in a package beside the libraries in its `node_modules`: what runs it, and what was built in. `folder` (absolute) has its package.json. */
export interface Component {
  readonly type: 'platform' | 'library';
  readonly name: string;
  readonly folder: string;
}

/** The licences of all libraries and other components, in one text. */
export async function licencesOf(modules: string, components: readonly Component[]): Promise<string> {
  const libraries = await librariesIn(modules);
  const texts = await Promise.all(
    [
      ...libraries.map((library) => ({ ...library, folder: join(modules, library.place) })),
      ...(await Promise.all([...components].reverse().map(describe))),
    ].map(async ({ name, version, license, folder }) => {
      const names = (await readdir(folder)).filter((file) => licenceFile.test(file)).sort();
      const parts = await Promise.all(names.map((file) => readFile(join(folder, file), 'utf8')));
      const title = `${name} ${version} (${license})`;
      return [title, '='.repeat(title.length), '', ...parts.map((part) => `${part.trimEnd()}\n`)].join('\n');
    }),
  );
  return texts.join('\n\n');
}

async function describe(
  component: Component,
): Promise<Component & { readonly version: string; readonly license: string }> {
  const { version, license } = manifestSchema.parse(
    JSON.parse(await readFile(join(component.folder, 'package.json'), 'utf8')),
  );
  return { ...component, version, license };
}

const bomSchema = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component: z.looseObject({ name: z.string() }) }),
  components: z.array(z.looseObject({ name: z.string() })),
});

/** A version 5 identifier (RFC 9562) of a content: what is the same has the same. */
export function contentUuid(content: string): string {
  const hash = createHash('sha1').update(content).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/**
 * The bill of materials (CycloneDX, JSON) of an installed folder with its package.json, as npm makes it, with the other components. npm gives each
 * a time and a number of its own; here they follow from the edition and the content.
 */
export async function billOfMaterials(
  folder: string,
  components: readonly Component[],
  edition: Edition,
): Promise<string> {
  const made = await runStep('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], { cwd: folder, capture: true });
  if (made.status !== 0) throw new Error(`npm sbom ended with status ${String(made.status)}`);
  const bom = bomSchema.parse(JSON.parse(made.output));
  const others = (await Promise.all(components.map(describe))).map(({ type, name, version, license }) => {
    const id = type === 'platform' ? name.replace('.js', '').toLowerCase() : name;
    return {
      'bom-ref': `${id}@${version}`,
      type,
      name: id,
      version,
      licenses: [{ license: { id: license } }],
      purl: type === 'platform' ? `pkg:generic/${id}@${version}` : `pkg:npm/${id.replace('@', '%40')}@${version}`,
    };
  });
  const known = {
    ...bom,
    metadata: {
      ...bom.metadata,
      timestamp: new Date(edition.epoch * 1_000).toISOString(),
      // npm names it after the folder that it lies in.
      component: { ...bom.metadata.component, name: 'mailroom' },
    },
    components: [...bom.components, ...others],
  };
  const serialNumber = `urn:uuid:${contentUuid(JSON.stringify({ ...known, serialNumber: '' }))}`;
  return `${JSON.stringify({ ...known, serialNumber }, null, 2)}\n`;
}
