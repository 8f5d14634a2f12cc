/** Titles that were set here; whoever named an element otherwise knows better. */
const own = new WeakSet<Element>();
/** How far above the pointer words are looked for that are cut: an icon or a part stands in the line. */
const maxSteps = 4;

function isCut(element: HTMLElement): boolean {
  if (element.scrollWidth <= element.clientWidth) return false;
  return getComputedStyle(element).textOverflow === 'ellipsis';
}

function nameWhole(target: EventTarget | null): void {
  let element = target instanceof Element ? target : null;
  for (let step = 0; step < maxSteps && element !== null; step += 1, element = element.parentElement) {
    if (!(element instanceof HTMLElement)) continue;
    if (element.hasAttribute('title') && !own.has(element)) return;
    if (isCut(element)) {
      const words = (element.innerText || element.textContent).replaceAll(/\s+/gu, ' ').trim();
      if (element.title !== words) element.title = words;
      own.add(element);
      return;
    }
    if (own.has(element)) element.removeAttribute('title');
  }
}

/**
 * Wherever words are cut at their end for want of room, the whole of them becomes the tooltip as the pointer comes over them.
 * Returns the way to stop.
 */
export function nameCutWords(): () => void {
  const listener = (event: PointerEvent): void => nameWhole(event.target);
  document.addEventListener('pointerover', listener, { passive: true });
  return () => document.removeEventListener('pointerover', listener);
}
