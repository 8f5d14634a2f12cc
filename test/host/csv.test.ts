import { expect, test } from 'vitest';
import { csvLine } from '../../src/main/host/custody-lines.ts';

test.each([
  ['=1+1.pdf', "'=1+1.pdf\r\n"],
  ['a;=HYPERLINK("x").pdf', '"a;\'=HYPERLINK(""x"").pdf"\r\n'],
  ['a; @b', '"a;\' @b"\r\n'],
  ['a\t+b', '"a\t\'+b"\r\n'],
  ['line\n-b', '"line\n\'-b"\r\n'],
  ['a-b=c', 'a-b=c\r\n'],
  ['a\u202efdp.exe\u001b[2J\u009b', 'a\\u202efdp.exe\\u001b[2J\\u009b\r\n'],
  ['zero\u200bwidth\ufeff \u{e0041}', 'zero\\u200bwidth\\ufeff \\udb40\\udc41\r\n'],
  ['\u{1f469}\u200d\u{1f4bb}', '\u{1f469}\u200d\u{1f4bb}\r\n'],
])('%j starts no formula and steers no terminal', (text, line) => {
  expect(csvLine([text])).toBe(line);
});
