import { randomUUID } from 'node:crypto';
import type { BrowserWindow } from 'electron';
import type { Named } from '../../../shared/bridge.ts';
import type { DesktopAnswer, DesktopRequest } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { beginTable, type TableFile } from '../../host/table-file.ts';
import { fileNameOf, saveFile, whereWritable } from './save-file.ts';

type Asked<Name extends DesktopRequest['name']> = Named<DesktopRequest, Name>;

/** The tables that the page is saving row by row. What is not ended leaves nothing at its place. */
export interface TableDesk {
  begin(
    parent: BrowserWindow | null,
    language: 'en' | 'de',
    asked: Asked<'table.begin'>,
  ): Promise<Outcome<DesktopAnswer<'table.begin'>>>;
  add(asked: Asked<'table.add'>): Promise<Outcome<object>>;
  end(asked: Asked<'table.end'>): Promise<Outcome<DesktopAnswer<'table.end'>>>;
  /** The page that wrote them is gone, or goes with the desktop. */
  dropAll(): Promise<void>;
}

/** Makes it, with nothing being saved. */
export function createTableDesk(): TableDesk {
  const all = new Map<string, { readonly path: string; readonly file: TableFile }>();

  /** Does the next step of a table; one that fails takes away what there is of it. */
  async function step(id: string, act: (file: TableFile) => Promise<void>): Promise<Outcome<{ path: string }>> {
    const table = all.get(id);
    if (table === undefined) return failure('not-found', { subject: 'table', id });
    const { path, file } = table;
    const done = await whereWritable(path, async () => {
      await act(file);
      return success({ path });
    });
    if (!done.ok) {
      all.delete(id);
      await file.drop();
    }
    return done;
  }

  return {
    async begin(parent, language, { title, as, head }) {
      const begun: { file: TableFile | null } = { file: null };
      const saved = await saveFile(parent, `${fileNameOf(title)}.${as}`, async (path) => {
        begun.file = await beginTable(path, { as, language, title, head });
        return success(undefined);
      });
      if (!saved.ok) return saved;
      if (saved.value.path === null || begun.file === null) return success({ id: null });
      const id = randomUUID();
      all.set(id, { path: saved.value.path, file: begun.file });
      return success({ id });
    },
    add: ({ id, rows }) => step(id, (file) => file.add(rows)),
    async end({ id, keep }) {
      const done = await step(id, (file) => (keep ? file.end() : file.drop()));
      all.delete(id);
      return done.ok ? success({ path: keep ? done.value.path : null }) : done;
    },
    async dropAll() {
      const left = [...all.values()];
      all.clear();
      await Promise.all(left.map(({ file }) => file.drop()));
    },
  };
}
