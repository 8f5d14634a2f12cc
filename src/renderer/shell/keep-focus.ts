/** Where the keyboard goes on, first choice first: lists, for they are what details and acts belong to. */
const places = ['[role=treegrid]', '[role=grid]', '[role=option][tabindex="0"]', '[role=listbox]', 'main'];
/** ms in which what closes may put the focus where it wants it. */
const patience = 60;

function within(root: Element, element: Element): readonly Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at !== null && root.contains(at); at = at.parentElement) chain.push(at);
  return chain;
}

function takesFocus(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.localName === 'main') element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Keeps the keyboard where the person was: when the control that has the focus goes (details that close, an act that is done, another
 * screen), the nearest thing around it that can have the focus gets it, else the list beside it. Answers how to stop.
 */
export function keepFocus(root: Element): () => void {
  let chain: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;
  const restore = (): void => {
    timer = null;
    if (!lost() || chain[0]?.isConnected !== false) return;
    for (const around of chain.filter(({ isConnected }) => isConnected)) {
      if (around instanceof HTMLElement && around.tabIndex >= 0 && takesFocus(around)) return;
      for (const place of places) {
        const found = around.querySelector(place);
        if (found !== null && takesFocus(found)) return;
      }
    }
  };
  const remember = ({ target }: Event): void => {
    // What opens over the window gives the focus back by itself: what opened it stays remembered.
    if (target instanceof Element && root.contains(target)) chain = within(root, target);
  };
  const press = (): void => {
    // A click beside all controls takes the focus away on purpose.
    setTimeout(() => {
      if (lost() && chain[0]?.isConnected === true) chain = [];
    });
  };
  const observer = new MutationObserver(() => {
    if (chain[0]?.isConnected === false && lost()) timer ??= setTimeout(restore, patience);
  });
  observer.observe(root, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', press);
  return () => {
    observer.disconnect();
    if (timer !== null) clearTimeout(timer);
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', press);
  };
}
