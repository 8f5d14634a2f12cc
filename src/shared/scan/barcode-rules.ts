import type { BarcodeKind, PaperRule } from '../scanning.ts';

/** A barcode as it was read: its kind in the words of ZXing. */
interface ReadCode {
  readonly kind: string;
  readonly text: string;
}

/** A rule's part that is about barcodes. */
export type BarcodeRule = Pick<PaperRule, 'separation' | 'barcodeKind'>;

/** What ZXing calls each kind. */
const readAs: Readonly<Record<Exclude<BarcodeKind, 'any'>, string>> = {
  'code-128': 'Code128',
  'qr-code': 'QRCode',
  'code-39': 'Code39',
  'data-matrix': 'DataMatrix',
  'pdf-417': 'PDF417',
  itf: 'ITF',
  codabar: 'Codabar',
};

function isOfKind({ kind }: ReadCode, wanted: BarcodeKind): boolean {
  return wanted === 'any' || kind === readAs[wanted];
}

/** Whether a barcode is the text that separator sheets carry beside the bars of patch code T, or instead of them: no id of anything. */
function isPatchText({ text }: ReadCode): boolean {
  return text.trim().toUpperCase() === 'PATCHT';
}

/** Whether a page is a sheet that separates documents and belongs to none; `patch` = what its bars say. */
export function isSeparatorSheet(
  { barcodes, patch }: { readonly barcodes: readonly ReadCode[]; readonly patch: string | null },
  { separation }: Pick<PaperRule, 'separation'>,
): boolean {
  if (separation.by !== 'patch' && separation.by !== 'barcode') return false;
  const countBars = separation.by === 'patch' || separation.patch === true;
  return barcodes.some(isPatchText) || (countBars && patch === 'T');
}

/** Whether this barcode lets a document begin. */
export function separates(code: ReadCode, { separation }: Pick<PaperRule, 'separation'>): boolean {
  if (separation.by !== 'barcode' || isPatchText(code)) return false;
  return isOfKind(code, separation.kind) && code.text.startsWith(separation.startsWith);
}

/** The barcodes of a page that may say something of its document, by the kind that the rule asks for: first the one that began it. */
export function askedBarcodes<Code extends ReadCode>(codes: readonly Code[], rule: BarcodeRule): readonly Code[] {
  const asked = codes.filter((code) => isOfKind(code, rule.barcodeKind) && !isPatchText(code));
  return [...asked.filter((code) => separates(code, rule)), ...asked.filter((code) => !separates(code, rule))];
}

/**
 * The barcode of a page that says what its document is: of the kind that the rule asks for, before all others the one that began
 * the document. An invoice with a code for paying on it is still called by the sticker that was put on it. Null where there is none.
 */
export function tellingBarcode<Code extends ReadCode>(codes: readonly Code[], rule: BarcodeRule): Code | null {
  return askedBarcodes(codes, rule)[0] ?? null;
}
