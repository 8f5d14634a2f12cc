import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import type { DesktopAnswer } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { shellWords } from '../shell/words.ts';

/** Saves a separator sheet as PDF where a person chooses. */
export async function saveSeparatorSheet(
  parent: BrowserWindow | null,
  language: 'en' | 'de',
): Promise<Outcome<DesktopAnswer<'scan.separator-sheet'>>> {
  const words = shellWords[language];
  const options = {
    defaultPath: join(app.getPath('home'), `${words.separatorFile}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  };
  const { filePath } = await (parent === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(parent, options));
  if (filePath === '') return success({ path: null });
  // Only whoever needs a sheet loads what draws it.
  const { separatorSheet } = await import('../../engine/separator-sheet.ts');
  try {
    await writeFile(filePath, await separatorSheet({ title: words.separatorTitle, text: words.separatorText }));
  } catch {
    return misuse('not-writable', { path: filePath });
  }
  return success({ path: filePath });
}
