import { queryAnswers } from '../../../shared/contract.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import type { LookingDoor } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { faulty, fine, wrong, type Finding } from './finding.ts';

const check = 'Journal';

/** Whether the journal can be read, its history is unbroken, and what waits for people; `door` null: nothing was taken in yet. */
export async function checkJournal(door: LookingDoor | null, language: FaultLanguage): Promise<readonly Finding[]> {
  if (door === null) return [fine(check, 'Nothing has been taken in yet.')];
  const verified = await readAnswer(queryAnswers['custody.verify'], door.query({ name: 'custody.verify' }));
  if (!verified.ok) return [faulty(check, verified.fault, language)];
  const { rows, brokenAt } = verified.value;
  if (brokenAt !== null) {
    const detail = `The history was changed from outside at line ${brokenAt} of ${rows}.`;
    return [wrong(check, detail, 'Compare it with a backup and find out who writes into the data directory.')];
  }
  const page = await readAnswer(queryAnswers['items.page'], door.query({ name: 'items.page', limit: 1 }));
  if (!page.ok) return [faulty(check, page.fault, language)];
  const held = page.value.counts.held ?? 0;
  const history = `history of ${rows} lines unbroken${door.running ? '; a Mailroom is running' : ''}`;
  return [
    fine(check, history),
    held === 0
      ? fine('Held items', 'none')
      : wrong('Held items', `${held} wait for a person.`, 'See mailroom status --stage held.'),
    ...(door.running ? await checkRunning(door, language) : []),
  ];
}

/** What the running Mailroom itself can't get past. */
async function checkRunning(door: LookingDoor, language: FaultLanguage): Promise<readonly Finding[]> {
  const sources = await readAnswer(queryAnswers['sources.health'], door.query({ name: 'sources.health' }));
  const blocks = await readAnswer(queryAnswers['connections.health'], door.query({ name: 'connections.health' }));
  return [
    ...(sources.ok ? sources.value.sources : []).map(({ name, folder, fault }) =>
      fault === null ? fine(`Source ${name}`, folder) : faulty(`Source ${name}`, fault, language),
    ),
    ...(blocks.ok ? blocks.value.blocks : []).map(({ fault }) => faulty('Sending', fault, language)),
  ];
}
