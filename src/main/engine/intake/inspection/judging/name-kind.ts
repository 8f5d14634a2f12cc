import { fileTypeFromBuffer } from 'file-type';
import type { FileKind } from '../../../faults/kind-sentences.ts';
import { extensionOf, promisedType } from './promised-type.ts';
import { notAccepted, notAcceptedType } from './verdict.ts';
import type { Refused } from './verdict.ts';

/** What formats are, by the extension that the list of signatures gives them; what is not here is judged by its media type. */
const kindsOfFormats: readonly (readonly [kind: FileKind, extensions: readonly string[]])[] = [
  [
    'program',
    ['exe', 'elf', 'macho', 'wasm', 'class', 'jar', 'apk', 'deb', 'rpm', 'crx', 'xpi', 'swf', 'reg', 'chm', 'dmg'],
  ],
  [
    'archive',
    [
      'zip',
      'tar',
      'rar',
      'gz',
      '7z',
      'bz2',
      'xz',
      'lz',
      'lz4',
      'lzh',
      'Z',
      'zst',
      'cab',
      'ar',
      'arj',
      'ace',
      'cpio',
      'tar.gz',
    ],
  ],
  ['shortcut', ['lnk', 'alias']],
  ['mail', ['pst']],
  ['print-file', ['ps', 'eps']],
  ['encrypted', ['pgp']],
  ['office-macros', ['docm', 'dotm', 'xlsm', 'xltm', 'pptm', 'potm', 'ppsm']],
];

/** Marks that the list does not know. */
const marks: readonly (readonly [mark: string, kind: FileKind, type: string])[] = [
  ['\x1b%-12345X', 'print-file', 'PCL'],
  ['\x1bE\x1b', 'print-file', 'PCL'],
  ['\0\x05\x16\x07', 'system-file', 'AppleDouble'],
  ['L\0\0\0\x01\x14\x02\0', 'shortcut', 'LNK'],
];

/** Object identifiers of PKCS #7 (RFC 2315, section 14) in their encoded form: signed and enveloped content. */
const signedContent = Buffer.from('06092a864886f70d010702', 'hex');
const envelopedContent = Buffer.from('06092a864886f70d010703', 'hex');

/** How far into a file its object identifier may stand, behind the lengths of what holds it. */
const maxLengths = 8;

function kindOf(extension: string, mime: string): FileKind | null {
  const listed = kindsOfFormats.find(([, extensions]) => extensions.includes(extension));
  if (listed !== undefined) return listed[0];
  if (mime.startsWith('image/')) return 'picture';
  return mime.startsWith('audio/') || mime.startsWith('video/') ? 'sound-or-film' : null;
}

/** What a binary file is that the service does not take: by its signature, else by its name. `head` = the first 4 KiB. */
export async function nameKind(head: Buffer, name: string): Promise<Refused> {
  const latin = head.toString('latin1', 0, 64);
  const marked = marks.find(([mark]) => latin.startsWith(mark));
  if (marked !== undefined) return notAccepted(marked[1], { type: marked[2] });
  const container = head.subarray(0, maxLengths + signedContent.length);
  if (head[0] === 0x30 && container.includes(signedContent)) return notAccepted('signed', { type: 'P7M' });
  if (head[0] === 0x30 && container.includes(envelopedContent)) return notAccepted('encrypted', { type: 'P7M' });
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found !== undefined) {
    const kind = kindOf(found.ext, found.mime);
    const type = found.ext.toUpperCase();
    return kind === null ? notAcceptedType(type) : notAccepted(kind, { type });
  }
  const named = promisedType(name);
  if (named !== null) return notAccepted('unknown', { named });
  const extension = extensionOf(name);
  return extension === '' ? notAccepted('unknown') : notAcceptedType(extension.toUpperCase().slice(0, 12));
}
