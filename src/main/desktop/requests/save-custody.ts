import { open, rename, rm } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';
import type { Named } from '../../../shared/bridge.ts';
import type { DesktopAnswer, DesktopRequest } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { custodyRecord } from '../../host/custody-lines.ts';
import { custodyPages, type CustodyDoor } from '../../host/custody-pages.ts';
import { fileNameOf, saveFile } from './save-file.ts';

/** Writes a whole history as a JSON list of its lines, or nothing at all; answers the fault of a question. Rejects with the system's error where the file can't be written. */
async function writeCustody(door: CustodyDoor, id: string, path: string): Promise<Outcome<void>> {
  // Half a history must not pass for a whole one, nor take the place of an earlier one.
  const part = `${path}.part`;
  const file = await open(part, 'w');
  try {
    await file.write('[');
    let lines = 0;
    for await (const page of custodyPages(door, id)) {
      if (!page.ok) return page;
      const told = page.value.map((row) => {
        lines += 1;
        return `${lines === 1 ? '' : ','}\n${JSON.stringify(custodyRecord(row))}`;
      });
      await file.write(told.join(''));
    }
    await file.write('\n]\n');
    await file.sync();
    await file.close();
    await rename(part, path);
    return success(undefined);
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
}

/** Saves the whole history of an item, open case, document or case for programs where a person chooses. */
export function saveCustody(
  parent: BrowserWindow | null,
  door: CustodyDoor,
  { id, title }: Named<DesktopRequest, 'custody.save'>,
): Promise<Outcome<DesktopAnswer<'custody.save'>>> {
  return saveFile(parent, `${fileNameOf(title)}.json`, (path) => writeCustody(door, id, path));
}
