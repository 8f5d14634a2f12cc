import { Files } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { projectName, useProjects } from '../../../bridge/use-projects.ts';
import { useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import styles from '../intake.module.css';
import { takeInFiles, useDropTarget } from './take-in.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Listens on the whole window for files that are dropped or pasted, and says where they go while they hover. */
export function DropArea(): ReactElement | null {
  const say = useText('intake');
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hover = (event: DragEvent): void => {
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = holdsFiles(event) ? 'copy' : 'none';
      setOver(holdsFiles(event));
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      void takeInFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      void takeInFiles(files);
    };
    // The notice slides under the pointer: coming over it must be accepted as well, else a drop in that moment is lost.
    window.addEventListener('dragenter', hover);
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragenter', hover);
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);
  const keeps = useStation(({ settings }) => settings?.intake.after === 'keep' && settings.intake.mode === 'document');
  const target = useDropTarget();
  const projects = useProjects(over ? target?.connectionId : undefined);
  if (!over) return null;
  const project = target === null || target.projectId === null ? null : projectName(projects, target.projectId);
  return (
    <div className={styles['dropOver']}>
      <div className={styles['dropCard']}>
        <Files aria-hidden />
        <h2>{project === null ? say('drop-title-open') : say('drop-title', { project })}</h2>
        {keeps && <p>{say('drop-text')}</p>}
        <small>{say('drop-esc')}</small>
      </div>
    </div>
  );
}
