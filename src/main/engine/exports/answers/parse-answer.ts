import { z } from 'zod';
import { externalDataSchema } from '../../../../shared/settings.ts';
import type { ExternalData } from '../../../../shared/settings.ts';
import { textOf } from '../../platform/plain-text.ts';

/** What a target system wrote into its answer. All parts may be missing: a file without content is an answer too. */
export interface AnswerContent {
  readonly message: string | null;
  readonly externalId: string | null;
  readonly externalData: ExternalData | null;
}

/** What reading an answer gives. `cut` = it may still be written; `problem` = a word of the fault sentences. */
export type ParsedAnswer =
  | { readonly kind: 'content'; readonly content: AnswerContent }
  | { readonly kind: 'cut' }
  | { readonly kind: 'problem'; readonly problem: string };

/** Longest message that is kept, in characters. */
const maxMessageLength = 2_000;
const maxExternalIdLength = 256;
/** Limits of the interface document, "Limits". */
const maxPairs = 20;
const maxKeyLength = 50;

const line = /^\s*(message|externalId|externalData\.([^=]+?))\s*=\s*(.*?)\s*$/;

const jsonSchema = z.object({
  message: z.union([z.string(), z.number()]).nullish(),
  externalId: z.union([z.string(), z.number()]).nullish(),
  externalData: externalDataSchema.nullish(),
});

/**
 * Reads an answer: a JSON object with `message`, `externalId`, `externalData`; or lines `message=…`, `externalId=…`,
 * `externalData.KEY=…`; or plain text, which is the message. Nothing else in it means anything (decision 22).
 */
export function parseAnswer(bytes: Uint8Array): ParsedAnswer {
  const text = textOf(bytes).trim();
  if (text.startsWith('{')) return fromJson(text);
  const lines = text.split(/\r?\n/u).filter((each) => each.trim() !== '');
  const pairs = lines.map((each) => line.exec(each));
  if (lines.length === 0 || pairs.some((pair) => pair === null)) return checked({ message: text, externalId: '' });
  const externalData: Record<string, string> = {};
  let message = '';
  let externalId = '';
  for (const pair of pairs) {
    const [, name = '', key, value = ''] = pair ?? [];
    if (key !== undefined) {
      if (Object.hasOwn(externalData, key)) return { kind: 'problem', problem: 'key-twice' };
      externalData[key] = value;
    } else if (name === 'message') message = message === '' ? value : `${message}\n${value}`;
    else externalId = value;
  }
  return checked({ message, externalId, externalData });
}

function fromJson(text: string): ParsedAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'cut' };
  }
  const parsed = jsonSchema.safeParse(value);
  if (!parsed.success) return { kind: 'problem', problem: 'not-plain' };
  const { message, externalId, externalData } = parsed.data;
  return checked({
    message: String(message ?? ''),
    externalId: String(externalId ?? '').trim(),
    externalData: externalData ?? {},
  });
}

/** A message goes to people's screens and to the service: what is no text of it, as in a binary file, is left out. */
function readable(message: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is left out
  const text = message.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/gu, '');
  return text.trim().slice(0, maxMessageLength);
}

function checked(found: {
  readonly message: string;
  readonly externalId: string;
  readonly externalData?: ExternalData;
}): ParsedAnswer {
  const externalData = found.externalData ?? {};
  const keys = Object.keys(externalData);
  const problem =
    found.externalId.length > maxExternalIdLength
      ? 'too-long'
      : // oxlint-disable-next-line no-control-regex -- an id is one line of text
        /[\u0000-\u001f\u007f]/u.test(found.externalId)
        ? 'control-characters'
        : keys.length > maxPairs
          ? 'too-many-pairs'
          : keys.some((key) => key.trim() === '')
            ? 'empty-key'
            : keys.some((key) => key.length > maxKeyLength)
              ? 'key-too-long'
              : new Set(keys.map((key) => key.toLowerCase())).size < keys.length
                ? 'keys-differ-only-by-case'
                : null;
  if (problem !== null) return { kind: 'problem', problem };
  const message = readable(found.message);
  return {
    kind: 'content',
    content: {
      message: message === '' ? null : message,
      externalId: found.externalId === '' ? null : found.externalId,
      externalData: keys.length === 0 ? null : externalData,
    },
  };
}
