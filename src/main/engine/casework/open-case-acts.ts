import { caseRuleSchema } from '../../../shared/case-rule.ts';
import { openCaseStates } from '../../../shared/case-views.ts';
import type { Command, CommandAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import { unheld } from '../cases/open-case-moves.ts';
import { blockOf, editedMember, livingMembers } from '../cases/open-case-state.ts';
import { termsOfRule } from '../cases/place-item.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import { newRemarks, type Remarks } from '../history/remarks.ts';
import type { Change } from '../journal/changes.ts';
import type { NewOpenCase, OpenCaseFields, OpenCaseRecord } from '../journal/open-case-records.ts';
import type { ItemRecord } from '../journal/records.ts';
import { brokenRuleOf, externalDataRule, externalIdRule } from '../service/operations/rules.ts';
import type { CommandHandlers, CommandsOf } from '../dispatcher.ts';
import { createOpenCaseItems, type OpenCaseItems, type OpenCaseItemsDependencies } from './open-case-items.ts';
import { takeBack, type OpenCaseReturnDependencies } from './open-case-return.ts';

type Named<Name extends Command['name']> = Extract<Command, { name: Name }>;

/** What persons' acts on open cases need. */
export interface OpenCaseActsDependencies extends OpenCaseItemsDependencies, OpenCaseReturnDependencies {
  /** Lets held items go on, as `items.retry` does. */
  readonly retry: (itemIds: readonly string[]) => Promise<unknown>;
}

const gathering = ['open', 'held'] as const;

/** What the service would refuse of an external id and external data, told before anything is sent; null = nothing. */
function problemOfExternal(given: {
  readonly externalId: string | null;
  readonly externalData: ExternalData | null;
}): ReturnType<typeof failure> | null {
  const checked = [
    ...(given.externalId === null ? [] : [externalIdRule.safeParse(given.externalId)]),
    ...(given.externalData === null ? [] : [externalDataRule.safeParse(given.externalData)]),
  ];
  for (const { error } of checked) {
    for (const issue of error?.issues ?? []) {
      const rule = issue.code === 'custom' ? brokenRuleOf(issue.params) : null;
      if (rule !== null) return failure(rule.fault, rule.params);
    }
  }
  return null;
}

type Acts = OpenCaseActsDependencies;

const noOpenCase = (id: string): ReturnType<typeof failure> => failure('not-found', { subject: 'case', id });
const closed = ({ name }: OpenCaseRecord) => ({ ok: false, fault: wrongUse('open-case-closed', { name }) }) as const;

async function itemsOf({ journal }: Acts, openCase: OpenCaseRecord): Promise<readonly ItemRecord[]> {
  return journal.itemsByIds(openCase.members.map(({ itemId }) => itemId));
}

/** Changes an open case that gathers. */
async function change(
  { journal, now, actor, look }: Acts,
  openCaseId: string,
  event: Extract<Change, { kind: 'open-case-set' }>['event'],
  fields: (openCase: OpenCaseRecord) => OpenCaseFields,
  detail: Extract<Change, { kind: 'open-case-set' }>['detail'] = {},
): Promise<Outcome<object>> {
  const openCase = await journal.openCase(openCaseId);
  if (openCase === null) return noOpenCase(openCaseId);
  const at = now();
  const set = { changedAt: at, ...fields(openCase) };
  const outcome = await journal.commit(
    [{ kind: 'open-case-set', openCaseId: openCase.id, from: gathering, set, at, event, detail }],
    actor,
  );
  if (!outcome.ok) return closed(openCase);
  await look(openCase.id);
  return success({});
}

async function create(
  { journal, now, actor, newId }: Acts,
  items: OpenCaseItems,
  command: Named<'open-cases.create'>,
): Promise<Outcome<CommandAnswer<'open-cases.create'>>> {
  const { title, connectionId, projectId, externalId = null, externalData = null } = command;
  const wrong = problemOfExternal({ externalId, externalData });
  if (wrong !== null) return wrong;
  const { roles = [], required = [], release = 'decision' } = command;
  const terms = termsOfRule(caseRuleSchema.parse({ roles, required, release }));
  const openCase: NewOpenCase = {
    id: newId(),
    name: title,
    connectionId,
    projectId,
    key: null,
    sourceId: null,
    externalId,
    externalData,
    terms,
  };
  await journal.commit([{ kind: 'open-case-added', openCase, at: now() }], actor);
  const moved = await items.move(command.itemIds ?? [], openCase.id);
  return moved.ok ? success({ openCaseId: openCase.id, ...moved.value }) : moved;
}

async function release(
  acts: Acts,
  { openCaseId, anyway }: Named<'open-cases.release'>,
): Promise<Outcome<CommandAnswer<'open-cases.release'>>> {
  const { journal, now, actor, look } = acts;
  const openCase = await journal.openCase(openCaseId);
  if (openCase === null) return noOpenCase(openCaseId);
  const members = livingMembers(openCase, await itemsOf(acts, openCase));
  // What was released waits for its files: those that are held are tried again.
  const held = members.filter(({ item }) => item.stage === 'held').map(({ item }) => item.id);
  if (openCase.state === 'refused' || openCase.state === 'released') await acts.retry(held);
  else if (openCase.state === 'open' || openCase.state === 'held') {
    const edited = editedMember(members);
    if (edited !== null) return failure('pages-edited', { name: edited.name });
    const block = blockOf(openCase, members);
    if (block !== null && (anyway !== true || members.length === 0)) return { ok: false, fault: block };
    const at = now();
    const set = { state: 'released', fault: null, releasedAt: at, releasedBy: actor } as const;
    const detail = block === null ? {} : { anyway: true };
    const outcome = await journal.commit(
      [
        { kind: 'open-case-set', openCaseId: openCase.id, from: gathering, set, at, event: 'released', detail },
        ...unheld(
          members.map(({ item }) => item),
          at,
        ),
      ],
      actor,
    );
    if (!outcome.ok) return closed(openCase);
    acts.forget(members.map(({ item }) => item.id));
    await look(openCase.id);
  }
  const after = await journal.openCase(openCaseId);
  return success({ state: after?.state ?? 'released' });
}

/** The end of an open case, with what it takes to put it together again; `into`: the one its files go to. */
function dissolution(openCase: OpenCaseRecord, at: number, into?: string): Change {
  const main = openCase.members.find(({ mainFile }) => mainFile)?.itemId;
  return {
    kind: 'open-case-set',
    openCaseId: openCase.id,
    from: gathering,
    set: { state: 'dissolved', fault: null },
    at,
    event: 'dissolved',
    detail: { ...(into === undefined ? {} : { into }), ...(main === undefined ? {} : { main }) },
  };
}

async function dissolve(acts: Acts, openCaseId: string): Promise<Outcome<object>> {
  const { journal, now, actor, look } = acts;
  const openCase = await journal.openCase(openCaseId);
  if (openCase === null) return noOpenCase(openCaseId);
  if (openCase.state === 'dissolved') return success({});
  const at = now();
  const members = await itemsOf(acts, openCase);
  const outcome = await journal.commit([dissolution(openCase, at), ...unheld(members, at)], actor);
  if (!outcome.ok) return closed(openCase);
  acts.forget(members.map(({ id }) => id));
  await look(openCase.id);
  return success({});
}

/** In one commit: whatever ends in between, its files are in the one or in the other. */
async function merge(
  acts: Acts,
  { openCaseId, intoOpenCaseId }: Named<'open-cases.merge'>,
): Promise<Outcome<CommandAnswer<'open-cases.merge'>>> {
  const { journal, now, actor, look } = acts;
  const [openCase, into] = [await journal.openCase(openCaseId), await journal.openCase(intoOpenCaseId)];
  if (openCase === null) return noOpenCase(openCaseId);
  if (into === null) return noOpenCase(intoOpenCaseId);
  if (openCase.id === into.id) return success({ itemIds: [], refused: [] });
  const sealed = [openCase, into].find(({ state }) => state !== 'open' && state !== 'held');
  if (sealed !== undefined) return closed(sealed);
  // What was cancelled counts nowhere any more and stays behind.
  const members = livingMembers(openCase, await itemsOf(acts, openCase)).map(({ item }) => item);
  const itemIds = members.map(({ id }) => id);
  if (openCase.projectId !== into.projectId || openCase.connectionId !== into.connectionId) {
    const refused = members.map(({ id, name }) => ({ itemId: id, fault: wrongUse('open-case-elsewhere', { name }) }));
    return success({ itemIds: [], refused });
  }
  const at = now();
  // What was written about it, and whose turn it was, goes with its files.
  const note = [...new Set([into.note, openCase.note])].filter((one) => one !== null).join('\n');
  const outcome = await journal.commit(
    [
      ...itemIds.map((itemId): Change => ({ kind: 'item-put', itemId, openCaseId: into.id, at })),
      ...noted(into, { note, assignee: into.assignee ?? openCase.assignee }, at),
      dissolution(openCase, at, into.id),
      ...unheld(members, at),
    ],
    actor,
  );
  if (!outcome.ok) return closed((await journal.openCase(into.id)) ?? into);
  acts.forget(itemIds);
  for (const id of [openCase.id, into.id]) await look(id);
  return success({ itemIds, refused: [] });
}

/** The changes by which a remark is kept with an open case. */
function noted(openCase: OpenCaseRecord, given: Remarks, at: number): readonly Change[] {
  const { set, told } = newRemarks(given, openCase);
  return told.map((line, index): Change => {
    const fields = index === 0 ? set : {};
    return { kind: 'open-case-set', openCaseId: openCase.id, from: openCaseStates, set: fields, at, ...line };
  });
}

async function noteOn(
  { journal, now, actor }: Acts,
  { openCaseId, ...given }: Named<'open-cases.note'>,
): Promise<Outcome<object>> {
  const openCase = await journal.openCase(openCaseId);
  if (openCase === null) return noOpenCase(openCaseId);
  await journal.commit(noted(openCase, given, now()), actor);
  return success({});
}

async function setMain(
  { journal, now, actor, look }: Acts,
  { openCaseId, itemId }: Named<'open-cases.set-main'>,
): Promise<Outcome<object>> {
  const openCase = await journal.openCase(openCaseId);
  if (openCase === null) return noOpenCase(openCaseId);
  const marked = itemId ?? openCase.members.find(({ mainFile }) => mainFile)?.itemId;
  if (marked === undefined) return success({});
  if (!openCase.members.some((member) => member.itemId === marked)) {
    return { ok: false, fault: wrongUse('not-in-open-case') };
  }
  const set = { mainFile: itemId !== null };
  const outcome = await journal.commit([{ kind: 'place-set', itemId: marked, set, at: now() }], actor);
  if (!outcome.ok) return closed(openCase);
  await look(openCase.id);
  return success({});
}

/** Makes the handlers of persons' acts on open cases; each is journalled with who decided, and what follows from it is done before it answers. */
export function openCaseCommands(acts: OpenCaseActsDependencies): CommandHandlers<CommandsOf<'open-cases'>> {
  const items = createOpenCaseItems(acts);
  return {
    'open-cases.create': (command) => create(acts, items, command),
    'open-cases.group': items.group,
    'open-cases.rename': ({ openCaseId, title }) =>
      change(acts, openCaseId, 'renamed', () => ({ name: title }), { name: title }),
    'open-cases.set-external'({ openCaseId, externalId, externalData }) {
      const wrong = problemOfExternal({ externalId: externalId ?? null, externalData: externalData ?? null });
      if (wrong !== null) return Promise.resolve(wrong);
      const id = externalId === undefined ? {} : { externalId };
      const pairs = externalData === undefined ? {} : { externalData };
      return change(acts, openCaseId, 'external-set', () => ({ ...id, ...pairs }), id);
    },
    'open-cases.note': (command) => noteOn(acts, command),
    'open-cases.set-terms': ({ openCaseId, roles, required, release: when }) =>
      change(acts, openCaseId, 'terms-set', ({ terms }) => ({
        terms: {
          ...terms,
          ...(roles === undefined ? {} : { roles }),
          ...(required === undefined ? {} : { required }),
          ...(when === undefined ? {} : { release: when }),
        },
      })),
    'open-cases.move-items': ({ itemIds, openCaseId }) => items.move(itemIds, openCaseId),
    'open-cases.set-role': ({ itemIds, role }) => items.setRole(itemIds, role),
    'open-cases.set-main': (command) => setMain(acts, command),
    'open-cases.merge': (command) => merge(acts, command),
    'open-cases.release': (command) => release(acts, command),
    'open-cases.reopen': ({ openCaseId }) => takeBack(acts, openCaseId),
    'open-cases.dissolve': ({ openCaseId }) => dissolve(acts, openCaseId),
  };
}
