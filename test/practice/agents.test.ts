import { expect, test } from 'vitest';
import { z } from 'zod';
import { handClock, withService } from './interface-client.ts';
import type { InterfaceClient } from './interface-client.ts';

const agent = z.looseObject({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  version: z.string(),
  isOotb: z.boolean(),
  toolIds: z.array(z.string()).nullable(),
});
const page = z.object({ data: z.array(agent), totalCount: z.number() });
const error = z.strictObject({ status: z.number(), title: z.string(), detail: z.string() });
const basic = { name: 'Mine', description: 'd', prompt: 'p', type: 'BASIC' };

async function refused(client: InterfaceClient, method: string, path: string, body: unknown, status = 422) {
  const reply = await client.call(method, path, body);
  expect(reply.status, `${method} ${path} ${JSON.stringify(body)}`).toBe(status);
  expect(error.parse(reply.value).status).toBe(status);
}

async function created(client: InterfaceClient, more: Record<string, unknown> = {}): Promise<z.infer<typeof agent>> {
  const reply = await client.call('POST', '/agents', { ...basic, ...more });
  expect(reply.status).toBe(201);
  return agent.parse(reply.value);
}

test('a custom agent is created with its defaults, read, and deleted', async () => {
  await withService({}, async (client) => {
    const made = await created(client, { id: null, companyId: null, version: null, isOotb: false });
    expect(made).toMatchObject({
      ...basic,
      rootAgentId: made.id,
      version: '1',
      model: null,
      editors: [],
      toolIds: [],
      isOotb: false,
      sourceTemplateAgentId: null,
      createdBy: client.service.clientId,
    });
    expect((await client.call('GET', `/agents/${made.id}`)).value).toEqual(made);
    expect((await client.call('DELETE', `/agents/${made.id}`)).status).toBe(204);
    await refused(client, 'GET', `/agents/${made.id}`, undefined, 404);
  });
});

test('a create with missing or foreign fields is refused', async () => {
  await withService({}, async (client) => {
    for (const field of ['name', 'description', 'prompt', 'type']) {
      await refused(client, 'POST', '/agents', { ...basic, [field]: undefined });
    }
    for (const more of [
      { type: 'OTHER' },
      { isOotb: true },
      { sourceTemplateAgentId: 't' },
      { sourceTemplateAgentVersion: '1' },
      { id: 'x' },
      { createdAt: '2026-01-01T00:00:00Z' },
      { toolIds: 'a' },
    ]) {
      await refused(client, 'POST', '/agents', { ...basic, ...more });
    }
    await refused(client, 'POST', '/agents', '[');
    await refused(client, 'POST', '/agents', { ...basic, companyId: 'another' }, 403);
  });
  await withService({ scopes: ['agents.read'] }, async (client) => {
    await refused(client, 'POST', '/agents', basic, 403);
  });
});

test('out-of-the-box agents accept only prompt, description and editors, and are neither replaced nor deleted', async () => {
  await withService({}, async (client) => {
    const list = page.parse((await client.call('GET', '/agents')).value);
    const ootb = list.data.find(({ isOotb }) => isOotb);
    const path = `/agents/${ootb?.id ?? ''}`;
    const changed = await client.call('PATCH', path, { prompt: 'new', description: 'new', editors: ['me'] });
    expect(changed.value).toMatchObject({
      prompt: 'new',
      description: 'new',
      editors: ['me'],
      isOotb: true,
      version: '2',
    });
    for (const field of ['name', 'type', 'model', 'toolIds', 'systemPrompt', 'companyId', 'isOotb']) {
      await refused(client, 'PATCH', path, { [field]: null });
    }
    await refused(client, 'PUT', path, basic);
    await refused(client, 'DELETE', path, undefined);
  });
});

test('a patch of a custom agent leaves out what is absent, clears with null, and never changes company and name', async () => {
  await withService({}, async (client) => {
    const made = await created(client, {
      model: 'm',
      systemPrompt: 's',
      outputFormat: { a: 1 },
      configuration: { b: 2 },
    });
    const path = `/agents/${made.id}`;
    const patch = async (body: unknown) => agent.parse((await client.call('PATCH', path, body)).value);
    expect(await patch({ prompt: 'q' })).toMatchObject({ prompt: 'q', model: 'm', version: '2' });
    expect(await patch({ model: null, systemPrompt: null, outputFormat: null, configuration: null })).toMatchObject({
      model: null,
      systemPrompt: null,
      outputFormat: null,
      configuration: null,
      prompt: 'q',
    });
    expect(await patch({ name: 'Mine', companyId: made.companyId })).toMatchObject({ name: 'Mine', version: '3' });
    for (const body of [
      { name: 'Other' },
      { companyId: 'x' },
      { isOotb: true },
      { description: null },
      { type: 'X' },
    ]) {
      await refused(client, 'PATCH', path, body);
    }
    const replaced = await client.call('PUT', path, { ...basic, name: 'Renamed', type: 'SCRIPT' });
    expect(replaced.value).toMatchObject({ name: 'Renamed', type: 'SCRIPT', prompt: 'p', version: '4' });
  });
});

