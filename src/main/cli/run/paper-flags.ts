import type { Command } from 'commander';
import type { Outcome } from '../../../shared/faults.ts';
import { barcodeKinds, barcodeUses, paperRuleSchema, type PaperRule } from '../../../shared/scanning.ts';
import { success } from '../../engine/faults/fault.ts';
import { choice, number, parseNumber, wrongWord } from './flag-values.ts';

/** Flags that say what is done with scanned files of a folder, as multifunction devices put them there. */
export interface PaperFlags {
  readonly separate?: string;
  readonly blankBelow?: number;
  readonly barcodeTo?: (typeof barcodeUses)[number];
  readonly barcodeKind?: (typeof barcodeKinds)[number];
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
    .addOption(
      number('--blank-below <percent>', 'scanned files: leave out pages with less ink, 0 to 20 percent', {
        min: 0,
        max: 20,
        whole: false,
      }),
    )
    .addOption(
      choice(
        '--barcode-to <what>',
        'scanned files: what the barcode of a document becomes: external-id, role, name or nothing (default: external-id)',
        barcodeUses,
      ),
    )
    .addOption(
      choice(
        '--barcode-kind <kind>',
        `scanned files: only barcodes of this kind: ${barcodeKinds.join(', ')}`,
        barcodeKinds,
      ),
    );
}

function separationOf(flags: PaperFlags): Outcome<Record<string, unknown>> {
  const way = flags.separate ?? 'none';
  if (/^\d/.test(way)) {
    const pages = parseNumber('--separate', way, { min: 1, max: 1_000 });
    return pages.ok ? success({ by: 'pages', pages: pages.value }) : pages;
  }
  const [by = '', ...rest] = way.split(':');
  const startsWith = rest.join(':');
  if (!ways.some((known) => known === by) || (rest.length > 0 && !byBarcode.has(by)) || startsWith.length > 100) {
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
  const separation = separationOf(flags);
  if (!separation.ok) return separation;
  return success(
    paperRuleSchema.parse({
      separation: separation.value,
      ...(blankBelow === undefined ? {} : { blankBelow }),
      ...(barcodeTo === undefined ? {} : { barcodeTo }),
      ...(barcodeKind === undefined ? {} : { barcodeKind }),
    }),
  );
}
