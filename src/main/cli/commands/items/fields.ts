import type { Command } from 'commander';
import { queryAnswers } from '../../../../shared/contract.ts';
import type { ItemForm } from '../../../../shared/contract/item-contract.ts';
import type { Outcome } from '../../../../shared/faults.ts';
import { readField } from '../../../../shared/fields/field-values.ts';
import { success } from '../../../engine/faults/fault.ts';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import { terminalOf, withCommonFlags, type CommandContext } from '../../command-context.ts';
import type { Door } from '../../control/open-door.ts';
import { readAnswer } from '../../control/read-answer.ts';
import { exitStatus } from '../../exit-status.ts';
import { helpNote } from '../../help/speak-help.ts';
import { say } from '../../output/paragraph.ts';
import { sayTable } from '../../output/say-table.ts';
import type { Terminal } from '../../output/terminal.ts';
import type { CommonOptions } from '../../station.ts';
import { withDoor, withReadOnlyDoor, withStation } from '../with-station.ts';
import { decide } from './decisions.ts';
import { namedItems } from './named-items.ts';

type Asking = Pick<Door, 'query'>;

const words = {
  en: { missing: 'missing', unfit: 'does not fit', none: 'No file waits for its fields.', noForm: 'No form there.' },
  de: {
    missing: 'fehlt',
    unfit: 'passt nicht',
    none: 'Keine Datei wartet auf Indexfelder.',
    noForm: 'Dazu gibt es kein Formular.',
  },
} as const;

/** Forms that are asked for at once, and rows of a page. */
const together = 200;
/** Rows of a table that are shown. */
const shownRows = 50;

/** All items that are held for their fields. */
async function waiting(door: Asking): Promise<Outcome<readonly string[]>> {
  const found: string[] = [];
  for (let cursor: string | undefined; ;) {
    const asked = { name: 'items.page', stages: ['held'], limit: together } as const;
    const page = await readAnswer(
      queryAnswers['items.page'],
      door.query({ ...asked, stages: [...asked.stages], ...(cursor === undefined ? {} : { cursor }) }),
    );
    if (!page.ok) return page;
    const { rows, next } = page.value;
    const waits = ['fields-missing', 'field-unfit'];
    found.push(...rows.filter(({ fault }) => waits.includes(fault?.code ?? '')).map(({ id }) => id));
    if (next === undefined) return success(found);
    cursor = next;
  }
}

async function formsOf(door: Asking, ids: readonly string[]): Promise<Outcome<readonly ItemForm[]>> {
  const forms: ItemForm[] = [];
  for (let start = 0; start < ids.length; start += together) {
    const itemIds = ids.slice(start, start + together);
    const answer = await readAnswer(queryAnswers['items.fields'], door.query({ name: 'items.fields', itemIds }));
    if (!answer.ok) return answer;
    forms.push(...answer.value.forms);
  }
  return success(forms);
}

function sayForms(terminal: Terminal, forms: readonly ItemForm[]): void {
  const told = words[terminal.language];
  for (const form of forms) terminal.object({ event: 'fields', ...form });
  sayTable(
    terminal,
    [
      { title: 'ID', kind: 'name', min: 12 },
      { title: 'File', kind: 'name', min: 12 },
      { title: 'Name', kind: 'name', min: 10 },
      { title: 'Key', kind: 'name', min: 6 },
      { title: 'Value', kind: 'name', min: 8 },
      { title: 'Status', kind: 'text', min: 8 },
    ],
    forms.flatMap(({ itemId, name, fields, values, lacks }) =>
      fields.map(({ key, label }, index) => {
        const lack = lacks[key];
        const status = lack === undefined ? '' : lack === 'missing' ? told.missing : told.unfit;
        return { cells: [index === 0 ? itemId : '', index === 0 ? name : '', label, key, values[key] ?? '', status] };
      }),
    ),
  );
}

