import { expect, test } from 'vitest';
import { matchesAccelerator } from './electron-api/accelerator.ts';
import { createSchemes } from './electron-api/schemes.ts';
import { createNavigation } from './page/navigation.ts';
import { codec } from './page/node-codec.ts';
import { fc } from '../support/property.ts';

const value = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: false,
  withNullPrototype: false,
  withObjectString: false,
  withBoxedValues: false,
  key: fc.string().filter((name) => name !== '__proto__'),
});

test('whatever can be cloned survives the way through JSON', () => {
  fc.assert(
    fc.property(value, (given) => {
      const sent: unknown = JSON.parse(JSON.stringify(codec.encode(given)));
      expect(codec.decode(sent)).toEqual(given);
    }),
  );
});

test.each([
  ['a map whose key is the mark of special values', new Map([['$', {}]])],
  ['a date that is none', new Date(Number.NaN)],
])('%s survives too', (_, given) => {
  const sent: unknown = JSON.parse(JSON.stringify(codec.encode(given)));
  expect(codec.decode(sent)).toEqual(given);
});

test('errors keep kind and words; what cannot be cloned is refused', () => {
  const back = codec.decode(codec.encode(new RangeError('too far')));
  expect(back).toBeInstanceOf(RangeError);
  expect(String(back)).toBe('RangeError: too far');
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  for (const wrong of [() => 1, Symbol('x'), Promise.resolve(1), { deep: [() => 1] }, cycle]) {
    expect(() => codec.encode(wrong)).toThrow(/cloned|cyclic/u);
  }
});

test('addresses of a custom scheme go to Chromium in a form it takes, and come back as they were', () => {
  const schemes = createSchemes();
  schemes.declare('app');
  for (const url of ['app://bundle/index.html?a=1#b', 'app://other/x/y']) {
    expect(schemes.toInner(url)).toMatch(/^https:\/\/\w+\.app\.invalid\//u);
    expect(schemes.toOuter(schemes.toInner(url))).toBe(url);
  }
  for (const url of ['https://example.org/x', 'file:///etc/hosts', 'https://bundle.other.invalid/']) {
    expect(schemes.toInner(url)).toBe(url);
    expect(schemes.toOuter(url)).toBe(url);
  }
});

test("a policy's words for a custom scheme are translated, and nothing else", () => {
  const schemes = createSchemes();
  schemes.declare('app');
  const policy = { name: 'Content-Security-Policy', value: "default-src 'none'; img-src app: blob: app://bundle" };
  const type = { name: 'content-type', value: 'text/app:' };
  expect(schemes.translateHeaders([policy, type])).toEqual([
    { ...policy, value: "default-src 'none'; img-src https://*.app.invalid blob: https://bundle.app.invalid" },
    type,
  ]);
});

test('a page may load again what it shows; the app may go anywhere; all else is asked about', () => {
  const navigation = createNavigation();
  navigation.expect('https://bundle.app.invalid/index.html#start');
  expect(navigation.isByPage('https://bundle.app.invalid/index.html')).toBe(false);
  navigation.arrived('https://bundle.app.invalid/index.html#start');
  expect(navigation.isByPage('https://bundle.app.invalid/index.html#other')).toBe(false);
  expect(navigation.isByPage('https://bundle.app.invalid/other.html')).toBe(true);
  expect(navigation.isByPage('https://example.org/')).toBe(true);
});

test.each([
  ['CmdOrCtrl+F', 'f', 'control', true],
  ['CmdOrCtrl+F', 'f', 'control shift', false],
  ['Ctrl+Shift+F', 'F', 'control shift', true],
  ['F5', 'F5', '', true],
  ['Alt+Up', 'ArrowUp', 'alt', true],
  ['CmdOrCtrl+G', 'f', 'control', false],
])('%s against %s with %s', (accelerator, key, held, expected) => {
  const press = { key, control: held.includes('control'), shift: held.includes('shift'), alt: held.includes('alt') };
  expect(matchesAccelerator(accelerator, press)).toBe(expected);
});
