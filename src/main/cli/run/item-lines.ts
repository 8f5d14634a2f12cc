import { join } from 'node:path';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { describeFault } from '../../engine/faults/describe.ts';
import { paths } from '../../engine/platform/names/paths.ts';
import type { ItemView } from '../../../shared/views.ts';
import { spokenFault } from '../output/terminal.ts';
import { tableLines } from '../output/table.ts';
import { safeText, widthOf } from '../output/text.ts';
import { wordsIn } from '../output/words.ts';

/** The JSON line of one stage of one item. */
export function itemEvent(item: ItemView, language: FaultLanguage): unknown {
  const [document] = item.documents;
  return {
    event: 'item',
    id: item.id,
    path: item.path,
    stage: item.stage,
    sha256: item.sha256,
    fileId: item.fileId,
    documentId: document?.id ?? null,
    state: document?.state ?? null,
    fault: item.fault === null ? null : spokenFault(item.fault, language),
  };
}

/** Why an item is where it is, in words; empty where nothing needs saying. */
export function reasonOf(item: ItemView, language: FaultLanguage): string {
  if (item.fault !== null) {
    const { reason, nextStep } = describeFault(item.fault, language);
    return `${reason} ${nextStep}`;
  }
  return item.stage === 'duplicate' ? wordsIn(language).takenInBefore : '';
}

/** Whose turn it is and what people noted, in words; empty where nobody did. */
export function remarksOf({ assignee, note }: ItemView, language: FaultLanguage): string {
  const person = assignee === undefined ? [] : [wordsIn(language).isWith(assignee)];
  return [...person, ...(note === undefined ? [] : [wordsIn(language).noteSays(note)])].join(' ');
}

/** The plain line of an item that came to a stage, where there is no live terminal. */
export function itemLine(item: ItemView, language: FaultLanguage): string {
  const reason = reasonOf(item, language);
  return `${wordsIn(language).stages[item.stage]}: ${safeText(item.name)}${reason === '' ? '' : `. ${reason}`}`;
}

/** A path as people look for it from where they are. */
function shortPath(path: string): string {
  const way = paths.wayTo(process.cwd(), path);
  return way === null ? path : join(...way);
}

/** Columns of a table that goes into a file or a pipe, before its XML paths: those stay whole there, to be copied. */
const columnsBeforePaths = 110;

/** Screens narrower than this show document and XML path on a line of their own, whole, instead of cut in columns. */
const columnsForAll = 120;

/** The table of a run: item, stage, document, state, XML path, or the reason in plain words. `width` null: no screen to fit. */
export function summaryTable(
  items: readonly ItemView[],
  language: FaultLanguage,
  width: number | null,
): readonly string[] {
  const say = wordsIn(language);
  const paths = items.map((item) =>
    item.exports.flatMap(({ path }) => (path === null ? [] : shortPath(path))).join(' '),
  );
  const widestPath = Math.max(16, ...paths.map(widthOf));
  if (width !== null && width < columnsForAll) {
    return tableLines(
      [
        { title: say.columns.item, kind: 'name', min: 16 },
        { title: say.columns.stage, kind: 'text', min: 11 },
        { title: say.columns.state, kind: 'text', min: 8 },
      ],
      items.map((item, index) => ({
        cells: [item.name, say.stages[item.stage], item.documents.map(({ state }) => state).join(' ')],
        below: [
          ...item.documents.map(({ id }) => id),
          ...(paths[index] === '' ? [] : ['→', paths[index] ?? '']),
          reasonOf(item, language),
        ]
          .filter((part) => part !== '')
          .join(' '),
      })),
      width,
    );
  }
  return tableLines(
    [
      { title: say.columns.item, kind: 'name', min: 16 },
      { title: say.columns.stage, kind: 'text', min: 11 },
      { title: say.columns.document, kind: 'text', min: 8 },
      { title: say.columns.state, kind: 'text', min: 8 },
      { title: say.columns.xml, kind: 'name', min: width === null ? widestPath : 16 },
    ],
    items.map((item, index) => ({
      cells: [
        item.name,
        say.stages[item.stage],
        item.documents.map(({ id }) => id).join(' '),
        item.documents.map(({ state }) => state).join(' '),
        paths[index] ?? '',
      ],
      below: reasonOf(item, language),
    })),
    width ?? columnsBeforePaths + widestPath,
  );
}
