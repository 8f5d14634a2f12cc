import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PreviewPanel } from '../../../../../src/renderer/screens/settings/hot-folders/preview-panel.tsx';
import { startTexts } from '../../../../../src/renderer/text/index.ts';
import { hotFolderSchema } from '../../../../../src/shared/settings.ts';
import type { PreviewFile } from '../../../../../src/shared/views.ts';

let asked: { readonly source: { readonly rule: object } }[];
let files: readonly Pick<PreviewFile, 'path' | 'verdict'>[];

beforeAll(() => startTexts('en'));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(rule: object): void {
  asked = [];
  vi.useFakeTimers();
  Object.assign(window, {
    mailroom: {
      query: (query: (typeof asked)[number]) => {
        asked.push(query);
        const totals: Record<string, number> = {};
        for (const { verdict } of files) totals[verdict] = (totals[verdict] ?? 0) + 1;
        const value = { files: files.map((file) => ({ ...file, size: 1, fault: null })), totals };
        return Promise.resolve({ ok: true, value });
      },
      onEvent: () => () => undefined,
    },
  });
  const draft = hotFolderSchema.parse({
    id: 'a',
    name: 'a',
    folder: '/a',
    rule: { connectionId: 'c', projectId: 'p', ...rule },
  });
  render(
    <PreviewPanel draft={draft} stored={false}>
      {null}
    </PreviewPanel>,
  );
}

async function after(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

it('asks by all that decides about files, and tells duplicates as what they are', async () => {
  files = [{ path: 'again.pdf', verdict: 'duplicate' }];
  show({ duplicateDays: 30, paper: { separation: { by: 'patch' } } });
  await after(0);
  expect(screen.getByRole('listitem').textContent).toBe('again.pdfDuplicate');
  expect(asked[0]?.source.rule).toMatchObject({
    connectionId: 'c',
    projectId: 'p',
    duplicates: 'set-aside',
    duplicateDays: 30,
    paper: { separation: { by: 'patch' } },
  });
});

it('follows what comes and goes in the folder, though nothing tells of it', async () => {
  files = [];
  show({});
  await after(0);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  files = [{ path: 'new.pdf', verdict: 'take-in' }];
  await after(4_000);
  expect(screen.getByRole('listitem').textContent).toBe('new.pdfTake in');
  files = [];
  await after(20_000);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

it('pauses as long as a look took, also where a person asked for it', async () => {
  files = [];
  show({});
  await after(2_900);
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
  await after(0);
  expect(asked).toHaveLength(2);
  await after(3_100);
  expect(asked).toHaveLength(3);
});
