import { afterEach, beforeEach, expect, it } from 'vitest';
import { nameCutWords } from '../../../src/renderer/shell/cut-words.ts';

let stop = (): void => undefined;
beforeEach(() => {
  stop = nameCutWords();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** A line of words in so much room, px; each letter takes 10. */
function line(words: string, room: number, attributes = ''): HTMLElement {
  document.body.innerHTML = `<div ${attributes}><span style="text-overflow: ellipsis"><b>${words}</b></span></div>`;
  const span = document.querySelector('span');
  if (span === null) throw new Error('no line');
  Object.defineProperty(span, 'clientWidth', { get: () => room, configurable: true });
  Object.defineProperty(span, 'scrollWidth', {
    get: () => Math.max(room, span.textContent.length * 10),
    configurable: true,
  });
  return span;
}

function point(at: Element | null): void {
  at?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
}

it('words that are cut at their end are whole in a tooltip', () => {
  const span = line('Eingangsrechnungen Hauptverwaltung', 100);
  point(span.querySelector('b'));
  expect(span.title).toBe('Eingangsrechnungen Hauptverwaltung');
});

it('a tooltip goes with what it told: other words, or room enough', () => {
  const span = line('Eingangsrechnungen Hauptverwaltung', 100);
  point(span);
  span.textContent = 'Personalabteilung Nord';
  point(span);
  expect(span.title).toBe('Personalabteilung Nord');
  span.textContent = 'Post';
  point(span);
  expect(span.hasAttribute('title')).toBe(false);
});

it('words that stand whole, or have a tooltip already, get none', () => {
  const whole = line('Post', 100);
  point(whole);
  expect(whole.hasAttribute('title')).toBe(false);
  const named = line('Eingangsrechnungen Hauptverwaltung', 100);
  named.title = 'Projekt';
  point(named);
  expect(named.title).toBe('Projekt');
});
