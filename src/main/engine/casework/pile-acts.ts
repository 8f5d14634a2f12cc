import { caseRuleSchema } from '../../../shared/case-rule.ts';
import type { Command, CommandAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import { unheld } from '../cases/pile-moves.ts';
import { blockOf, livingMembers } from '../cases/pile-state.ts';
import { termsOfRule } from '../cases/place-item.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { NewPile, PileFields, PileRecord } from '../journal/pile-records.ts';
import type { ItemRecord } from '../journal/records.ts';
import { brokenRuleOf, externalDataRule, externalIdRule } from '../service/operations/rules.ts';
import type { CommandHandlers, CommandsOf } from '../dispatcher.ts';
import { createPileItems, type PileItems, type PileItemsDependencies } from './pile-items.ts';
import { takeBack, type PileReturnDependencies } from './pile-return.ts';

type Named<Name extends Command['name']> = Extract<Command, { name: Name }>;

/** What persons' acts on piles need. */
export interface PileActsDependencies extends PileItemsDependencies, PileReturnDependencies {
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

type Acts = PileActsDependencies;

const noPile = (id: string): ReturnType<typeof failure> => failure('not-found', { subject: 'case', id });
const closed = ({ name }: PileRecord) => ({ ok: false, fault: wrongUse('pile-closed', { name }) }) as const;

async function itemsOf({ journal }: Acts, pile: PileRecord): Promise<readonly ItemRecord[]> {
  return journal.itemsByIds(pile.members.map(({ itemId }) => itemId));
}

/** Changes a pile that gathers. */
async function change(
  { journal, now, actor, look }: Acts,
  pileId: string,
  event: string,
  fields: (pile: PileRecord) => PileFields,
  detail: Extract<Change, { kind: 'pile-set' }>['detail'] = {},
): Promise<Outcome<object>> {
  const pile = await journal.pile(pileId);
  if (pile === null) return noPile(pileId);
  const at = now();
  const set = { changedAt: at, ...fields(pile) };
  const outcome = await journal.commit(
    [{ kind: 'pile-set', pileId: pile.id, from: gathering, set, at, event, detail }],
    actor,
  );
  if (!outcome.ok) return closed(pile);
  await look(pile.id);
  return success({});
}

async function create(
  { journal, now, actor, newId }: Acts,
  items: PileItems,
  command: Named<'piles.create'>,
): Promise<Outcome<CommandAnswer<'piles.create'>>> {
  const { title, connectionId, projectId, externalId = null, externalData = null } = command;
  const wrong = problemOfExternal({ externalId, externalData });
  if (wrong !== null) return wrong;
  const { roles = [], required = [], release = 'decision' } = command;
  const terms = termsOfRule(caseRuleSchema.parse({ roles, required, release }));
  const pile: NewPile = {
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
  await journal.commit([{ kind: 'pile-added', pile, at: now() }], actor);
  const moved = await items.move(command.itemIds ?? [], pile.id);
  return moved.ok ? success({ pileId: pile.id, ...moved.value }) : moved;
}

async function release(
  acts: Acts,
  { pileId, anyway }: Named<'piles.release'>,
): Promise<Outcome<CommandAnswer<'piles.release'>>> {
  const { journal, now, actor, look } = acts;
  const pile = await journal.pile(pileId);
  if (pile === null) return noPile(pileId);
  const members = livingMembers(pile, await itemsOf(acts, pile));
  // What was released waits for its files: those that are held are tried again.
  const held = members.filter(({ item }) => item.stage === 'held').map(({ item }) => item.id);
  if (pile.state === 'refused' || pile.state === 'released') await acts.retry(held);
  else if (pile.state === 'open' || pile.state === 'held') {
    const block = blockOf(pile, members);
    if (block !== null && (anyway !== true || members.length === 0)) return { ok: false, fault: block };
    const at = now();
    const set = { state: 'released', fault: null, releasedAt: at, releasedBy: actor } as const;
    const detail = block === null ? {} : { anyway: true };
    const outcome = await journal.commit(
      [
        { kind: 'pile-set', pileId: pile.id, from: gathering, set, at, event: 'released', detail },
        ...unheld(
          members.map(({ item }) => item),
          at,
        ),
      ],
      actor,
    );
    if (!outcome.ok) return closed(pile);
    acts.forget(members.map(({ item }) => item.id));
    await look(pile.id);
  }
  const after = await journal.pile(pileId);
  return success({ state: after?.state ?? 'released' });
}

async function dissolve(acts: Acts, pileId: string): Promise<Outcome<object>> {
  const { journal, now, actor, look } = acts;
  const pile = await journal.pile(pileId);
  if (pile === null) return noPile(pileId);
  // What a rule opened goes by itself with its last file.
  if (pile.state === 'dissolved') return success({});
  const at = now();
  const members = await itemsOf(acts, pile);
  const outcome = await journal.commit(
    [
      ...pile.members.map(({ itemId }): Change => ({ kind: 'item-put', itemId, pileId: null, at })),
      {
        kind: 'pile-set',
        pileId: pile.id,
        from: gathering,
        set: { state: 'dissolved', fault: null },
        at,
        event: 'dissolved',
      },
      ...unheld(members, at),
    ],
    actor,
  );
  if (!outcome.ok) return closed(pile);
  acts.forget(members.map(({ id }) => id));
  await look(pile.id);
  return success({});
}

async function merge(
  acts: Acts,
  items: PileItems,
  { pileId, intoPileId }: Named<'piles.merge'>,
): Promise<Outcome<CommandAnswer<'piles.merge'>>> {
  const { journal } = acts;
  const [pile, into] = [await journal.pile(pileId), await journal.pile(intoPileId)];
  if (pile === null) return noPile(pileId);
  if (into === null) return noPile(intoPileId);
  if (pile.id === into.id) return success({ itemIds: [], refused: [] });
  const sealed = [pile, into].find(({ state }) => state !== 'open' && state !== 'held');
  if (sealed !== undefined) return closed(sealed);
  // What was cancelled counts nowhere any more and stays behind.
  const ids = livingMembers(pile, await itemsOf(acts, pile)).map(({ item }) => item.id);
  const moved = await items.move(ids, into.id);
  if (!moved.ok || moved.value.refused.length > 0) return moved;
  const done = await dissolve(acts, pile.id);
  return done.ok ? moved : done;
}

async function setMain(
  { journal, now, actor, look }: Acts,
  { pileId, itemId }: Named<'piles.set-main'>,
): Promise<Outcome<object>> {
  const pile = await journal.pile(pileId);
  if (pile === null) return noPile(pileId);
  const marked = itemId ?? pile.members.find(({ mainFile }) => mainFile)?.itemId;
  if (marked === undefined) return success({});
  if (!pile.members.some((member) => member.itemId === marked)) {
    return { ok: false, fault: wrongUse('not-in-pile') };
  }
  const set = { mainFile: itemId !== null };
  const outcome = await journal.commit([{ kind: 'place-set', itemId: marked, set, at: now() }], actor);
  if (!outcome.ok) return closed(pile);
  await look(pile.id);
  return success({});
}

/** Makes the handlers of persons' acts on piles; each is journalled with who decided, and what follows from it is done before it answers. */
export function pileCommands(acts: PileActsDependencies): CommandHandlers<CommandsOf<'piles'>> {
  const items = createPileItems(acts);
  return {
    'piles.create': (command) => create(acts, items, command),
    'piles.group': items.group,
    'piles.rename': ({ pileId, title }) => change(acts, pileId, 'renamed', () => ({ name: title }), { name: title }),
    'piles.set-external'({ pileId, externalId, externalData }) {
      const wrong = problemOfExternal({ externalId: externalId ?? null, externalData: externalData ?? null });
      if (wrong !== null) return Promise.resolve(wrong);
      const id = externalId === undefined ? {} : { externalId };
      const pairs = externalData === undefined ? {} : { externalData };
      return change(acts, pileId, 'external-set', () => ({ ...id, ...pairs }), id);
    },
    'piles.set-terms': ({ pileId, roles, required, release: when }) =>
      change(acts, pileId, 'terms-set', ({ terms }) => ({
        terms: {
          ...terms,
          ...(roles === undefined ? {} : { roles }),
          ...(required === undefined ? {} : { required }),
          ...(when === undefined ? {} : { release: when }),
        },
      })),
    'piles.move-items': ({ itemIds, pileId }) => items.move(itemIds, pileId),
    'piles.set-role': ({ itemIds, role }) => items.setRole(itemIds, role),
    'piles.set-main': (command) => setMain(acts, command),
    'piles.merge': (command) => merge(acts, items, command),
    'piles.release': (command) => release(acts, command),
    'piles.reopen': ({ pileId }) => takeBack(acts, pileId),
    'piles.dissolve': ({ pileId }) => dissolve(acts, pileId),
  };
}
