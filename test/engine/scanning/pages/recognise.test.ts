import { expect, test } from 'vitest';
import { tesseractPlaces } from '../../../../src/main/engine/scanning/pages/recognise.ts';

test('Tesseract is looked for in whole folders of PATH, then where installers put it; never where the work happens to be', () => {
  const windows = {
    Path: '.;bin;;C:\\Tools;\\root;C:here;"D:\\With blank"',
    ProgramFiles: 'C:\\Program Files',
    LocalAppData: 'C:\\Users\\a\\AppData\\Local',
  };
  expect(tesseractPlaces('win32', windows)).toEqual([
    'C:\\Tools\\tesseract.exe',
    'D:\\With blank\\tesseract.exe',
    'C:\\Program Files\\Tesseract-OCR\\tesseract.exe',
    'C:\\Users\\a\\AppData\\Local\\Programs\\Tesseract-OCR\\tesseract.exe',
  ]);
  // What the Finder gives a program.
  const places = tesseractPlaces('darwin', { PATH: '/usr/bin:/bin:.:bin:' });
  expect(places.slice(0, 3)).toEqual(['/usr/bin/tesseract', '/bin/tesseract', '/opt/homebrew/bin/tesseract']);
  expect(places.every((place) => place.startsWith('/'))).toBe(true);
});
