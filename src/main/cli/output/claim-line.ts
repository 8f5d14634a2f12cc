import type { ClaimView } from '../../../shared/views.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { safeText, secondsInWords } from './text.ts';

/** One line on what a station holds of a shared folder, without its full stop: who, how much, since when, and how long its lease is. */
export function claimLine(claim: ClaimView, language: FaultLanguage, now = Date.now()): string {
  const { own, files, since, over } = claim;
  const station = safeText(claim.station);
  const heard = secondsInWords(Math.max(0, now - claim.heardOf) / 1_000);
  const lease = secondsInWords(claim.leaseMs / 1_000);
  const from = since === null ? null : clockTime(since, language);
  if (language === 'de') {
    const who = own ? `diese Station (${station})` : `Station ${station}`;
    const held = files === 1 ? '1 Datei' : `${files} Dateien`;
    const what = from === null ? `${who} hält nichts` : `${who} hält ${held} seit ${from}`;
    return `${what}, meldete sich vor ${heard} (Frist ${lease}${over ? ', abgelaufen' : ''})`;
  }
  const who = own ? `this station (${station})` : `station ${station}`;
  const held = files === 1 ? '1 file' : `${files} files`;
  const what = from === null ? `${who} holds nothing` : `${who} holds ${held} since ${from}`;
  return `${what}, last heard of ${heard} ago (lease ${lease}${over ? ', over' : ''})`;
}

function clockTime(at: number, language: FaultLanguage): string {
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
}
