import type { Command } from 'commander';
import type { z } from 'zod';
import { openCaseStates, type OpenCaseState, type OpenCaseView } from '../../../../shared/case-views.ts';
import { queryAnswers } from '../../../../shared/contract.ts';
import { describeFault } from '../../../engine/faults/describe.ts';
import { success } from '../../../engine/faults/fault.ts';
import { withCommonFlags, type CommandContext } from '../../command-context.ts';
import { readAnswer } from '../../control/read-answer.ts';
import type { ReadOnlyDoor } from '../../control/open-door.ts';
import { exitStatus } from '../../exit-status.ts';
import { openCaseWordsIn } from '../../output/open-case-words.ts';
import { sayTable } from '../../output/say-table.ts';
import { spokenFault, type Terminal } from '../../output/terminal.ts';
import type { CommonOptions } from '../../station.ts';
import { wordsIn } from '../../output/words.ts';
import { choice } from '../../run/flag-values.ts';
import { withReadOnlyDoor, type Ending } from '../with-station.ts';

interface OpenCasesOptions extends CommonOptions {
  readonly state?: readonly OpenCaseState[];
  readonly loose?: boolean;
}

/** Rows asked for at once. */
const pageSize = 200;

/** Tells an open case as a JSON line. */
export function openCaseEvent(openCase: OpenCaseView, terminal: Terminal): Record<string, unknown> {
  const { fault, ...rest } = openCase;
  return { event: 'open-case', ...rest, fault: fault === null ? null : spokenFault(fault, terminal.language) };
}

/** What an open case waits for, or why it stands still, in words. */
export function openCaseWords(
  { missing, withoutRole, fault, state, caseId }: OpenCaseView,
  { language }: Terminal,
): string {
  const words = openCaseWordsIn(language);
  const reason = fault === null ? '' : describeFault(fault, language).reason.replace(/\.$/u, '');
  if (caseId !== null) return `${words.caseWord} ${caseId}${reason === '' ? '' : `: ${reason}`}`;
  if (state === 'open' || state === 'held') {
    if (missing.length > 0) return words.waitingFor(missing.join(', '));
    if (withoutRole > 0) return words.withoutRole(withoutRole);
    return words.complete;
  }
  return reason;
}

/** `mailroom cases open`: cases that are put together here, before they are at the service. */
function showOpenCases(context: CommandContext, options: OpenCasesOptions): Promise<void> {
  return withReadOnlyDoor(context, options, async (door, _station, terminal): Promise<Ending> => {
    const states = openCaseStates.filter((state) => options.state?.includes(state));
    if (options.loose === true) return showLoose(door, terminal, options);
    const openCases = door === null ? success([]) : await allOpenCases(door, states, options.project);
    if (!openCases.ok) return openCases;
    for (const openCase of openCases.value) terminal.object(openCaseEvent(openCase, terminal));
    const words = openCaseWordsIn(terminal.language);
    if (openCases.value.length === 0) terminal.line(words.noCases);
    else {
      sayTable(
        terminal,
        [
          { title: 'ID', kind: 'name', min: 12 },
          { title: 'Name', kind: 'name', min: 12 },
          { title: 'Status', kind: 'text', min: 9 },
          { title: 'Files', kind: 'text', min: 5 },
          { title: 'What', kind: 'name', min: 16 },
        ],
        openCases.value.map((openCase) => ({
          cells: [
            openCase.id,
            openCase.name,
            words.states[openCase.state],
            String(openCase.members.length),
            openCaseWords(openCase, terminal),
          ],
        })),
      );
      saySetAside(terminal, openCases.value);
    }
    return success(exitStatus.ok);
  });
}

/** Files that came for these open cases and are no part of them, since their content was taken in before. */
function saySetAside(terminal: Terminal, openCases: readonly OpenCaseView[]): void {
  const rows = openCases.flatMap(({ name, setAside }) =>
    setAside.map((file) => ({ cells: [file.itemId, file.name, file.role ?? '', name, file.openCaseName ?? ''] })),
  );
  if (rows.length === 0) return;
  terminal.line('');
  terminal.line(openCaseWordsIn(terminal.language).setAside);
  sayTable(
    terminal,
    [
      { title: 'ID', kind: 'name', min: 12 },
      { title: 'Name', kind: 'name', min: 12 },
      { title: 'Role', kind: 'text', min: 8 },
      { title: 'Came for', kind: 'name', min: 8 },
      { title: 'Is in', kind: 'name', min: 8 },
    ],
    rows,
  );
}

async function allOpenCases(door: ReadOnlyDoor, states: readonly OpenCaseState[], projectId: string | undefined) {
  const openCases: OpenCaseView[] = [];
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const asked = door.query({
      name: 'open-cases.page',
      offset,
      limit: pageSize,
      ...(states.length === 0 ? {} : { states: [...states] }),
      ...(projectId === undefined ? {} : { projectId }),
    });
    const page = await readAnswer(queryAnswers['open-cases.page'], asked);
    if (!page.ok) return page;
    openCases.push(...page.value.rows);
    total = page.value.total;
  }
  return success(openCases);
}

async function showLoose(door: ReadOnlyDoor | null, terminal: Terminal, options: OpenCasesOptions): Promise<Ending> {
  if (door === null) return success(exitStatus.ok);
  const rows: z.infer<(typeof queryAnswers)['open-cases.loose']>['rows'] = [];
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const project = options.project === undefined ? {} : { projectId: options.project };
    const asked = door.query({ name: 'open-cases.loose', offset, limit: pageSize, ...project });
    const page = await readAnswer(queryAnswers['open-cases.loose'], asked);
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    total = page.value.total;
  }
  for (const { item, role } of rows) terminal.object({ event: 'loose', ...item, role });
  if (rows.length === 0) terminal.line(openCaseWordsIn(terminal.language).noFiles);
  else {
    sayTable(
      terminal,
      [
        { title: 'ID', kind: 'name', min: 12 },
        { title: 'Name', kind: 'name', min: 16 },
        { title: 'Status', kind: 'text', min: 9 },
        { title: 'Role', kind: 'text', min: 8 },
      ],
      rows.map(({ item, role }) => ({
        cells: [item.id, item.name, wordsIn(terminal.language).stages[item.stage], role ?? ''],
      })),
    );
  }
  return success(exitStatus.ok);
}

/** Adds `open` to `mailroom cases`. */
export function registerOpenCases(cases: Command, context: CommandContext): void {
  withCommonFlags(cases.command('open'))
    .description('cases that are assembled here: what is in them, what they wait for, and what was set aside as known')
    .addOption(choice('--state <state...>', `only these: ${openCaseStates.join(', ')}`, openCaseStates))
    .option('--loose', 'the files that are in none')
    .action((options: OpenCasesOptions) => showOpenCases(context, options));
}
