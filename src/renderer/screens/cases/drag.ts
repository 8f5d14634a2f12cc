import type { DragEvent, DragEventHandler } from 'react';
import { textOf } from '../../text/index.ts';
import { moveFiles } from './acts.ts';
import type { Chosen } from './choice.ts';
import { takenWith, useChoice } from './choice.ts';

/** Kind of what is dragged inside the window; what comes from outside is files. */
const ours = 'application/x-mailroom-files';

/** What a row needs to be dragged: it, or all chosen files where it is one of them. */
export function dragOf(
  itemId: string,
  openCaseId: string | null,
): {
  readonly draggable: true;
  readonly onDragStart: DragEventHandler;
  readonly onDragEnd: DragEventHandler;
} {
  return {
    draggable: true,
    onDragStart: (event) => {
      const dragged = takenWith(itemId, openCaseId);
      event.dataTransfer.setData(ours, itemId);
      event.dataTransfer.effectAllowed = 'move';
      if (dragged.size > 1) {
        const ghost = document.getElementById('drag-ghost');
        if (ghost !== null) {
          ghost.textContent = textOf('cases')('drag-files', { count: dragged.size });
          event.dataTransfer.setDragImage(ghost, -8, -8);
        }
      }
      // Later: Chromium ends a drag at once where the page changes while it begins.
      setTimeout(() => useChoice.setState({ dragged }));
    },
    onDragEnd: () => useChoice.setState({ dragged: null }),
  };
}

const isOurs = (event: DragEvent): boolean => event.dataTransfer.types.includes(ours);

/** What a place needs to take dragged files. `over` says whether they hover over it. */
export function dropOf(
  take: (files: Chosen) => void,
  over: (hovers: boolean) => void,
): {
  readonly onDragOver: DragEventHandler;
  readonly onDragLeave: DragEventHandler;
  readonly onDrop: DragEventHandler;
} {
  return {
    onDragOver: (event) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      // The window's own listener is for files from outside.
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'move';
      over(true);
    },
    onDragLeave: (event) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node) || !event.currentTarget.contains(to)) over(false);
    },
    onDrop: (event) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      event.stopPropagation();
      over(false);
      const { dragged } = useChoice.getState();
      useChoice.setState({ dragged: null });
      if (dragged !== null) take(dragged);
    },
  };
}

/** Drops into an open case; null = makes loose. */
export function dropInto(openCaseId: string | null, over: (hovers: boolean) => void): ReturnType<typeof dropOf> {
  return dropOf((files) => void moveFiles(files, openCaseId), over);
}
