import { expect, test } from 'vitest';
import { z } from 'zod';
import { startContract } from './contract-ground.ts';
import { fc } from '../support/property.ts';

const options = { lane: 'reference', tries: 1 } as const;
type Fields = Readonly<Record<string, unknown>>;

/** What is created, and which fields an update may bring, by resource. */
const resources = {
  agents: {
    id: 'id',
    whole: { name: 'A', description: 'd', prompt: 'p', type: 'STATIC', toolIds: ['t'] },
    change: fc.record({ prompt: fc.string(), toolIds: fc.constantFrom([], ['u'], null) }, { requiredKeys: ['prompt'] }),
  },
  'agent-workflows': {
    id: 'id',
    whole: { name: 'W', description: 'd', workflowConfiguration: { steps: [1] } },
    change: fc.record({ description: fc.option(fc.string()) }),
  },
  'enrichment-workflows': {
    id: 'workflowId',
    whole: { name: 'E', definition: 'steps: []', description: 'd' },
    change: null,
  },
  routings: { id: 'id', whole: { name: 'R', fromProjectId: 'mail-in', toProjectId: 'contracts' }, change: null },
} as const;
const names = ['agents', 'agent-workflows', 'enrichment-workflows', 'routings'] as const;

const step = fc.oneof(
  ...names.map((resource) =>
    fc.record({
      resource: fc.constant(resource),
      act: fc.constantFrom('create', 'replace', 'update', 'delete'),
      which: fc.nat({ max: 3 }),
      name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      change: resources[resource].change ?? fc.constant(null),
    }),
  ),
);

const answerSchema = z.looseObject({ id: z.string() });
const listSchema = z.looseObject({ data: z.array(answerSchema) });

test('whatever is made, changed and removed, client and practice service agree on what is there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { client, service } = await startContract();
      const model = new Map<string, { readonly resource: (typeof names)[number]; readonly fields: Fields }>();
      for (const { resource, act, which, name, change } of steps) {
        const { id: parameter, whole } = resources[resource];
        const id = [...model].filter(([, one]) => one.resource === resource).map(([key]) => key)[which] ?? 'nothing';
        const known = model.get(id);
        if (act === 'update' && change === null) continue;
        const body = act === 'update' ? change : act === 'delete' ? undefined : { ...whole, name };
        const path = act === 'create' ? {} : { [parameter]: id };
        const outcome = await client.callOperation(`${resource}.${act}`, { path, body }, options);
        if (act !== 'create' && known === undefined) {
          expect(outcome.ok ? null : outcome.fault.code).toBe('not-found');
          continue;
        }
        expect(outcome).toMatchObject({ ok: true });
        if (act === 'delete') model.delete(id);
        else {
          const told = answerSchema.parse(outcome.ok ? outcome.value : null);
          // toolIds null leaves the tools as they are.
          const kept = Object.entries(body ?? {}).filter(([key, value]) => key !== 'toolIds' || value !== null);
          const fields = { ...(act === 'update' ? known?.fields : {}), ...Object.fromEntries(kept) };
          model.set(told.id, { resource, fields });
          expect(told).toMatchObject(fields);
        }
      }
      for (const [id, { resource, fields }] of model) {
        const read = await client.callOperation(`${resource}.get`, { path: { [resources[resource].id]: id } }, options);
        expect(read.ok ? read.value : read.fault).toMatchObject(fields);
      }
      for (const resource of names) {
        const listed = await client.callOperation(`${resource}.list`, { query: { limit: 50 } }, options);
        const rows = listSchema.parse(listed.ok ? listed.value : listed.fault).data;
        const own = [...model].filter(([, one]) => one.resource === resource).map(([id]) => id);
        expect(
          rows
            .filter((one) => one['isOotb'] !== true)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(own.sort());
      }
      await client.close();
      await service.close();
    }),
    { numRuns: 125 },
  );
});
