import { expect, test } from 'vitest';
import { settingsSchema } from '../../src/shared/settings.ts';
import { markdownFiles, quotedIn, rowsBelow, rowsIn, textOf } from './markdown.ts';
import { settingRows } from './settings-rows.ts';

const rows = settingRows();

test('the reference of settings has every one of them, with its default and what is allowed, and no other', async () => {
  expect(rows.length).toBeGreaterThan(90);
  const told = rowsIn(await textOf('docs/settings.md'));
  const byName = (a: readonly string[], b: readonly string[]): number => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1);
  expect(told.map((row) => row.slice(0, 3)).sort(byName)).toEqual(
    rows.map(({ name, standard, allowed }) => [`\`${name}\``, standard, allowed]).sort(byName),
  );
  expect(told.filter(([, , , means]) => means === undefined || means === '')).toEqual([]);
});

test('settings that other documents name are there', async () => {
  const roots = Object.keys(settingsSchema.shape).filter((name) => name !== 'version');
  const isSetting = new RegExp(String.raw`^(?:${roots.join('|')})\.[a-zA-Z][\w.[\]]*$`);
  // `scan.pdf`, `window.ts` and the like are files; whoever means a file beside a setting's name writes its whole path.
  const isFile = /\.(?:ts|tsx|json|md|csv|pdf|xml|png|sqlite)$/;
  const names = rows.map(({ name }) => name.replaceAll('[]', ''));
  const isThere = (quoted: string): boolean => {
    // A shared rule under its place: `intake.export.folder` is `export.folder`.
    const short = quoted.replaceAll('[]', '').replace(/^.*\.(?=(?:rule|export|case|separation)(?:\.|$))/, '');
    return names.some((name) => name === short || name.startsWith(`${short}.`));
  };
  const wrong: string[] = [];
  let seen = 0;
  for (const file of await markdownFiles()) {
    for (const quoted of quotedIn(await textOf(file))) {
      if (!isSetting.test(quoted) || isFile.test(quoted)) continue;
      seen += 1;
      if (!isThere(quoted)) wrong.push(`${file}: ${quoted}`);
    }
  }
  expect(seen).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('defaults in the guide for IT are those of the program', async () => {
  const told = rowsBelow(await textOf('docs/operations.md'), 'Settings and policy');
  const wrong: string[] = [];
  let compared = 0;
  for (const [quoted = '', standard = ''] of told) {
    const names = quotedIn(quoted);
    const defaults = standard.split(', ').map((each) => each.replaceAll('`', ''));
    names.forEach((name, at) => {
      const row = rows.find((each) => each.name === name);
      if (row === undefined || row.standard === 'none') return;
      compared += 1;
      if (row.standard.replaceAll('`', '') !== defaults[at]) wrong.push(`${name}: ${standard}, is ${row.standard}`);
    });
  }
  expect(compared).toBeGreaterThan(8);
  expect(wrong).toEqual([]);
});
