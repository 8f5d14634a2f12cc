import type { ReactElement } from 'react';
import type { ContentReference, DesktopAnswer } from '../../shared/desktop-contract.ts';
import type { DrawPage } from './pages-view.tsx';
import { PageGlance, PagesView } from './pages-view.tsx';
import type { PageRegion } from './regions.tsx';

/** What each kind of preview is given. */
export interface PartProps {
  readonly opened: DesktopAnswer<'content.open'>;
  readonly content: ContentReference;
  readonly regions: readonly PageRegion[];
  readonly glance: boolean;
}

/** A content that has pages: the first one only, or all with what turns and enlarges them. */
export function Pages({
  pages,
  draw,
  opened,
  regions,
  glance,
}: PartProps & { readonly pages: number; readonly draw: DrawPage }): ReactElement {
  return glance ? (
    <PageGlance regions={regions} draw={draw} />
  ) : (
    <PagesView name={opened.name} pages={pages} regions={regions} draw={draw} />
  );
}
