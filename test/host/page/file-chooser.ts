import type { Session } from '../chromium/connection.ts';
import { dialog } from '../electron-api/dialog.ts';

/** A file input was clicked: asks a person through the app's own dialog and puts the files in. */
export async function answerFileChooser(
  session: Session,
  chooser: { readonly mode: string; readonly backendNodeId?: number | undefined },
): Promise<void> {
  if (chooser.backendNodeId === undefined) return;
  const many = chooser.mode === 'selectMultiple' ? (['multiSelections'] as const) : [];
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openFile', ...many] });
  if (canceled) return;
  session.post('DOM.setFileInputFiles', { files: filePaths, backendNodeId: chooser.backendNodeId });
}
