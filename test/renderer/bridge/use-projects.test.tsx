import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { projectName, useProjects, useProjectsOf } from '../../../src/renderer/bridge/use-projects.ts';

afterEach(cleanup);

it('knows the projects of each connection that answers, also while another does not', async () => {
  Object.assign(window, {
    mailroom: {
      query: ({ name, connectionId }: { readonly name: string; readonly connectionId: string }) =>
        connectionId === 'silent'
          ? name === 'projects.list'
            ? new Promise(() => undefined)
            : Promise.resolve({ ok: true, value: { projects: [{ id: 'kept', name: 'Kept' }] } })
          : Promise.resolve({
              ok: true,
              value: { projects: [{ id: `p-${connectionId}`, name: `Of ${connectionId}` }] },
            }),
    },
  });
  const { result } = renderHook(() => useProjectsOf(['silent', 'first', 'second']));
  await waitFor(() => expect(result.current).toHaveLength(3), { timeout: 20_000 });
  expect(projectName(result.current, 'p-second')).toBe('Of second');
  expect(projectName(result.current, 'kept')).toBe('Kept');
  expect(projectName(result.current, 'p-silent')).toBe('p-silent');
});

it('says the names that a service told last while it does not answer', async () => {
  const silent = { ok: false, fault: { code: 'service-unreachable', retry: 'later', owner: 'it', params: {} } };
  const known: Record<string, unknown> = { office: [{ id: 'ap', name: 'Accounts payable' }] };
  Object.assign(window, {
    mailroom: {
      query: ({ name, connectionId }: { readonly name: string; readonly connectionId: string }) =>
        Promise.resolve(
          name === 'projects.list' ? silent : { ok: true, value: { projects: known[connectionId] ?? [] } },
        ),
      onEvent: () => () => undefined,
    },
  });
  const office = renderHook(() => useProjects('office'));
  await waitFor(() => expect(projectName(office.result.current, 'ap')).toBe('Accounts payable'), { timeout: 20_000 });
  const other = renderHook(() => useProjects('branch'));
  expect(other.result.current).toEqual([]);
});
