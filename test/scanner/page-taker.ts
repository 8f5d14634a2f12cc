import type { ScanNote } from '../../src/shared/scanning.ts';
import { makeTestFolder } from '../support/ports.ts';
import type { DrivenPage, PageTaker } from '../../src/main/engine/scanning/drivers/driver.ts';

/** Takes pages into a folder of the test and remembers them in order. */
export async function collectPages(
  onPage: (pages: readonly DrivenPage[]) => void = () => undefined,
): Promise<{ readonly taker: PageTaker; readonly pages: readonly DrivenPage[]; readonly notes: readonly ScanNote[] }> {
  const pages: DrivenPage[] = [];
  const notes: ScanNote[] = [];
  const folder = await makeTestFolder();
  return {
    pages,
    notes,
    taker: {
      note: (note) => notes.push(note),
      folder,
      take(page) {
        pages.push(page);
        onPage(pages);
        return Promise.resolve();
      },
    },
  };
}
