import type { Command } from 'commander';
import type { Outcome } from '../../../shared/faults.ts';
import { barcodeKinds, barcodeUses, paperRuleSchema, type PaperRule } from '../../../shared/scanning.ts';
import { success } from '../../engine/faults/fault.ts';
import { numberOf } from '../numbers.ts';
import { isOneOf, wrongWord } from './flag-values.ts';

/** Flags that say what is done with scanned files of a folder, as multifunction devices put them there. */
export interface PaperFlags {
  readonly separate?: string;
  readonly blankBelow?: string;
  readonly barcodeTo?: string;
  readonly barcodeKind?: string;
}

const ways = ['none', 'patch', 'barcode', 'patch+barcode', 'blank'] as const;
/** Ways that may name what a barcode begins with. */
const byBarcode: ReadonlySet<string> = new Set(['barcode', 'patch+barcode']);

/** Gives a command these flags. */
export function withPaperFlags(command: Command): Command {
  return command
    .option(
      '--separate <way>',
      'scanned files: documents begin after separator sheets (patch), at a page with a barcode (barcode:TEXT: with one that begins so), at both (patch+barcode:TEXT), after a blank page (blank), every so many pages, such as 2, or nowhere else (none, the default)',
    )
    .option('--blank-below <percent>', 'scanned files: leave out pages with less ink, 0 to 20 percent')
    .option(
      '--barcode-to <what>',
      'scanned files: what the barcode of a document becomes: external-id, role, name or nothing (default: external-id)',
    )
    .option('--barcode-kind <kind>', `scanned files: only barcodes of this kind: ${barcodeKinds.join(', ')}`);
}

function separationOf(flags: PaperFlags): Outcome<Record<string, unknown>> {
  const way = flags.separate ?? 'none';
  if (/^\d/.test(way)) {
    const pages = numberOf('--separate', way, { least: 1, most: 1_000 });
    return pages.ok ? success({ by: 'pages', pages: pages.value }) : pages;
  }
  const [by = '', ...rest] = way.split(':');
  const startsWith = rest.join(':');
  if (!isOneOf(ways, by) || (rest.length > 0 && !byBarcode.has(by)) || startsWith.length > 100) {
    return wrongWord('--separate', way, [...ways, 'barcode:RE-', '2']);
  }
  if (!byBarcode.has(by)) return success({ by });
  const patch = by === 'barcode' ? {} : { patch: true };
  return success({ by: 'barcode', startsWith, kind: flags.barcodeKind ?? 'any', ...patch });
}

/** What is done with scanned files; null where no flag asks for it: they are sent as they are. */
export function paperRuleOf(flags: PaperFlags): Outcome<PaperRule | null> {
  const { separate, blankBelow, barcodeTo, barcodeKind } = flags;
  if ([separate, blankBelow, barcodeTo, barcodeKind].every((flag) => flag === undefined)) {
    return success(null);
  }
  if (barcodeKind !== undefined && !isOneOf(barcodeKinds, barcodeKind)) {
    return wrongWord('--barcode-kind', barcodeKind, barcodeKinds);
  }
  if (barcodeTo !== undefined && !isOneOf(barcodeUses, barcodeTo)) {
    return wrongWord('--barcode-to', barcodeTo, barcodeUses);
  }
  const separation = separationOf(flags);
  if (!separation.ok) return separation;
  const below =
    blankBelow === undefined ? null : numberOf('--blank-below', blankBelow, { least: 0, most: 20, whole: false });
  if (below?.ok === false) return below;
  return success(
    paperRuleSchema.parse({
      separation: separation.value,
      ...(below === null ? {} : { blankBelow: below.value }),
      ...(barcodeTo === undefined ? {} : { barcodeTo }),
      ...(barcodeKind === undefined ? {} : { barcodeKind }),
    }),
  );
}
