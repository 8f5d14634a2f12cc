import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * After a change of screens the focus goes to the heading of the new one: it is read aloud, and Tab goes on from there. What the screen
 * itself gave the focus keeps it, and so does a question that is open.
 */
export function useHeadingFocus(screen: RefObject<HTMLElement | null>, name: string): void {
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    const root = screen.current;
    const active = document.activeElement;
    if (root === null || root.contains(active) || active?.closest('[role=dialog], [role=alertdialog]')) return;
    root.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [screen, name]);
}
