// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { projectName, useProjectsOf } from '../../../src/renderer/bridge/use-projects.ts';

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
