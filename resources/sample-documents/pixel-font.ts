/**
 * The letters of scanned samples. A bare Debian machine has no fonts at all, so text drawn through SVG would come out
 * empty there; these few glyphs are always at hand and look the same everywhere.
 *
 * Each glyph is five columns of one byte (two hexadecimal digits), the lowest bit on top, the highest below the base line.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  ' ': '0000000000', '!': '00005f0000', '"': '0007000700', '#': '147f147f14', $: '242a7f2a12', '%': '2313086462',
  '&': '3649562050', "'": '0008070300', '(': '001c224100', ')': '0041221c00', '*': '2a1c7f1c2a', '+': '08083e0808',
  ',': '0080703000', '-': '0808080808', '.': '0000606000', '/': '2010080402', '0': '3e5149453e', '1': '00427f4000',
  '2': '7249494946', '3': '2141494d33', '4': '1814127f10', '5': '2745454539', '6': '3c4a494931', '7': '4121110907',
  '8': '3649494936', '9': '464949291e', ':': '0036360000', ';': '0040340000', '<': '0008142241', '=': '1414141414',
  '>': '0041221408', '?': '0201590906', '@': '3e415d594e', A: '7c1211127c', B: '7f49494936', C: '3e41414122',
  D: '7f4141413e', E: '7f49494941', F: '7f09090901', G: '3e41415173', H: '7f0808087f', I: '00417f4100',
  J: '2040413f01', K: '7f08142241', L: '7f40404040', M: '7f021c027f', N: '7f0408107f', O: '3e4141413e',
  P: '7f09090906', Q: '3e4151215e', R: '7f09192946', S: '2649494932', T: '03017f0103', U: '3f4040403f',
  V: '1f2040201f', W: '3f4038403f', X: '6314081463', Y: '0304780403', Z: '6159494d43', '[': '007f414141',
  '\\': '0204081020', ']': '004141417f', _: '4040404040', a: '2054547840', b: '7f28444438', c: '3844444428',
  d: '384444287f', e: '3854545418', f: '00087e0902', g: '18a4a49c78', h: '7f08040478', i: '00447d4000',
  j: '2040403d00', k: '7f10284400', l: '00417f4000', m: '7c04780478', n: '7c08040478', o: '3844444438',
  p: 'fc18242418', q: '18242418fc', r: '7c08040408', s: '4854545424', t: '04043f4424', u: '3c4040207c',
  v: '1c2040201c', w: '3c4030403c', x: '4428102844', y: '4c9090907c', z: '4464544c44', '|': '0000770000',
  ä: '2055547940', ö: '3845444538', ü: '3c4140217c', Ä: '7914121479', Ö: '3d4242423d', Ü: '3d4040403d',
  ß: '7e01494e30', é: '3854565518', '€': '143e555541', '§': '004a555529', '·': '0000080000', '–': '0808080808',
};

/** Width and height of one glyph in pixels before scaling, without the gap to the next. */
export const GLYPH_SIZE = { width: 5, height: 8 } as const;

/** The pixels of one character as five column bytes (lowest bit on top); a character that is not drawn comes out as a question mark. */
export function glyphColumns(character: string): Uint8Array {
  return Uint8Array.from(Buffer.from(GLYPHS[character] ?? '0201590906', 'hex'));
}
