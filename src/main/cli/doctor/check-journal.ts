import { queryAnswers } from '../../../shared/contract.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import type { ReadOnlyDoor } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { claimLine } from '../output/claim-line.ts';
import { safeText } from '../output/text.ts';
import { doctorWordsIn } from './doctor-words.ts';
import { faulty, fine, wrong, type Finding } from './finding.ts';

const check = { kind: 'journal' } as const;

/** Whether the journal can be read, its history is unbroken, and what waits for people; `door` null: nothing was taken in yet. */
export async function checkJournal(door: ReadOnlyDoor | null, language: FaultLanguage): Promise<readonly Finding[]> {
  const words = doctorWordsIn(language);
  if (door === null) return [fine(check, words.nothingYet)];
  const verified = await readAnswer(queryAnswers['custody.verify'], door.query({ name: 'custody.verify' }));
  if (!verified.ok) return [faulty(check, verified.fault, language)];
  const { rows, brokenAt } = verified.value;
  if (brokenAt !== null) return [wrong(check, words.changedOutside(brokenAt, rows))];
  const page = await readAnswer(queryAnswers['items.page'], door.query({ name: 'items.page', limit: 1 }));
  if (!page.ok) return [faulty(check, page.fault, language)];
  const held = page.value.counts.held ?? 0;
  return [
    fine(check, words.unbroken(rows, door.running)),
    held === 0 ? fine({ kind: 'held-items' }, words.none) : wrong({ kind: 'held-items' }, words.held(held)),
    ...(await checkClaims(door, language)),
    ...(await checkOriginals(door, language)),
    ...(door.running ? await checkRunning(door, language) : []),
  ];
}

/** Who holds what of the folders that several stations share. */
async function checkClaims(door: ReadOnlyDoor, language: FaultLanguage): Promise<readonly Finding[]> {
  const found = await readAnswer(queryAnswers['sources.claims'], door.query({ name: 'sources.claims' }));
  return (found.ok ? found.value.claims : []).map((claim) => {
    const check = { kind: 'claims', of: claim.folder } as const;
    const line = claimLine(claim, language);
    if (!claim.over || claim.files === 0) return fine(check, line);
    return wrong(check, doctorWordsIn(language).stationIsGone(line));
  });
}

/** Originals that were sent and could not be tidied away: one finding for each reason. */
async function checkOriginals(door: ReadOnlyDoor, language: FaultLanguage): Promise<readonly Finding[]> {
  const check = { kind: 'originals' } as const;
  const words = doctorWordsIn(language);
  const found = await readAnswer(queryAnswers['sources.untidied'], door.query({ name: 'sources.untidied' }));
  if (!found.ok) return [faulty(check, found.fault, language)];
  return found.value.reasons.map(({ count, paths, fault }) => {
    const { detail, ...finding } = faulty(check, fault, language);
    const names = paths.map(safeText);
    return { ...finding, detail: `${detail} ${words.untidied(count, names)}` };
  });
}

/** What the running Mailroom itself can't get past. */
async function checkRunning(door: ReadOnlyDoor, language: FaultLanguage): Promise<readonly Finding[]> {
  const sources = await readAnswer(queryAnswers['sources.health'], door.query({ name: 'sources.health' }));
  const blocks = await readAnswer(queryAnswers['connections.health'], door.query({ name: 'connections.health' }));
  return [
    ...(sources.ok ? sources.value.sources : []).map(({ name, folder, fault }) =>
      fault === null
        ? fine({ kind: 'source', of: name }, folder)
        : faulty({ kind: 'source', of: name }, fault, language),
    ),
    ...(blocks.ok ? blocks.value.blocks : []).map(({ fault }) => faulty({ kind: 'sending' }, fault, language)),
  ];
}
