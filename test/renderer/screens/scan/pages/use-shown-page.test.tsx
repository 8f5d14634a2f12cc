import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { arrange } from '../../../../../src/renderer/screens/scan/pages/arrangement.ts';
import { deleteAndShowNext } from '../../../../../src/renderer/screens/scan/pages/page-viewer.tsx';
import { useShownPage } from '../../../../../src/renderer/screens/scan/pages/use-shown-page.ts';
import { showPage, useScan } from '../../../../../src/renderer/screens/scan/scan-store.ts';
import { scanSessionSchema, type ScanSessionView } from '../../../../../src/shared/scanning.ts';

afterEach(() => {
  cleanup();
  showPage(null);
  useScan.setState({ sessionId: null });
  vi.useRealTimers();
});

function sessionOf(ids: readonly string[], scanning: boolean): ScanSessionView {
  const pages = ids.map((id) => ({
    ...{ id, leftOut: null, widthMm: 210, heightMm: 297, rotation: 0, straighten: 0, inkPercent: 3 },
    ...{ skewDegrees: null, barcodes: [], tooLongMm: null, cut: false, bytes: 1_000, version: 0 },
  }));
  const document = { id: 'd', name: 'd', externalId: null, role: null, pages: [...ids], sentAt: null };
  return scanSessionSchema.parse({
    ...{ id: 's', profileId: 'p', startedAt: 0, scanning, fault: null, notes: [], interrupted: false, target: {} },
    ...{ documents: [document], pages: Object.fromEntries(pages.map((page) => [page.id, page])), canUndo: false },
  });
}

function scene(ids: readonly string[] = [], scanning = false) {
  const hook = renderHook(
    (now: { readonly ids: readonly string[]; readonly scanning: boolean }) => {
      const session = sessionOf(now.ids, now.scanning);
      return useShownPage(session, arrange(session, undefined).pages);
    },
    { initialProps: { ids, scanning } },
  );
  return {
    comes: (now: readonly string[], isScanning = true) => hook.rerender({ ids: now, scanning: isScanning }),
    stay: () => hook.result.current(),
    shown: () => useScan.getState().pageId,
  };
}

it('shows each page as it comes, and the first of the run at its end', () => {
  const { comes, shown } = scene();
  comes([]);
  comes(['a']);
  expect(shown()).toBe('a');
  comes(['a', 'b', 'c']);
  expect(shown()).toBe('c');
  comes(['a', 'b', 'c'], false);
  expect(shown()).toBe('a');
  comes(['a', 'b', 'c'], true);
  comes(['a', 'b', 'c', 'd', 'e'], true);
  expect(shown()).toBe('e');
  comes(['a', 'b', 'c', 'd', 'e'], false);
  expect(shown()).toBe('d');
});

it('stays at a page that a person chose or does something with, until the next run', () => {
  const { comes, shown, stay } = scene();
  comes([]);
  comes(['a', 'b']);
  showPage('a');
  comes(['a', 'b', 'c']);
  comes(['a', 'b', 'c'], false);
  expect(shown()).toBe('a');
  comes(['a', 'b', 'c']);
  comes(['a', 'b', 'c', 'd']);
  expect(shown()).toBe('d');
  stay();
  comes(['a', 'b', 'c', 'd', 'e']);
  comes(['a', 'b', 'c', 'd', 'e'], false);
  expect(shown()).toBe('d');
});

it('shows another page where the shown one went', () => {
  const { comes, shown } = scene();
  comes(['a', 'b'], false);
  expect(shown()).toBe('a');
  comes(['b'], false);
  expect(shown()).toBe('b');
});

it('counts what came before the session was first seen as pages of the run', () => {
  const { comes, shown } = scene(['a', 'b'], true);
  expect(shown()).toBe('b');
  comes(['a', 'b', 'c'], false);
  expect(shown()).toBe('a');
});

it('a page that only just took the place of another is not deleted, as nobody meant it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const edits: unknown[] = [];
  Object.assign(window, {
    mailroom: {
      command(command: unknown) {
        edits.push(command);
        return Promise.resolve({ ok: true, value: {} });
      },
    },
  });
  useScan.setState({ sessionId: 's' });
  const { comes, stay } = scene();
  const remove = async (): Promise<void> => {
    stay();
    await deleteAndShowNext(arrange(sessionOf(['a', 'b'], true), undefined), useScan.getState().selected);
  };
  comes([]);
  comes(['a']);
  vi.advanceTimersByTime(2_000);
  comes(['a', 'b']);
  vi.advanceTimersByTime(100);
  await remove();
  expect(edits).toEqual([]);
  vi.advanceTimersByTime(1_000);
  await remove();
  expect(edits).toMatchObject([{ edit: { act: 'remove', pageIds: ['b'] } }]);
  // Whoever chose a page means it.
  showPage('a');
  await remove();
  expect(edits).toHaveLength(2);
});
