import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFocus } from '../../../src/renderer/shell/keep-focus.ts';

let stop = (): void => undefined;

beforeEach(() => {
  document.body.innerHTML = `
    <div id="root">
      <nav><button id="rail">Intake</button></nav>
      <main>
        <div id="pane">
          <div role="treegrid" tabindex="0" id="table"></div>
          <aside id="details"><div tabindex="0" id="body"><div id="card"><button id="retry">Retry</button></div></div></aside>
        </div>
      </main>
    </div>
    <div id="over"><button id="answer">Yes</button></div>`;
  stop = keepFocus(byId('root'));
});
afterEach(() => stop());

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`There is no ${id}.`);
  return found;
}

/** Takes an element away as React does; the browser then gives the focus to the body. */
function takeAway(id: string): void {
  const gone = byId(id);
  const active = document.activeElement;
  const held = gone.contains(active) && active instanceof HTMLElement ? active : null;
  gone.remove();
  held?.blur();
}

it('an act that takes its own button away leaves the focus in the panel around it', async () => {
  byId('retry').focus();
  takeAway('card');
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('body'));
});

it('details that close leave the focus on the list beside them', async () => {
  byId('retry').focus();
  takeAway('details');
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('table'));
});

it('where there is no list, another screen has the focus itself', async () => {
  byId('retry').focus();
  takeAway('pane');
  await vi.waitFor(() => expect(document.activeElement?.localName).toBe('main'));
});

it('what gives the focus back by itself is not disturbed', async () => {
  byId('retry').focus();
  byId('answer').focus();
  takeAway('over');
  byId('retry').focus();
  document.getElementById('root')?.append(document.createElement('p'));
  await new Promise((done) => setTimeout(done, 100));
  expect(document.activeElement?.id).toBe('retry');
});

it('a click beside all controls is left alone', async () => {
  byId('retry').focus();
  byId('retry').blur();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await new Promise((done) => setTimeout(done, 10));
  takeAway('details');
  await new Promise((done) => setTimeout(done, 100));
  expect(document.activeElement).toBe(document.body);
});
