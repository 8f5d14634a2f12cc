import type { Fault } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { ServiceDocument } from '../service/client.ts';

/** Fields in which services were seen to say why processing failed; none is documented. */
const telling = [
  'detail',
  'message',
  'error',
  'errorMessage',
  'reason',
  'stateReason',
  'failureReason',
  'statusMessage',
];
const maxLength = 200;
const duplicate = /duplicat|already (?:exists|uploaded|processed)|doublon|dublette|duplikat/i;

function wordsIn(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(fields);
  for (const [name, value] of entries) {
    if (!telling.includes(name)) continue;
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, maxLength);
    const inner: unknown = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
    const nested = typeof inner === 'string' ? inner.trim().slice(0, maxLength) : wordsIn(inner);
    if (nested !== null && nested !== '') return nested;
  }
  return null;
}

/** The service's own words on why a document failed, where it says any; only from fields made for that, never extracted content. */
function failureWords(document: ServiceDocument): string | null {
  return wordsIn(document.raw) ?? wordsIn(document.raw['entities']);
}

function namesDuplicate(document: ServiceDocument): boolean {
  const keys = [document.raw, document.raw['entities']].flatMap((fields) =>
    typeof fields === 'object' && fields !== null ? Object.entries(fields) : [],
  );
  return keys.some(([name, value]) => /^(?:isDuplicate|duplicate(?:Of|DocumentId)?)$/i.test(name) && Boolean(value));
}

/** Why a failed document's items are held: the service has the file already, or it could not process it. Never sent again by itself. */
export function failureOf(document: ServiceDocument): Fault {
  const words = failureWords(document);
  if (namesDuplicate(document) || (words !== null && duplicate.test(words))) {
    return fault('already-at-service', words === null ? {} : { message: words });
  }
  return fault('processing-failed', words === null ? {} : { message: words });
}