function list(context: CommandContext, ids: readonly string[], options: CommonOptions): Promise<void> {
  return withReadOnlyDoor(context, options, async (door, _, terminal) => {
    const told = words[terminal.language];
    const named = door === null || ids.length === 0 ? null : await namedItems(door, ids, false);
    if (named?.ok === false) return named;
    const [refused] = named === null || named.value === 'all' ? [] : named.value.refused;
    if (refused !== undefined) return { ok: false, fault: refused.fault };
    const chosen = named === null || named.value === 'all' ? null : named.value.itemIds;
    const wanted = door === null ? success([]) : chosen === null ? await waiting(door) : success(chosen);
    if (!wanted.ok) return wanted;
    const forms = door === null ? success([]) : await formsOf(door, wanted.value);
    if (!forms.ok) return forms;
    sayForms(terminal, forms.value);
    if (forms.value.length === 0) say(terminal, ids.length === 0 ? told.none : told.noForm);
    return success(exitStatus.ok);
  });
}

/** Values as they are kept, where they are written in the language of whoever types them; others as they are, for the engine to judge. */
async function kept(
  door: Asking,
  ids: readonly string[],
  values: Readonly<Record<string, string>>,
  language: 'en' | 'de',
): Promise<Readonly<Record<string, string>>> {
  const forms = await formsOf(door, ids);
  const fields = forms.ok ? forms.value.flatMap((form) => form.fields) : [];
  const read = Object.entries(values).map(([key, text]): [string, string] => {
    const field = fields.find((each) => each.key.toLowerCase() === key.toLowerCase());
    const reading = field === undefined || text.trim() === '' ? null : readField(field, text, language);
    return [key, reading?.ok === true ? reading.value : text];
  });
  return Object.fromEntries(read);
}

function set(context: CommandContext, given: readonly string[], options: CommonOptions): Promise<void> {
  const ids = given.filter((each) => !each.includes('='));
  const pairs = given.filter((each) => each.includes('='));
  const values = Object.fromEntries(
    pairs.map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1)]),
  );
  if (pairs.length === 0 || Object.hasOwn(values, ''))
    return withStation(context, options, () =>
      Promise.resolve(misuse('no-pair', { flag: 'KEY=VALUE', given: pairs[0] ?? '' })),
    );
  return decide(context, 'items.set-fields', ids, options, {}, async (door, itemIds) => ({
    values: await kept(door, itemIds, values, terminalOf(context, options).language),
  }));
}

interface LookupOptions extends CommonOptions {
  readonly search?: string;
}

function lookUp(context: CommandContext, id: string, key: string, options: LookupOptions): Promise<void> {
  return withDoor(context, options, async (door, _, terminal) => {
    const named = await namedItems(door, [id], false);
    if (!named.ok) return named;
    if (named.value === 'all') return misuse('no-item');
    const [refused] = named.value.refused;
    if (refused !== undefined) return { ok: false, fault: refused.fault };
    const [itemId = ''] = named.value.itemIds;
    const found = await readAnswer(
      queryAnswers['items.lookup'],
      door.query({ name: 'items.lookup', of: { itemId }, key, search: options.search ?? '', limit: shownRows }),
    );
    if (!found.ok) return found;
    for (const row of found.value.rows) terminal.object({ event: 'lookup', ...row });
    sayTable(
      terminal,
      [
        { title: 'Value', kind: 'name', min: 8 },
        { title: 'Name', kind: 'name', min: 12 },
      ],
      found.value.rows.map(({ value, label }) => ({ cells: [value, label] })),
    );
    return success(exitStatus.ok);
  });
}

/** Registers `mailroom fields [list|set|lookup]`: the forms of files that are held for them. */
export function registerFields(program: Command, context: CommandContext): void {
  const fields = program.command('fields').description('show and fill in the fields of files that are held for them');
  withCommonFlags(fields.command('list [id...]', { isDefault: true }))
    .description('the fields of the named items, or of all that are held for theirs')
    .action((ids: string[], options: CommonOptions) => list(context, ids, options));
  withCommonFlags(fields.command('set <id-or-pair...>'))
    .description(
      'fill in fields of held items: KEY=VALUE for each, an empty value takes one away; what lacks nothing any more goes on',
    )
    .addHelpText(
      'after',
      helpNote(
        'Ids may be typed by their first characters.\nExample:\n  mailroom fields set 01m8g31jh customer=10023 due=2026-12-31',
      ),
    )
    .action((given: string[], options: CommonOptions) => set(context, given, options));
  withCommonFlags(fields.command('lookup <id> <key>'))
    .description('rows of the table behind a field, by the beginnings of their words')
    .option('--search <text>', 'beginnings of words that a row must have')
    .action((id: string, key: string, options: LookupOptions) => lookUp(context, id, key, options));
}
