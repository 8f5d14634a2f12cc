import type { Command } from 'commander';
import { commandAnswers, queryAnswers } from '../../../../shared/contract.ts';
import type { Outcome } from '../../../../shared/faults.ts';
import { paperRuleSchema, type PaperRule, type ScanEdit, type ScanSessionView } from '../../../../shared/scanning.ts';
import { success } from '../../../engine/faults/fault.ts';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import { withCommonFlags, type CommandContext } from '../../command-context.ts';
import type { Door } from '../../control/open-door.ts';
import { readAnswer } from '../../control/read-answer.ts';
import { exitStatus } from '../../exit-status.ts';
import { helpNote } from '../../help/speak-help.ts';
import { say } from '../../output/paragraph.ts';
import type { CommonOptions } from '../../station.ts';
import { withDoor } from '../with-station.ts';
import { namedItems } from './named-items.ts';

interface PagesOptions extends CommonOptions {
  readonly document: readonly string[];
  readonly separate?: string;
}

/** Pages of a new document: their ids in their order, and by how much some are turned. */
interface WantedDocument {
  readonly pageIds: readonly string[];
  readonly turns: ReadonlyMap<string, 90 | 180 | 270>;
}

/** `3`, `2-5`, `7-` (to the last), `5-2` (backwards), of the second file `2/3`, turned to the right `4r90`. */
const span = /^(?:(?<file>\d+)\/)?(?<from>\d+)(?<more>-(?<to>\d*))?(?:r(?<turn>90|180|270))?$/;

function wanted({ documents }: ScanSessionView, spec: string): Outcome<WantedDocument> {
  const pageIds: string[] = [];
  const turns = new Map<string, 90 | 180 | 270>();
  for (const part of spec.split(',').map((each) => each.trim())) {
    const { file = '1', from, more, to, turn } = span.exec(part)?.groups ?? {};
    const pages = documents[Number(file) - 1]?.pages;
    const [first, last] = [Number(from), more === undefined ? Number(from) : to === '' ? pages?.length : Number(to)];
    const step = (last ?? 0) < first ? -1 : 1;
    const count = Math.abs((last ?? 0) - first) + 1;
    const ids = Array.from(
      { length: Number.isNaN(count) ? 0 : Math.min(count, 10_000) },
      (_, index) => pages?.[first - 1 + index * step],
    );
    if (ids.length === 0) return misuse('page-spec', { given: part });
    for (const id of ids) {
      if (id === undefined || pageIds.includes(id)) return misuse('page-spec', { given: part });
      pageIds.push(id);
      const by = ([90, 180, 270] as const).find((each) => String(each) === turn);
      if (by !== undefined) turns.set(id, by);
    }
  }
  return success({ pageIds, turns });
}

/** The changes that make these documents of a session; pages that none of them has are taken out. */
function editsFor({ documents }: ScanSessionView, made: readonly WantedDocument[]): readonly ScanEdit[] {
  const used = new Set(made.flatMap(({ pageIds }) => pageIds));
  const left = documents.flatMap(({ pages }) => pages.filter((id) => !used.has(id)));
  const isWhole = made.length === 1 && documents.length === 1;
  const order = documents[0]?.pages.filter((id) => used.has(id)).join(' ');
  const edits: ScanEdit[] = [];
  if (left.length > 0) edits.push({ act: 'remove', pageIds: left });
  // One document whose pages stay in their order keeps its name.
  if (!isWhole || order !== made[0]?.pageIds.join(' '))
    for (const { pageIds } of made) edits.push({ act: 'move', pageIds: [...pageIds], documentId: 'new', index: 0 });
  for (const { turns } of made) for (const [pageId, by] of turns) edits.push({ act: 'rotate', pageIds: [pageId], by });
  return edits;
}

const separations: Readonly<Record<string, PaperRule['separation']>> = {
  barcode: { by: 'barcode', startsWith: '', kind: 'any' },
  patch: { by: 'patch' },
  blank: { by: 'blank' },
};

function ruleOf(separate: string): Outcome<PaperRule> {
  const pages = Number(separate);
  const isCount = Number.isInteger(pages) && pages >= 1 && pages <= 1_000;
  const separation = isCount ? ({ by: 'pages', pages } as const) : separations[separate];
  if (separation === undefined) return misuse('page-spec', { given: separate });
  const barcodeTo = separation.by === 'barcode' ? 'external-id' : 'nothing';
  return success(paperRuleSchema.parse({ separation, barcodeTo }));
}

