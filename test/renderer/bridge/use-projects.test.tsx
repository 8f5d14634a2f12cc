import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { projectName, useProjects, useProjectsOf } from '../../../src/renderer/bridge/use-projects.ts';

afterEach(cleanup);

it('knows the projects of each connection that answers, also while another does not', async () => {
  Object.assign(window, {
    mailroom: {
      query: ({ connectionId }: { readonly connectionId: string }) =>
        connectionId === 'silent'
          ? new Promise(() => undefined)
          : Promise.resolve({
              ok: true,
              value: { projects: [{ id: `p-${connectionId}`, name: `Of ${connectionId}` }] },
            }),
    },
  });
  const { result } = renderHook(() => useProjectsOf(['silent', 'first', 'second']));
  await waitFor(() => expect(result.current).toHaveLength(2), { timeout: 20_000 });
  expect(projectName(result.current, 'p-second')).toBe('Of second');
  expect(projectName(result.current, 'p-silent')).toBe('p-silent');
});

it('keeps the names that a service told while it does not answer', async () => {
  const answers: unknown[] = [{ ok: true, value: { projects: [{ id: 'ap', name: 'Accounts payable' }] } }];
  const silent = { ok: false, fault: { code: 'service-unreachable', retry: 'later', owner: 'it', params: {} } };
  Object.assign(window, {
    mailroom: { query: () => Promise.resolve(answers.shift() ?? silent), onEvent: () => () => undefined },
  });
  const first = renderHook(() => useProjects('office'));
  await waitFor(() => expect(first.result.current).toHaveLength(1), { timeout: 20_000 });
  first.unmount();
  const later = renderHook(() => useProjects('office'));
  expect(projectName(later.result.current, 'ap')).toBe('Accounts payable');
  const other = renderHook(() => useProjects('branch'));
  expect(other.result.current).toEqual([]);
});
