import { expect, test } from 'vitest';
import { importedPath, pathIn } from '../../../src/main/cli/windows/search-path.ts';

const key = 'HKEY_CURRENT_USER\\Environment';

test.each([
  'C:\\Windows',
  '%SystemRoot%\\system32;C:\\Büro & Söhne;C:\\データ',
  Array.from({ length: 300 }, (_, at) => `C:\\folder ${String(at)}`).join(';'),
])('a search path comes back from the registry as it was written, whatever its characters and its length', (path) => {
  expect(pathIn(importedPath(key, path))).toBe(path);
});

test('a search path is read as regedit writes it: in lines that go on, beside other values, as text, or not at all', () => {
  const bytes = '"Other"="x"\r\n"Path"=hex(2):43,00,3a,00,5c,00,\\\r\n  41,00,00,00\r\n"TEMP"=hex(2):44,00,00,00\r\n';
  expect(pathIn(`Windows Registry Editor Version 5.00\r\n\r\n[${key}]\r\n${bytes}`)).toBe('C:\\A');
  expect(pathIn(`[${key}]\r\n"PATH"="C:\\\\A \\"B\\";D:\\\\"\r\n`)).toBe('C:\\A "B";D:\\');
  expect(pathIn(`[${key}]\r\n"PathExtra"="x"\r\n`)).toBe('');
});
