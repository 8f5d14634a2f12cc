import { fraction, pick } from '../seeded.ts';
import { nameOrDefault } from '../file-names.ts';
import type { DocumentRecord } from '../documents/document-store.ts';
import type { FileStore, StoredFile } from '../file-store.ts';
import type { Readable } from 'node:stream';

/** The email that a document came by: made up, but always the same for the same document. */
export interface EmailMessage {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  /** milliseconds since the epoch */
  readonly sentAt: number;
  readonly messageId: string;
  readonly text: string;
  readonly attachments: readonly StoredFile[];
}

const senders = ['billing@nordwind.example', 'faktura@oresund.example', 'accounts@tallis.example'] as const;

/** Makes the email of a document; its files are the attachments. */
export function emailOf(record: DocumentRecord, files: FileStore, seed: number): EmailMessage {
  const base = `${record.projectId} ${record.title}`;
  const attachments = record.files.flatMap((file) => files.get(file.id) ?? []);
  return {
    subject: `Invoice: ${record.title}`,
    from: pick(senders, seed, base),
    to: `${record.projectId}@intake.example`,
    sentAt: record.createdAt - 60_000 - Math.floor(3_600_000 * fraction(seed, base)),
    messageId: `<${record.id}@practice.example>`,
    text: `Please find attached: ${attachments.map(nameOrDefault).join(', ')}.`,
    attachments,
  };
}

/** RFC 2047 for header words outside ASCII, cut so that no encoded word is longer than allowed. */
function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}

/** Base64 in lines of 76 characters. */
async function* base64Lines(content: Buffer | Readable): AsyncGenerator<string> {
  const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
  if (Buffer.isBuffer(content)) {
    yield `${encode(content)}\r\n`;
    return;
  }
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 57);
    yield encode(bytes.subarray(0, whole));
    rest = bytes.subarray(whole);
  }
  yield `${encode(rest)}\r\n`;
}

/** The email as RFC 5322 text with its attachments (`.eml`), in pieces. */
export async function* emlOf(message: EmailMessage, files: FileStore): AsyncGenerator<string> {
  const boundary = `practice-${message.messageId.replace(/[^a-z0-9]/gi, '')}`;
  const encodedText = Buffer.from(message.text).toString('base64').replace(/.{76}/g, '$&\r\n');
  yield (
    `From: ${message.from}\r\nTo: ${message.to}\r\nSubject: ${headerText(message.subject)}\r\n` +
    `Date: ${new Date(message.sentAt).toUTCString().replace('GMT', '+0000')}\r\nMessage-ID: ${message.messageId}\r\n` +
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n` +
    `--${boundary}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${encodedText}\r\n`
  );
  for (const file of message.attachments) {
    const name = encodeURIComponent(nameOrDefault(file));
    yield (
      `--${boundary}\r\nContent-Type: ${file.contentType}\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-Disposition: attachment; filename*=UTF-8''${name}\r\n\r\n`
    );
    yield* base64Lines(files.open(file));
  }
  yield `--${boundary}--\r\n`;
}
