import type { Command } from 'commander';
import type { z } from 'zod';
import { pileStates, type PileState, type PileView } from '../../../../shared/case-views.ts';
import { queryAnswers } from '../../../../shared/contract.ts';
import { describeFault } from '../../../engine/faults/describe.ts';
import { success } from '../../../engine/faults/fault.ts';
import { withCommonFlags, type CommandContext } from '../../command-context.ts';
import { readAnswer } from '../../control/read-answer.ts';
import type { LookingDoor } from '../../control/open-door.ts';
import { exitStatus } from '../../exit-status.ts';
import { labelIn } from '../../output/labels.ts';
import { pileWordsIn } from '../../output/pile-words.ts';
import { sayTable } from '../../output/say-table.ts';
import { spokenFault, type Terminal } from '../../output/terminal.ts';
import type { CommonOptions } from '../../station.ts';
import { wordsIn } from '../../output/words.ts';
import { choice } from '../../run/flag-values.ts';
import { withLookingDoor, type Ending } from '../with-station.ts';

interface PilesOptions extends CommonOptions {
  readonly state?: readonly PileState[];
  readonly loose?: boolean;
}

/** Rows asked for at once. */
const pageSize = 200;

/** Tells a pile as a JSON line. */
export function pileEvent(pile: PileView, terminal: Terminal): Record<string, unknown> {
  const { fault, ...rest } = pile;
  return { event: 'pile', ...rest, fault: fault === null ? null : spokenFault(fault, terminal.language) };
}

/** What a pile waits for, or why it stands still, in words. */
export function pileWords({ missing, withoutRole, fault, state, caseId }: PileView, { language }: Terminal): string {
  const words = pileWordsIn(language);
  const reason = fault === null ? '' : describeFault(fault, language).reason.replace(/\.$/u, '');
  if (caseId !== null) return `${words.caseWord} ${caseId}${reason === '' ? '' : `: ${reason}`}`;
  if (state === 'open' || state === 'held') {
    if (missing.length > 0) return words.waitingFor(missing.join(', '));
    if (withoutRole > 0) return words.withoutRole(withoutRole);
    return words.complete;
  }
  return reason;
}

/** `mailroom cases piles`: cases that are put together here, before they are at the service. */
function showPiles(context: CommandContext, options: PilesOptions): Promise<void> {
  return withLookingDoor(context, options, async (door, _station, terminal): Promise<Ending> => {
    const states = pileStates.filter((state) => options.state?.includes(state));
    if (options.loose === true) return showLoose(door, terminal, options);
    const piles = door === null ? success([]) : await allPiles(door, states, options.project);
    if (!piles.ok) return piles;
    for (const pile of piles.value) terminal.object(pileEvent(pile, terminal));
    const words = pileWordsIn(terminal.language);
    if (piles.value.length === 0) terminal.line(words.noCases);
    else {
      sayTable(
        terminal,
        [
          { title: labelIn(terminal.language, 'Id'), kind: 'name', min: 12 },
          { title: labelIn(terminal.language, 'Name'), kind: 'name', min: 12 },
          { title: labelIn(terminal.language, 'State'), kind: 'text', min: 9 },
          { title: labelIn(terminal.language, 'Files'), kind: 'text', min: 5 },
          { title: labelIn(terminal.language, 'What'), kind: 'name', min: 16 },
        ],
        piles.value.map((pile) => ({
          cells: [pile.id, pile.name, words.states[pile.state], String(pile.members.length), pileWords(pile, terminal)],
        })),
      );
      saySetAside(terminal, piles.value);
    }
    return success(exitStatus.ok);
  });
}

/** Files that came for these piles and are no part of them, since their content was taken in before. */
function saySetAside(terminal: Terminal, piles: readonly PileView[]): void {
  const rows = piles.flatMap(({ name, setAside }) =>
    setAside.map((file) => ({ cells: [file.itemId, file.name, file.role ?? '', name, file.pileName ?? ''] })),
  );
  if (rows.length === 0) return;
  terminal.line('');
  terminal.line(pileWordsIn(terminal.language).setAside);
  sayTable(
    terminal,
    [
      { title: labelIn(terminal.language, 'Id'), kind: 'name', min: 12 },
      { title: labelIn(terminal.language, 'Name'), kind: 'name', min: 12 },
      { title: labelIn(terminal.language, 'Role'), kind: 'text', min: 8 },
      { title: labelIn(terminal.language, 'Came for'), kind: 'name', min: 8 },
      { title: labelIn(terminal.language, 'Is in'), kind: 'name', min: 8 },
    ],
    rows,
  );
}

async function allPiles(door: LookingDoor, states: readonly PileState[], projectId: string | undefined) {
  const piles: PileView[] = [];
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const asked = door.query({
      name: 'piles.page',
      offset,
      limit: pageSize,
      ...(states.length === 0 ? {} : { states: [...states] }),
      ...(projectId === undefined ? {} : { projectId }),
    });
    const page = await readAnswer(queryAnswers['piles.page'], asked);
    if (!page.ok) return page;
    piles.push(...page.value.rows);
    total = page.value.total;
  }
  return success(piles);
}

async function showLoose(door: LookingDoor | null, terminal: Terminal, options: PilesOptions): Promise<Ending> {
  if (door === null) return success(exitStatus.ok);
  const rows: z.infer<(typeof queryAnswers)['piles.loose']>['rows'] = [];
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const project = options.project === undefined ? {} : { projectId: options.project };
    const asked = door.query({ name: 'piles.loose', offset, limit: pageSize, ...project });
    const page = await readAnswer(queryAnswers['piles.loose'], asked);
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    total = page.value.total;
  }
  for (const { item, role } of rows) terminal.object({ event: 'loose', ...item, role });
  if (rows.length === 0) terminal.line(pileWordsIn(terminal.language).noFiles);
  else {
    sayTable(
      terminal,
      [
        { title: labelIn(terminal.language, 'Id'), kind: 'name', min: 12 },
        { title: labelIn(terminal.language, 'Name'), kind: 'name', min: 16 },
        { title: labelIn(terminal.language, 'Stage'), kind: 'text', min: 9 },
        { title: labelIn(terminal.language, 'Role'), kind: 'text', min: 8 },
      ],
      rows.map(({ item, role }) => ({
        cells: [item.id, item.name, wordsIn(terminal.language).stages[item.stage], role ?? ''],
      })),
    );
  }
  return success(exitStatus.ok);
}

/** Adds `piles` to `mailroom cases`. */
export function registerPiles(cases: Command, context: CommandContext): void {
  withCommonFlags(cases.command('piles'))
    .description(
      'cases that are put together here: what is in them, what they wait for, and what was set aside as known',
    )
    .addOption(choice('--state <state...>', `only these: ${pileStates.join(', ')}`, pileStates))
    .option('--loose', 'the files that are in none')
    .action((options: PilesOptions) => showPiles(context, options));
}
