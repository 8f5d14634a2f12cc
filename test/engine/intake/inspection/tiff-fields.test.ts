import { expect, test } from 'vitest';
import { bufferSource } from '../../../../src/main/engine/intake/inspection/judging/byte-source.ts';
import { judgeTiff } from '../../../../src/main/engine/intake/inspection/judging/tiff-structure.ts';
import {
  firstDirectory,
  nextDirectory,
  openTiff,
  tiffDirectory,
  tiffFields,
  tiffNumber,
  tiffValueBytes,
} from '../../../../src/main/engine/intake/inspection/tiff-fields.ts';
import { fc } from '../../../support/property.ts';

/** A page: values of whole numbers by their tags; the type of a field is 1 (bytes), 3 (shorts) or 4 (longs). */
type Page = readonly { readonly tag: number; readonly type: 1 | 3 | 4; readonly values: readonly number[] }[];

/** Writes pages as a TIFF: values that do not fit into their directory lie before it. */
function written(pages: readonly Page[], little: boolean, big: boolean): Buffer {
  const offset = big ? 8 : 4;
  const numberOf = (value: number, bytes: number): Buffer => {
    const made = Buffer.alloc(bytes);
    if (bytes === 8) made.writeBigUInt64LE(BigInt(value));
    else made.writeUIntLE(value, 0, bytes);
    return little ? made : made.reverse();
  };
  const head = [Buffer.from(little ? 'II' : 'MM'), numberOf(big ? 43 : 42, 2)];
  if (big) head.push(numberOf(8, 2), numberOf(0, 2));
  const file = [...head, numberOf(0, offset)];
  let link = { part: file.length - 1 };
  const size = (): number => Buffer.concat(file).length;
  for (const page of pages) {
    const fields = page.map(({ tag, type, values }) => {
      const bytes = Buffer.concat(values.map((value) => numberOf(value, type === 1 ? 1 : type === 3 ? 2 : 4)));
      const lies = bytes.length <= offset ? null : size();
      if (lies !== null) file.push(bytes);
      const inside =
        lies === null ? Buffer.concat([bytes, Buffer.alloc(offset - bytes.length)]) : numberOf(lies, offset);
      return Buffer.concat([numberOf(tag, 2), numberOf(type, 2), numberOf(values.length, offset), inside]);
    });
    file[link.part] = numberOf(size(), offset);
    file.push(numberOf(fields.length, big ? 8 : 2), ...fields, numberOf(0, offset));
    link = { part: file.length - 1 };
  }
  return Buffer.concat(file);
}

const field = fc.oneof(
  fc.record({ type: fc.constant(1 as const), values: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1 }) }),
  fc.record({ type: fc.constant(3 as const), values: fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 1 }) }),
  fc.record({ type: fc.constant(4 as const), values: fc.array(fc.nat(), { minLength: 1 }) }),
);
const page = fc
  .array(fc.tuple(fc.integer({ min: 254, max: 700 }), field), { minLength: 1, maxLength: 12 })
  .map((fields): Page => [...new Map(fields)].map(([tag, { type, values }]) => ({ tag, type, values })));

test('directories and fields are read as they were written: both byte orders, classic and BigTIFF', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 5 }), fc.boolean(), fc.boolean(), (pages, little, big) => {
      const tiff = openTiff(bufferSource(written(pages, little, big)));
      const found: unknown[] = [];
      for (let at = firstDirectory(tiff); at !== 0;) {
        const directory = tiffDirectory(tiff, at);
        const fields = [...tiffFields(tiff, directory)].map(([tag, each]) => {
          const bytes = tiffValueBytes(each);
          const values = Array.from({ length: each.count }, (_, index) =>
            tiffNumber(tiff, each.at + index * bytes, bytes),
          );
          return { tag, type: each.type, values };
        });
        found.push(fields);
        at = nextDirectory(tiff, directory);
      }
      expect([tiff.little, tiff.big]).toEqual([little, big]);
      expect(found).toEqual(pages);
    }),
  );
});

test('a TIFF that is cut anywhere, or changed anywhere, is judged without an error', () => {
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      fc.nat(),
      fc.option(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))),
      (pages, little, big, cut, change) => {
        const bytes = written(pages, little, big);
        if (change !== null) bytes[8 + (change[0] % (bytes.length - 8))] = change[1];
        const { kind } = judgeTiff(bufferSource(bytes.subarray(0, 8 + (cut % (bytes.length - 7)))));
        expect(['whole', 'incomplete', 'refused']).toContain(kind);
      },
    ),
  );
});
