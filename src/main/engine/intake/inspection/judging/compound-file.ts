import type { ByteSource } from './byte-source.ts';
import { incomplete, notAccepted, notAcceptedType } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Entries of the directory that are looked at: a message with many attachments has some hundreds. */
const maxEntries = 4_096;
const entryBytes = 128;
/** Marks of the sector chain ([MS-CFB], 2.1) from which on a number names no sector. */
const lastSector = 0xfffffffa;

/** What a compound file holds, by the name of an entry of its directory ([MS-CFB], 2.6). The first that is there counts. */
const contents: readonly (readonly [entry: RegExp, verdict: Verdict])[] = [
  [/^EncryptedPackage$/, notAccepted('office-locked')],
  [/^WordDocument$/, notAccepted('office-old', { type: 'Word' })],
  [/^(?:Workbook|Book)$/, notAccepted('office-old', { type: 'Excel' })],
  [/^PowerPoint Document$/, notAccepted('office-old', { type: 'PowerPoint' })],
  [/^__properties_version1\.0$/, notAccepted('mail', { type: 'MSG' })],
  [/^VisioDocument$/, notAcceptedType('Visio')],
  [/^(?:Catalog|256_[0-9a-f]+)$/, notAccepted('system-file', { type: 'Thumbs.db' })],
  [/^\u{4840}/u, notAccepted('program', { type: 'MSI' })],
];

/** Names of the entries in the directory: sectors that follow each other by the allocation table, as far as its first part reaches. */
function entryNames(source: ByteSource): ReadonlySet<string> {
  const header = Buffer.from(source.read(0, 512));
  const sectorBytes = 2 ** Math.min(12, Math.max(9, header.readUInt16LE(30)));
  const place = (sector: number): number => (sector + 1) * sectorBytes;
  const perTable = sectorBytes / 4;
  const names = new Set<string>();
  const visited = new Set<number>();
  let sector = header.readUInt32LE(48);
  while (sector < lastSector && !visited.has(sector) && visited.size * (sectorBytes / entryBytes) < maxEntries) {
    visited.add(sector);
    const bytes = Buffer.from(source.read(place(sector), sectorBytes));
    for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
      const nameBytes = Math.min(64, bytes.readUInt16LE(at + 64));
      if (nameBytes >= 2) names.add(bytes.toString('utf16le', at, at + nameBytes - 2));
    }
    const table = Math.floor(sector / perTable);
    const tableSector = table < 109 ? header.readUInt32LE(76 + 4 * table) : lastSector;
    const link = source.read(place(tableSector) + 4 * (sector % perTable), 4);
    sector = tableSector < lastSector && link.length === 4 ? link.readUInt32LE(0) : lastSector;
  }
  return names;
}

/** What a compound file (the container of old Office files, messages and protected documents) holds: nothing that the service takes. */
export function judgeCompound(source: ByteSource): Verdict {
  if (source.size < 1_536) return incomplete('end-missing');
  const names = [...entryNames(source)];
  return contents.find(([entry]) => names.some((name) => entry.test(name)))?.[1] ?? notAcceptedType('CFB');
}
