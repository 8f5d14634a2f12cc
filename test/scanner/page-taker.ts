import { makeTestFolder } from '../support/ports.ts';
import type { DrivenPage, PageTaker } from '../../src/main/engine/intake/scanner/driver.ts';

/** Takes pages into a folder of the test and remembers them in order. */
export async function collectPages(
  onPage: (pages: readonly DrivenPage[]) => void = () => undefined,
): Promise<{ readonly taker: PageTaker; readonly pages: readonly DrivenPage[] }> {
  const pages: DrivenPage[] = [];
  const folder = await makeTestFolder();
  return {
    pages,
    taker: {
      folder,
      take(page) {
        pages.push(page);
        onPage(pages);
        return Promise.resolve();
      },
    },
  };
}
