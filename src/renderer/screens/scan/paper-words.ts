import type { ScanProfile } from '../../../shared/scanning.ts';
import { formatNumber } from '../../text/format.ts';
import type { Say } from '../../text/index.ts';

/** Paper by its name, short side × long side in mm. */
const papers = [
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['A6', 105, 148],
  ['Letter', 216, 279],
  ['Legal', 216, 356],
] as const;

/** A size of paper that can be chosen by name. */
export interface PaperSize {
  readonly name: string;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** The sizes that are offered by name. */
export const paperSizes: readonly PaperSize[] = papers.map(([name, widthMm, heightMm]) => ({
  name,
  widthMm,
  heightMm,
}));

/** What a size of paper is called; one without a name by its sides. */
export function paperName({ widthMm, heightMm }: ScanProfile['paper'], say: Say<'scan'>): string {
  const known = paperSizes.find((size) => size.widthMm === widthMm && size.heightMm === heightMm);
  return known?.name ?? say('millimetres', { width: formatNumber(widthMm), height: formatNumber(heightMm) });
}

/** How a profile scans, in words: Both sides, 300 dpi, grey, A4. */
export function profileFacts({ source, resolution, color, paper }: ScanProfile, say: Say<'scan'>): string {
  return say('facts', {
    source: say(`source-${source}`),
    dpi: resolution,
    color: say(`color-${color}`),
    paper: paperName(paper, say),
  });
}
