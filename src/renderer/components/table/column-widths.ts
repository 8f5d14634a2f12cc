/** What the layout needs to know of a column; all in px. */
export interface ColumnSize {
  readonly id: string;
  /** It takes no less, and as it is where `grows` is absent: no more than `width`. */
  readonly min: number;
  readonly width: number;
  /** Its share of the room that is left when no text is cut any more. */
  readonly grows?: number;
}

/** A column's size from its grid track: `120px`, `minmax(96px, 148px)`, `minmax(120px, 2fr)`. */
export function columnSize({ id, width }: { readonly id: string; readonly width: string }): ColumnSize {
  const [, from, to, unit] = /^(?:minmax\()?(\d+)px(?:, ([\d.]+)(px|fr)\))?$/u.exec(width) ?? [];
  const min = Number(from ?? 0);
  const upTo = Number(to ?? min);
  return unit === 'fr' ? { id, min, width: min, grows: upTo } : { id, min, width: upTo };
}

/** Raises sizes towards what they want, all by the same share of what they lack, as far as the room goes. */
function raise(sizes: number[], wanted: readonly number[], room: number): number {
  const lacks = sizes.map((size, index) => Math.max(0, (wanted[index] ?? 0) - size));
  const lack = lacks.reduce((sum, each) => sum + each, 0);
  if (lack === 0 || room <= 0) return room;
  const share = Math.min(1, room / lack);
  lacks.forEach((each, index) => {
    sizes[index] = (sizes[index] ?? 0) + each * share;
  });
  return room - lack * share;
}

/**
 * Shares the room of a table among its columns. Nobody gets less than its minimum; then those of a set width get what their content
 * needs (a status is told whole before a name is), then the others, so that a column whose text is cut gets what another has to
 * spare; what is left is shared out. `needs` is how wide a column's content is, where that was measured; `chosen` what a person set.
 */
export function columnWidths(
  columns: readonly ColumnSize[],
  room: number,
  needs: ReadonlyMap<string, number>,
  chosen: Readonly<Record<string, number>>,
): readonly number[] {
  const set = columns.map(({ id }) => chosen[id]);
  const sizes = columns.map(({ min }, index) => set[index] ?? min);
  const need = (column: ColumnSize, fixed: boolean): number =>
    (column.grows === undefined) === fixed ? (needs.get(column.id) ?? (fixed ? column.width : 0)) : 0;
  const open = (wanted: readonly number[]): readonly number[] =>
    wanted.map((each, index) => (set[index] === undefined ? each : 0));
  let left = room - sizes.reduce((sum, size) => sum + size, 0);
  left = raise(sizes, open(columns.map((column) => Math.min(column.width, need(column, true)))), left);
  left = raise(sizes, open(columns.map((column) => need(column, false))), left);
  left = raise(sizes, open(columns.map(({ width, grows }) => (grows === undefined ? width : 0))), left);
  const growing = columns.map(({ grows = 0 }, index) => (set[index] === undefined ? grows : 0));
  const shares = growing.reduce((sum, grows) => sum + grows, 0);
  if (left > 0 && shares > 0) {
    growing.forEach((grows, index) => {
      sizes[index] = (sizes[index] ?? 0) + (left * grows) / shares;
    });
  }
  return sizes.map((size) => Math.floor(size));
}
