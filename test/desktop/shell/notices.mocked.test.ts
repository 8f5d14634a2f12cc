import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';

const shown = vi.hoisted(() => new Array<{ title: string; body: string; click: () => void }>());
vi.mock('electron', () => ({
  Notification: class {
    static isSupported = (): boolean => true;
    readonly #options: { title: string; body: string };
    #click: () => void = () => undefined;
    constructor(options: { title: string; body: string }) {
      this.#options = options;
    }
    on(_event: 'click', listener: () => void): void {
      this.#click = listener;
    }
    show(): void {
      shown.push({ ...this.#options, click: () => this.#click() });
    }
  },
}));
const { createNotices } = await import('../../../src/main/desktop/shell/notices.ts');

let wanted = { notifyHeld: true, notifySettled: true };
let opened: (string | null)[] = [];
const make = (language: 'en' | 'de' = 'en') =>
  createNotices({ language: () => language, wanted: () => wanted, onShow: (itemId) => opened.push(itemId) });

beforeEach(() => {
  vi.useFakeTimers();
  shown.length = 0;
  opened = [];
  wanted = { notifyHeld: true, notifySettled: true };
});
afterEach(() => {
  vi.useRealTimers();
});

it('says why a single file is held, and a click opens it', () => {
  const notices = make();
  notices.notify({ kind: 'held', subject: 'i1', fault: fault('pdf-password', { name: 'a.pdf' }) });
  vi.advanceTimersByTime(500);
  expect(shown).toMatchObject([{ title: 'A file needs you' }]);
  expect(shown[0]?.body).toMatch(/password/u);
  shown[0]?.click();
  expect(opened).toEqual(['i1']);
});

it('tells many as one, then keeps quiet for ten seconds and tells the rest together', () => {
  const notices = make('de');
  for (let index = 0; index < 500; index += 1) notices.notify({ kind: 'held', subject: `h${index}` });
  notices.notify({ kind: 'settled', subject: 's1' });
  vi.advanceTimersByTime(500);
  expect(shown.map(({ title }) => title)).toEqual(['500 Dateien sind zu klären, Ein Dokument ist fertig']);
  for (let index = 0; index < 100; index += 1) {
    notices.notify({ kind: 'settled', subject: `late${index}` });
    vi.advanceTimersByTime(50);
  }
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(shown.map(({ title }) => title).slice(1)).toEqual(['100 Dokumente sind fertig']);
  shown[0]?.click();
  expect(opened).toEqual([null]);
});

it('counts an item once that is held again and again', () => {
  const notices = make();
  for (let index = 0; index < 3; index += 1) notices.notify({ kind: 'held', subject: 'same' });
  vi.advanceTimersByTime(500);
  expect(shown.map(({ title }) => title)).toEqual(['A file needs you']);
});

it('names a folder that does not answer', () => {
  make().notify({ kind: 'source', subject: 'Scanner', fault: fault('folder-silent', { folder: '/scan' }) });
  vi.advanceTimersByTime(500);
  expect(shown.map(({ title }) => title)).toEqual(['The folder Scanner does not answer']);
});

it('names a connection that lets nothing through, with the reason', () => {
  make('de').notify({ kind: 'connection', subject: 'Büro', fault: fault('quota-exhausted', { since: '09:00:00' }) });
  vi.advanceTimersByTime(500);
  expect(shown.map(({ title }) => title)).toEqual(['Büro: Das Senden wartet länger als fünf Minuten']);
  expect(shown[0]?.body).toMatch(/Kontingent.*seit 09:00:00/u);
});

it('tells a case that waits by its name, once, and a click opens the window', () => {
  const notices = make();
  for (let index = 0; index < 2; index += 1) {
    notices.notify({ kind: 'open-case', subject: '4711', fault: fault('case-incomplete', { missing: 'note' }) });
  }
  vi.advanceTimersByTime(500);
  expect(shown.map(({ title }) => title)).toEqual(['The case 4711 needs you']);
  shown[0]?.click();
  expect(opened).toEqual([null]);
});

it('keeps silent about what nobody wants to hear', () => {
  wanted = { notifyHeld: false, notifySettled: false };
  const notices = make();
  notices.notify({ kind: 'held', subject: 'a' });
  notices.notify({ kind: 'settled', subject: 'b' });
  notices.notify({ kind: 'source', subject: 'c', fault: fault('folder-silent', { folder: '/scan' }) });
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([]);
});