/** Arranges the pages of a session as it was asked for, and lets them take the place of the items. */
async function arrange(
  door: Door,
  sessionId: string,
  { document, separate }: PagesOptions,
): Promise<Outcome<{ readonly paths: readonly string[]; readonly bytes: number }>> {
  const session = await readAnswer(queryAnswers['scan.session'], door.query({ name: 'scan.session', sessionId }));
  if (!session.ok) return session;
  if (separate !== undefined) {
    const rule = ruleOf(separate);
    if (!rule.ok) return rule;
    const asked = door.dispatch({ name: 'scan.separate', sessionId, rule: rule.value });
    const separated = await readAnswer(commandAnswers['scan.separate'], asked);
    if (!separated.ok) return separated;
  }
  const made: WantedDocument[] = [];
  for (const spec of document) {
    const each = wanted(session.value, spec);
    if (!each.ok) return each;
    if (made.some(({ pageIds }) => pageIds.some((id) => each.value.pageIds.includes(id))))
      return misuse('page-spec', { given: spec });
    made.push(each.value);
  }
  for (const edit of made.length === 0 ? [] : editsFor(session.value, made)) {
    const edited = await readAnswer(commandAnswers['scan.edit'], door.dispatch({ name: 'scan.edit', sessionId, edit }));
    if (!edited.ok) return edited;
  }
  return readAnswer(commandAnswers['scan.send'], door.dispatch({ name: 'scan.send', sessionId }));
}

const words = {
  en: (count: number): string =>
    count === 0
      ? 'Nothing to change: the files continue as they came.'
      : `Replaced with ${count} ${count === 1 ? 'document' : 'documents'}. The originals are kept.`,
  de: (count: number): string =>
    count === 0
      ? 'Nichts zu ändern: Die Dateien gehen weiter, wie sie kamen.'
      : `Durch ${count} ${count === 1 ? 'Dokument' : 'Dokumente'} ersetzt. Die Originale bleiben erhalten.`,
};

function editPages(context: CommandContext, ids: readonly string[], options: PagesOptions): Promise<void> {
  return withDoor(context, options, async (door, _, terminal) => {
    if ((options.document.length === 0) === (options.separate === undefined)) return misuse('no-page-spec');
    const named = await namedItems(door, ids, false);
    if (!named.ok) return named;
    if (named.value === 'all') return misuse('no-item');
    const [refused] = named.value.refused;
    if (refused !== undefined) return { ok: false, fault: refused.fault };
    const itemIds = [...named.value.itemIds];
    const opened = await readAnswer(
      commandAnswers['scan.edit-items'],
      // What somebody edits in the window stays theirs.
      door.dispatch({ name: 'scan.edit-items', itemIds, join: false }),
    );
    if (!opened.ok) return opened;
    const { sessionId } = opened.value;
    const done = await arrange(door, sessionId, options);
    if (!done.ok) {
      // What a person could do about it is another command: the files go on as they came.
      await readAnswer(commandAnswers['scan.discard'], door.dispatch({ name: 'scan.discard', sessionId }));
      return done;
    }
    const { paths, bytes } = done.value;
    terminal.object({ event: 'pages', itemIds, documents: paths.length, paths: [...paths], bytes });
    say(terminal, words[terminal.language](paths.length));
    return success(exitStatus.ok);
  });
}

/** Registers `mailroom pages ID… --document SPEC… | --separate WAY`: makes other documents of the pages of items that are not at the service yet. */
export function registerPages(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('pages <id...>'))
    .description('split, turn, reorder, delete or put together pages of PDF and TIFF files before they are sent')
    .option(
      '--document <pages>',
      'a new document of these pages; may be repeated. 1-3,5 or 7- (to the last) or 2/1 (of the second file) or 4r90 (turned)',
      (each: string, before: readonly string[]) => [...before, each],
      [],
    )
    .option(
      '--separate <way>',
      'begin a document at each barcode, patch (separator sheet) or blank page, or after so many pages',
    )
    .addHelpText(
      'after',
      helpNote(
        'Ids may be typed by their first characters. Pages that no document names are left out; the original is kept.\nExamples:\n  mailroom pages 01m8g31jh --document 1-3 --document 4-r90\n  mailroom pages 01m8g31jh 01m8g32pq --document 1-,2/1-',
      ),
    )
    .action((ids: string[], options: PagesOptions) => editPages(context, ids, options));
}
