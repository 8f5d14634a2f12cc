import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inXml } from '../../../src/main/engine/platform/plain-text.ts';
import type { Edition } from '../edition.ts';
import { contentUuid } from '../third-party.ts';
import { installationTables, upgradeCode } from './msi-tables.ts';
import { filesIn, mustMake, nameOrigin, numbersOf, windowsIcon, type PackedFile } from './tree.ts';

/** An identifier as Windows Installer writes it; the same for the same content. */
function installerId(content: string): string {
  return `{${contentUuid(content).toUpperCase()}}`;
}

interface Folder {
  readonly id: string;
  readonly files: readonly (PackedFile & { readonly id: string })[];
  readonly folders: Map<string, Folder>;
}

/** What is installed as wixl reads it: a component for each file, so that none is left behind or taken too early. */
function sourceOf(files: readonly PackedFile[], edition: Edition, productCode: string): string {
  const numbered = files.map((file, at) => ({ ...file, id: `F${String(at)}` }));
  const folderIds = new Map<string, string>();
  const idOf = (path: string): string => {
    const id = path === '' ? 'INSTALLDIR' : (folderIds.get(path) ?? `D${String(folderIds.size)}`);
    folderIds.set(path, id);
    return id;
  };
  const folderOf = (path: string): Folder => {
    const inside = numbered.filter(({ folder }) => folder === path || folder.startsWith(path === '' ? '' : `${path}/`));
    const names = new Set(
      inside
        .filter(({ folder }) => folder !== path)
        .map(({ folder }) => folder.slice(path === '' ? 0 : path.length + 1).split('/')[0] ?? ''),
    );
    return {
      id: idOf(path),
      files: inside.filter(({ folder }) => folder === path),
      folders: new Map([...names].sort().map((name) => [name, folderOf(path === '' ? name : `${path}/${name}`)])),
    };
  };
  const write = ({ files: own, folders }: Folder): string =>
    [
      ...own.map(
        ({ id, path, name }) =>
          `<Component Id="C${id}" Guid="${installerId(`component ${path}`)}" Win64="yes"><File Id="${id}" Name="${inXml(name)}" Source="${inXml(path)}" KeyPath="yes"/></Component>`,
      ),
      ...[...folders].map(
        ([name, folder]) => `<Directory Id="${folder.id}" Name="${inXml(name)}">${write(folder)}</Directory>`,
      ),
    ].join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="${productCode}" UpgradeCode="${upgradeCode}" Name="Mailroom Server" Language="1033" Codepage="1252" Version="${numbersOf(edition.version)}" Manufacturer="The Mailroom authors">
    <Package Id="${productCode}" InstallerVersion="500" Compressed="yes" Description="Mailroom Server ${edition.version}" Manufacturer="The Mailroom authors" Languages="1033" SummaryCodepage="1252"/>
    <Icon Id="${windowsIcon}" SourceFile="${windowsIcon}"/>
    <Media Id="1" Cabinet="mailroom.cab" EmbedCab="yes"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFiles64Folder"><Directory Id="INSTALLDIR" Name="Mailroom">${write(folderOf(''))}<Directory Id="SENDTODIR" Name="send-to"/>
        <Component Id="EachUser" Guid="${installerId('each user')}" Win64="yes"/>
        <Component Id="OneUser" Guid="${installerId('one user')}" Win64="yes"/>
      </Directory></Directory>
      <Directory Id="ProgramMenuFolder"/>
      <Directory Id="SendToFolder"/>
      <Directory Id="System64Folder"/>
      <Directory Id="LocalAppDataFolder"/>
    </Directory>
    <Feature Id="Server" Level="1">${numbered.map(({ id }) => `<ComponentRef Id="C${id}"/>`).join('')}<ComponentRef Id="EachUser"/><ComponentRef Id="OneUser"/></Feature>
  </Product>
</Wix>
`;
}

/** Where [MS-OLEPS] puts the summary's property set: the id of its format, then the offset of its section. */
const summaryFormat = Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex');
const [codeProperty, createdProperty, savedProperty] = [9, 12, 13];

/** Sets what wixl takes from clock and chance in the summary: the package's code and the two times (100 ns since 1601). */
async function settleSummary(path: string, code: string, { epoch }: Edition): Promise<void> {
  const bytes = await readFile(path);
  const format = bytes.indexOf(summaryFormat);
  if (format === -1) throw new Error(`${basename(path)} has no summary`);
  const section = format - 28 + bytes.readUInt32LE(format + 16);
  const time = (BigInt(epoch) + 11_644_473_600n) * 10_000_000n;
  const file = await open(path, 'r+');
  try {
    for (let at = 0; at < bytes.readUInt32LE(section + 4); at += 1) {
      const entry = section + 8 + 8 * at;
      const value = section + bytes.readUInt32LE(entry + 4);
      const property = bytes.readUInt32LE(entry);
      const content = Buffer.alloc(8);
      content.writeBigUInt64LE(time);
      if (property === createdProperty || property === savedProperty) await file.write(content, 0, 8, value + 4);
      if (property === codeProperty) await file.write(Buffer.from(code, 'latin1'), 0, code.length, value + 8);
    }
  } finally {
    await file.close();
  }
}

/** The MSI package for Windows servers out of what was staged: puts it into `target` (absolute) and returns its path. */
export async function packServerMsi(staged: string, target: string, edition: Edition): Promise<string> {
  await nameOrigin(staged, 'msi', edition);
  const files = await filesIn(staged);
  const content = createHash('sha256');
  for (const { path } of files) content.update(path).update(await readFile(join(staged, path)));
  const productCode = installerId(`product ${edition.version} ${content.digest('hex')}`);
  const source = `${staged}.wxs`;
  await writeFile(source, sourceOf(files, edition, productCode));
  await mkdir(target, { recursive: true });
  const path = join(target, `Mailroom-Server-${edition.version}-x64.msi`);
  await rm(path, { force: true });
  await mustMake('wixl', ['-a', 'x64', '-o', path, source], edition, staged);

  const fileIds = new Map(files.map((file, at) => [file.path, `F${String(at)}`]));
  const tables = `${staged}.tables`;
  await mkdir(tables, { recursive: true });
  const imports: string[] = [];
  for (const { name, text } of installationTables(edition.version, productCode, fileIds)) {
    const table = join(tables, `${name}.idt`);
    await writeFile(table, text);
    imports.push('-i', table);
  }
  // wixl knows no conditions of components, nor values of the registry of another table that stand for them (4; 256: of 64 bits).
  const only = (component: string, scope: string): readonly string[] => [
    '-q',
    `UPDATE Component SET Condition='SCOPE="${scope}"', KeyPath='${component}', Attributes=${String(4 + 256)} WHERE Component='${component}'`,
  ];
  await mustMake('msibuild', [path, ...imports, ...only('EachUser', 'machine'), ...only('OneUser', 'user')], edition);
  await settleSummary(path, productCode, edition);
  return path;
}
