import type { Fault } from '../../../../shared/faults.ts';
import type { HotFolder } from '../../../../shared/settings.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { saveSetting } from '../use-setting.ts';

/** Changes the list of hot folders as it is stored just now, so that no change of another place is lost; the fault where it was refused. */
async function changeFolders(change: (folders: readonly HotFolder[]) => readonly HotFolder[]): Promise<Fault | null> {
  const present = await bridge().desktop({ name: 'settings.get' });
  if (!present.ok) return present.fault;
  return saveSetting('hotFolders', change(present.value.settings.hotFolders));
}

/** Stores a hot folder, new or changed; the engine takes it over at once. */
export function saveFolder(draft: HotFolder): Promise<Fault | null> {
  const folder = {
    ...draft,
    name: draft.name.trim(),
    folder: draft.folder.trim(),
    rule: { ...draft.rule, projectId: draft.rule.projectId.trim() },
  };
  return changeFolders((folders) =>
    folders.some(({ id }) => id === folder.id)
      ? folders.map((each) => (each.id === folder.id ? folder : each))
      : [...folders, folder],
  );
}

/** Ends a hot folder; what was taken in from it goes on. */
export function removeFolder(folderId: string): Promise<Fault | null> {
  return changeFolders((folders) => folders.filter(({ id }) => id !== folderId));
}

/** Stops a hot folder, or lets it go on. */
export async function pauseFolder(folder: HotFolder, paused: boolean): Promise<Fault | null> {
  const answer = await bridge().command({ name: paused ? 'source.pause' : 'source.resume', sourceId: folder.id });
  if (!answer.ok) return answer.fault;
  // One that was set up as paused would stop again at the next start.
  return folder.paused && !paused ? saveFolder({ ...folder, paused: false }) : null;
}
