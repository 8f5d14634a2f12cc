import { createCipheriv, hash } from 'node:crypto';
import type { PdfEncryption } from './encryption-dictionary.ts';
import type { PdfDictionary } from './pdf-value.ts';

/** What stands in for a password that is empty (ISO 32000-1, 7.6.3.3, algorithm 2, step a). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** RC4, which Node's own library no longer offers. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index] ?? 0;
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [at(other), at(one)];
  };
  for (let one = 0, other = 0; one < 256; one += 1) {
    other = (other + at(one) + (key[one % key.length] ?? 0)) & 0xff;
    swap(one, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    bytes.map((byte) => {
      one = (one + 1) & 0xff;
      other = (other + at(one)) & 0xff;
      swap(one, other);
      return byte ^ at((at(one) + at(other)) & 0xff);
    }),
  );
}

const md5 = (bytes: Buffer): Buffer => hash('md5', bytes, 'buffer');

/** What the check needs of an encryption dictionary. `user` and `owner` = its U and O. */
interface StandardHandler {
  readonly revision: number;
  readonly keyBytes: number;
  readonly user: Buffer;
  readonly owner: Buffer;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
}

function standardHandler(dictionary: PdfDictionary): StandardHandler | null {
  const numberOf = (key: string): number | null => {
    const value = dictionary.get(key);
    return value?.kind === 'number' ? value.number : null;
  };
  const [user, owner, metadata] = [dictionary.get('U'), dictionary.get('O'), dictionary.get('EncryptMetadata')];
  const [revision, version, permissions] = [numberOf('R'), numberOf('V'), numberOf('P')];
  if (user?.kind !== 'string' || owner?.kind !== 'string' || revision === null || permissions === null) return null;
  const bits = version === 1 ? 40 : version === 4 ? 128 : (numberOf('Length') ?? 40);
  return {
    revision,
    keyBytes: Math.max(5, Math.min(16, Math.trunc(bits / 8))),
    user: user.bytes,
    owner: owner.bytes,
    permissions,
    encryptsMetadata: metadata?.kind !== 'word' || metadata.word !== 'false',
  };
}

/** Algorithms 4 to 6 of ISO 32000-1 with an empty user password: revisions 2 to 4. */
function opensByRc4(handler: StandardHandler, id: Buffer): boolean {
  const { revision, keyBytes, user, owner, permissions, encryptsMetadata } = handler;
  const rights = Buffer.alloc(4);
  rights.writeInt32LE(permissions | 0);
  const unlike = revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key = md5(Buffer.concat([padding, owner.subarray(0, 32), rights, id, unlike]));
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, keyBytes));
  key = key.subarray(0, keyBytes);
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32));
  let check = md5(Buffer.concat([padding, id]));
  for (let round = 0; round < 20; round += 1) {
    check = rc4(Buffer.from(key.map((byte) => byte ^ round)), check);
  }
  return check.equals(user.subarray(0, 16));
}

/** Algorithm 2.B of ISO 32000-2 with an empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = hash('sha256', salt, 'buffer');
  let last = 0;
  for (let round = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const coded = cipher.update(repeated);
    const sum = coded.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = hash(sum % 3 === 0 ? 'sha256' : sum % 3 === 1 ? 'sha384' : 'sha512', coded, 'buffer');
    last = coded.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** Revision 5 (Adobe's extension level 3) and 6 (ISO 32000-2, algorithm 11): hash, validation salt and key salt in U. */
function opensByHash({ revision, user }: StandardHandler): boolean {
  const salt = user.subarray(32, 40);
  const found = revision === 5 ? hash('sha256', salt, 'buffer') : hardenedHash(salt);
  return found.equals(user.subarray(0, 32));
}

/** Only attachments are encrypted: the pages open. */
function leavesPagesOpen(dictionary: PdfDictionary): boolean {
  const [version, streams] = [dictionary.get('V'), dictionary.get('StmF')];
  const byFilters = version?.kind === 'number' && (version.number === 4 || version.number === 5);
  return byFilters && (streams === undefined || (streams.kind === 'name' && streams.name === 'Identity'));
}

/**
 * Whether a person has to give a password (or hold a key) to open the PDF. Most encrypted ones only forbid printing or copying
 * and open with an empty password: those are read by everybody. What says that it is
 * encrypted and not how, or in a way that nobody knows, opens for nobody.
 */
export function needsPassword({ dictionary, id }: PdfEncryption): boolean {
  if (dictionary === null) return true;
  if (leavesPagesOpen(dictionary)) return false;
  const filter = dictionary.get('Filter');
  // Another handler asks for somebody's certificate or licence: nothing opens without.
  if (filter?.kind === 'name' && filter.name !== 'Standard') return true;
  const handler = standardHandler(dictionary);
  if (handler === null) return true;
  if (handler.revision >= 2 && handler.revision <= 4) return !opensByRc4(handler, id);
  if (handler.revision === 5 || handler.revision === 6) return !opensByHash(handler);
  return true;
}
