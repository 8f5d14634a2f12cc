import { useEffect, useRef, useState } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import { takeInFiles } from '../../intake/taking-in/take-in.ts';

/** Things of one drop that are looked at for being folders. */
const most = 50;

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * While the hot folders are shown, a dropped folder becomes one of them instead of being taken in; dropped files go to Intake
 * as everywhere. Answers whether something hovers over the window.
 */
export function useFolderDrop(onFolders: (paths: readonly string[]) => void): boolean {
  const [over, setOver] = useState(false);
  const newest = useRef(onFolders);
  useEffect(() => {
    newest.current = onFolders;
  });
  useEffect(() => {
    const hover = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      // Intake listens on the window: here it must not announce that files are taken in.
      event.stopPropagation();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      void sort([...(event.dataTransfer?.files ?? [])]);
    };
    const sort = async (files: readonly File[]): Promise<void> => {
      const paths = files.length > most ? [] : bridge().pathsOf(files);
      const folders: string[] = [];
      for (const path of paths) if (path !== '' && (await isFolder(path))) folders.push(path);
      if (folders.length > 0) newest.current(folders);
      const others = files.filter((_, index) => !folders.includes(paths[index] ?? ''));
      if (others.length > 0) await takeInFiles(others);
    };
    document.addEventListener('dragenter', hover, true);
    document.addEventListener('dragover', hover, true);
    document.addEventListener('dragleave', leave, true);
    document.addEventListener('drop', drop, true);
    return () => {
      document.removeEventListener('dragenter', hover, true);
      document.removeEventListener('dragover', hover, true);
      document.removeEventListener('dragleave', leave, true);
      document.removeEventListener('drop', drop, true);
    };
  }, []);
  return over;
}

async function isFolder(path: string): Promise<boolean> {
  const told = await bridge().desktop({ name: 'drop.describe', paths: [path] });
  return told.ok && told.value.folders > 0;
}
