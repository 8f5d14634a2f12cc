import { crc32 } from 'node:zlib';
import type { Fault } from '../../../../shared/faults.ts';
import type { ScanPageView, ScanProfile, ScanSessionView } from '../../../../shared/scanning.ts';
import { documentName, documentValues } from './document-names.ts';
import { arrangementOf, type SessionPage, type SessionState } from './session-state.ts';

/** A page that is so much longer than its paper (mm), or more, may be two. */
const longBy = 20;
const mmPerInch = 25.4;

/** Names the picture of a page by what it is made of: the same one after an undo and after a start of the engine, no other one ever. */
function pictureVersion({ shape, density }: SessionPage): number {
  return crc32(JSON.stringify([shape, density]));
}

function pageView(id: string, page: SessionPage, profile: ScanProfile | null): ScanPageView {
  const { look, shape, density } = page;
  const isTurned = shape.rotation === 90 || shape.rotation === 270;
  const millimetres = (pixels: number | undefined): number | null =>
    pixels === undefined ? null : Math.round((pixels / density) * mmPerInch);
  // The cut lies in the turned page; width and height are those of the page as it was scanned.
  const [across, along] = isTurned ? [shape.cut?.height, shape.cut?.width] : [shape.cut?.width, shape.cut?.height];
  const left = (pixels: number | undefined, share = 1): number | undefined =>
    pixels === undefined ? undefined : pixels * share;
  const points = (length: number | undefined): number | null =>
    length === undefined ? null : Math.round((length / 72) * mmPerInch);
  const width = points(page.from?.width) ?? millimetres(left(look?.width, across));
  const height = points(page.from?.height) ?? millimetres(left(look?.height, along));
  const tooLong = height === null || profile === null ? 0 : height - profile.paper.heightMm;
  return {
    id,
    leftOut: page.leftOut,
    widthMm: isTurned ? height : width,
    heightMm: isTurned ? width : height,
    rotation: shape.rotation,
    straighten: shape.straighten,
    inkPercent: look?.inkPercent ?? null,
    // Pages of items are not straightened: nothing on them is drawn anew.
    skewDegrees: page.from === undefined ? (look?.skewDegrees ?? null) : null,
    barcodes: look?.barcodes ?? [],
    tooLongMm: tooLong >= longBy ? tooLong : null,
    // A frame that only moved cuts nothing away.
    cut: shape.cut !== null && (shape.cut.width < 1 || shape.cut.height < 1),
    bytes: page.bytes ?? null,
    version: pictureVersion(page),
  };
}

/** How far an import is: files that were read, of how many. */
export type ImportProgress = NonNullable<ScanSessionView['importing']>;

/** A session as everybody outside the engine sees it. */
export function sessionView(
  state: SessionState,
  profile: ScanProfile | null,
  more: {
    readonly scanning: boolean;
    readonly importing: ImportProgress | null;
    readonly fault: Fault | null;
    readonly interrupted: boolean;
    readonly canUndo: boolean;
  },
): ScanSessionView {
  return {
    id: state.id,
    profileId: state.profileId,
    startedAt: state.startedAt,
    scanning: more.scanning,
    importing: more.importing,
    fault: more.fault,
    notes: state.notes,
    interrupted: more.interrupted,
    target: state.target,
    ...(profile === null ? {} : { profile }),
    ...(state.edited === undefined
      ? {}
      : {
          edited: state.edited.map(({ itemId, name }) => ({ itemId, name })),
          changed: state.begun === undefined ? more.canUndo : arrangementOf(state) !== state.begun,
        }),
    canUndo: more.canUndo,
    documents: state.documents.map((document) => ({
      id: document.id,
      name: documentName(state, document, profile),
      externalId: document.externalId,
      role: document.role,
      pages: document.pages,
      sentAt: document.sent?.at ?? null,
      values: documentValues(state, document, profile),
    })),
    pages: Object.fromEntries(Object.entries(state.pages).map(([id, page]) => [id, pageView(id, page, profile)])),
  };
}