test('tools: null and absent keep them, a list replaces them, an empty one removes them; a change is a new version', async () => {
  const clock = handClock();
  await withService({ clock: clock.now, tokenSeconds: 1_000_000 }, async (client) => {
    const made = await created(client, { toolIds: ['a', 'b'] });
    const path = `/agents/${made.id}`;
    const expected = [
      [{ toolIds: null }, ['a', 'b'], '1'],
      [{ toolIds: ['a', 'b'] }, ['a', 'b'], '1'],
      [{ toolIds: ['c'] }, ['c'], '2'],
      [{ description: 'd2' }, ['c'], '3'],
      [{ toolIds: [] }, [], '4'],
    ] as const;
    for (const [body, toolIds, version] of expected) {
      clock.forward(1000);
      expect((await client.call('PATCH', path, body)).value).toMatchObject({ toolIds, version });
    }
    const plain = z.object({ versions: z.array(agent), versionsMetadata: z.array(z.unknown()) });
    expect(plain.parse((await client.call('GET', path)).value)).toEqual({ versions: [], versionsMetadata: [] });
    const full = plain.parse((await client.call('GET', `${path}?withVersions=true&withVersionsMetadata=true`)).value);
    expect(full.versions.map(({ version }) => version)).toEqual(['3', '2', '1']);
    expect(full.versions[2]?.toolIds).toEqual(['a', 'b']);
    expect(full.versionsMetadata.length).toBe(4);
  });
});

test('lists are a summary, unless names and versions are asked for', async () => {
  await withService({}, async (client) => {
    const made = await created(client, { editors: ['me'], systemPrompt: 's', configuration: { a: 1 }, toolIds: ['t'] });
    await client.call('PATCH', `/agents/${made.id}`, { prompt: 'later' });
    const list = async (query: string) => page.parse((await client.call('GET', `/agents?${query}`)).value);
    const mine = await list('editor=me');
    expect(mine.data).toMatchObject([
      { id: made.id, prompt: '', configuration: null, toolIds: null, systemPrompt: 's' },
    ]);
    expect((await list('limit=1')).data.length).toBe(1);
    const looked = await list('namesAndVersions=Mine:1');
    expect(looked.data).toMatchObject([{ version: '1', prompt: 'p', configuration: { a: 1 }, toolIds: null }]);
    expect((await list('namesAndVersions=Mine:1&namesAndVersions=Mine:2')).totalCount).toBe(2);
    expect((await client.call('GET', '/agents?limit=x')).status).toBe(400);
  });
});

test('agent workflows follow the same rules, with their own fields', async () => {
  await withService({}, async (client) => {
    const all = '/agent-workflows';
    const looseWorkflow = z.looseObject({ id: z.string(), isOotb: z.boolean() });
    const listed = z.object({ data: z.array(looseWorkflow), totalCount: z.number() });
    const ootb = listed.parse((await client.call('GET', all)).value).data[0];
    expect(ootb?.isOotb).toBe(true);
    const ootbPath = `${all}/${ootb?.id ?? ''}`;
    const customized = await client.call('PATCH', ootbPath, {
      workflowConfiguration: { steps: [1] },
      name: 'n',
      description: 'd',
      projects: ['training'],
      editors: ['me'],
    });
    expect(customized.value).toMatchObject({ name: 'n', workflowConfiguration: { steps: [1] }, version: '2' });
    await refused(client, 'PATCH', ootbPath, { version: '9' });
    await refused(client, 'PATCH', ootbPath, { workflowConfiguration: { steps: [], trigger: 'x' } });
    await refused(client, 'PUT', ootbPath, { name: 'n', workflowConfiguration: { steps: [] } });
    await refused(client, 'DELETE', ootbPath, undefined);

    const custom = { name: 'c', workflowConfiguration: { steps: ['a'], trigger: 't' }, projects: ['contracts'] };
    await refused(client, 'POST', all, { ...custom, isOotb: true });
    await refused(client, 'POST', all, { ...custom, sourceTemplateWorkflowId: 'x' });
    await refused(client, 'POST', all, { name: 'c' });
    const made = await client.call('POST', all, custom);
    expect(made.status).toBe(201);
    const path = `${all}/${looseWorkflow.parse(made.value).id}`;
    expect((await client.call('PATCH', path, { workflowConfiguration: { steps: ['b'] } })).value).toMatchObject({
      name: 'c',
      projects: ['contracts'],
      workflowConfiguration: { steps: ['b'], trigger: 't' },
    });
    await refused(client, 'PATCH', path, { sourceTemplateWorkflowId: 'x' });
    const replaced = await client.call('PUT', path, { name: 'r', workflowConfiguration: { steps: [] } });
    expect(replaced.value).toMatchObject({
      name: 'r',
      projects: [],
      workflowConfiguration: { steps: [] },
      version: '3',
    });
    expect((await client.call('GET', path)).value).toEqual(replaced.value);
    expect(listed.parse((await client.call('GET', `${all}?projectId=training`)).value).totalCount).toBe(1);
    expect(listed.parse((await client.call('GET', `${all}?editor=nobody`)).value).totalCount).toBe(0);
    expect((await client.call('DELETE', path)).status).toBe(204);
    await refused(client, 'GET', path, undefined, 404);
  });
});
