import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { askRole, RoleMenu } from '../../../../src/renderer/screens/cases/role-menu.tsx';
import { startTexts } from '../../../../src/renderer/text/index.ts';

beforeAll(async () => {
  configure({ asyncUtilTimeout: 20_000 });
  await startTexts('en');
});
afterEach(cleanup);

it('roles are offered until one is chosen', async () => {
  const sent: unknown[] = [];
  Object.assign(window, {
    mailroom: {
      query: () => Promise.resolve({ ok: true, value: { roles: ['contract'] } }),
      command: (command: unknown) => {
        sent.push(command);
        return Promise.resolve({ ok: true, value: { refused: [] } });
      },
      onEvent: () => () => undefined,
    },
  });
  render(<RoleMenu />);
  askRole({ anchor: document.body, itemIds: ['a'], projectId: 'p', first: [], role: null });
  fireEvent.click(await screen.findByRole('menuitem', { name: /contract/iu }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(sent).toMatchObject([{ role: 'contract' }]);
});
