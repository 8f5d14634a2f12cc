import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { OpenCaseCard } from '../../../../../src/renderer/screens/cases/open-cases/open-case-card.tsx';
import { OpenCaseDetails } from '../../../../../src/renderer/screens/cases/open-cases/open-case-details.tsx';
import { startTexts } from '../../../../../src/renderer/text/index.ts';
import { openCaseOf } from './open-case.ts';

beforeAll(() => startTexts('en'));
afterEach(cleanup);

it('a note on an open case is written from its details, and its card shows with whom it is', async () => {
  const openCase = openCaseOf({ note: 'Police is missing', assignee: 'Anna' });
  const told: unknown[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    'open-cases.get': openCase,
    'items.people': { names: ['Anna'], assigned: [], own: 'kim' },
  };
  Object.assign(window, {
    mailroom: {
      query: ({ name }: { readonly name: string }) => Promise.resolve({ ok: true, value: answers[name] ?? {} }),
      command: (command: unknown) => {
        told.push(command);
        return Promise.resolve({ ok: true, value: {} });
      },
      onEvent: () => () => undefined,
    },
  });
  const card = render(<OpenCaseCard openCase={openCase} shown={false} />);
  expect(screen.getByRole('img', { name: 'With Anna. Note: Police is missing' }).textContent).toBe('Anna');
  card.unmount();
  render(<OpenCaseDetails openCaseId="p" projects={[]} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Note…' }));
  const withMe = await screen.findByRole('button', { name: 'With me' });
  act(() => withMe.click());
  act(() => screen.getByRole('button', { name: 'Save' }).click());
  expect(told).toEqual([{ name: 'open-cases.note', openCaseId: 'p', assignee: 'kim' }]);
});
