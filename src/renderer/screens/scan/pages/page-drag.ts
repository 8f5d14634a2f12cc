import type { DragEvent } from 'react';
import styles from './pages.module.css';
import { editSession } from '../scan-acts.ts';
import { showPage, useScan } from '../scan-store.ts';

/** What a drag of pages carries: nothing but this name, so that no other place takes it. */
const kind = 'application/x-mailroom-pages';

type DragHandlers = Readonly<
  Partial<Record<'onDragStart' | 'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent<HTMLElement>) => void>>
> & { readonly draggable?: boolean };

function carriesPages(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(kind);
}

/** Whether the pointer is in the second half of a page: what is dropped goes behind it. */
function isBehind(event: DragEvent<HTMLElement>): boolean {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX > left + width / 2;
}

function mark(element: HTMLElement, place: 'before' | 'after' | null): void {
  for (const each of ['before', 'after'] as const) {
    const name = styles[`drop-${each}`];
    if (name !== undefined) element.classList.toggle(name, each === place);
  }
}

function place(index: (event: DragEvent<HTMLElement>) => number, documentId: string, sides: boolean): DragHandlers {
  return {
    onDragOver(event) {
      if (!carriesPages(event)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'move';
      mark(event.currentTarget, sides && isBehind(event) ? 'after' : 'before');
    },
    onDragLeave: (event) => mark(event.currentTarget, null),
    onDrop(event) {
      if (!carriesPages(event)) return;
      event.preventDefault();
      event.stopPropagation();
      mark(event.currentTarget, null);
      const pageIds = [...useScan.getState().selected];
      if (pageIds.length > 0) void editSession({ act: 'move', pageIds, documentId, index: index(event) });
    },
  };
}

/** Lets pages be dropped on the head of a document: they go before its page at that place. */
export function headDrag(documentId: string, index: number): DragHandlers {
  return place(() => index, documentId, false);
}

/** The pointer carries the page, with how many go together where several do. */
function showDragged({ currentTarget, dataTransfer, clientX, clientY }: DragEvent<HTMLElement>): void {
  const { left, top, width } = currentTarget.getBoundingClientRect();
  const copy = document.createElement('div');
  copy.className = styles['dragged'] ?? '';
  copy.style.width = `${width}px`;
  copy.append(...[...currentTarget.children].map((child) => child.cloneNode(true)));
  const count = useScan.getState().selected.size;
  if (count > 1) {
    const mark = document.createElement('b');
    mark.textContent = String(count);
    copy.append(mark);
  }
  document.body.append(copy);
  dataTransfer.setDragImage(copy, clientX - left, clientY - top);
  // It is drawn once, as the drag begins.
  setTimeout(() => copy.remove());
}

/** Lets a page be dragged, and others be dropped before or behind it; what is selected goes together. */
export function pageDrag(documentId: string, pageId: string, index: number): DragHandlers {
  return {
    draggable: true,
    onDragStart(event) {
      if (!useScan.getState().selected.has(pageId)) showPage(pageId);
      event.dataTransfer.setData(kind, '');
      event.dataTransfer.effectAllowed = 'move';
      showDragged(event);
    },
    ...place((event) => (isBehind(event) ? index + 1 : index), documentId, true),
  };
}
