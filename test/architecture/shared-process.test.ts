import { readdir, readFile } from 'node:fs/promises';
import { join, matchesGlob, sep } from 'node:path';
import { expect, test } from 'vitest';
import { together } from '../../vitest.config.ts';

const tests = join(import.meta.dirname, '..');
/** The line by which a test gets a page of its own, and a part of one that it makes itself. */
const page = /^\/\/ @vitest-environment|^\s+Object\.assign\(globalThis/mu;

test('tests that share a process bring no page into it, of which the others would find a part', async () => {
  const paths = (await readdir(tests, { recursive: true })).filter((path) => path.endsWith('.test.ts'));
  expect(paths.length).toBeGreaterThan(100);
  const texts = await Promise.all(paths.map((path) => readFile(join(tests, path), 'utf8')));
  expect(paths.filter((_, at) => page.test(texts[at] ?? ''))).toEqual([]);
});

test('tests that draw share the page of their process: none asks for one of its own', async () => {
  const paths = (await readdir(tests, { recursive: true })).filter((path) => path.endsWith('.test.tsx'));
  expect(paths.length).toBeGreaterThan(30);
  const texts = await Promise.all(paths.map((path) => readFile(join(tests, path), 'utf8')));
  const own = /^\/\/ @vitest-environment|Object\.assign\(globalThis, \{ (?:document|window)\b/mu;
  expect(paths.filter((_, at) => own.test(texts[at] ?? ''))).toEqual([]);
});

test('tests that share a process mock no module of it, which others would get', async () => {
  const paths = (await readdir(tests, { recursive: true })).map((path) => path.replaceAll(sep, '/'));
  const shared = paths.filter(
    (path) => path.endsWith('.test.tsx') || together.some((pattern) => matchesGlob(`test/${path}`, pattern)),
  );
  expect(shared.length).toBeGreaterThan(250);
  const texts = await Promise.all(shared.map((path) => readFile(join(tests, path), 'utf8')));
  expect(shared.filter((_, at) => /^vi\.mock\(/mu.test(texts[at] ?? ''))).toEqual([]);
});
