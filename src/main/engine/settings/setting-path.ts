import { isJsonObject } from './json-file.ts';
import type { JsonObject } from './json-file.ts';

/** Takes a dotted path apart (`limits.sockets`, `connections.main.baseUrl`); null where it can't be one. */
export function parseSettingPath(path: string): readonly string[] | null {
  const steps = path.split('.');
  const unsafe = new Set(['', '__proto__', 'constructor', 'prototype']);
  return steps.some((step) => unsafe.has(step)) ? null : steps;
}

/** What stands at the path, undefined where nothing does. List elements go by number or by their `id`. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((present, step) => {
    if (Array.isArray(present)) {
      const index = indexIn(present, step);
      return index === null ? undefined : present[index];
    }
    return isJsonObject(present) && Object.hasOwn(present, step) ? present[step] : undefined;
  }, value);
}

/** A copy with the value at the path set, or removed where it is undefined; unchanged where the path runs into something without fields. */
export function withValueAt(value: unknown, steps: readonly string[], next: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return next;
  if (Array.isArray(value)) {
    const index = indexIn(value, step);
    if (index === null) return value;
    const list = Array.from<unknown>(value);
    const inner = withValueAt(list[index], rest, next);
    list.splice(index, 1, ...(inner === undefined ? [] : [inner]));
    return list;
  }
  if (value !== undefined && !isJsonObject(value)) return value;
  const { [step]: present, ...others } = value ?? {};
  const inner = withValueAt(present, rest, next);
  return inner === undefined ? others : { ...others, [step]: inner };
}

/** The dotted paths of all values that are no objects; a list, and an object at one of the paths of `whole`, counts as one value. */
export function leafPaths(value: unknown, whole: readonly string[] = [], prefix = ''): readonly string[] {
  if (!isJsonObject(value) || whole.includes(prefix)) return [prefix];
  return Object.entries(value).flatMap(([key, inner]) =>
    leafPaths(inner, whole, prefix === '' ? key : `${prefix}.${key}`),
  );
}

/** The second laid over the first: objects field by field, anything else (lists, and objects at the paths of `whole`) as a whole. */
export function overlay(below: unknown, above: unknown, whole: readonly string[] = [], prefix = ''): unknown {
  if (!isJsonObject(below) || !isJsonObject(above) || whole.includes(prefix)) return above;
  const merged: JsonObject = { ...below };
  for (const [key, value] of Object.entries(above)) {
    if (key === '__proto__') continue;
    const path = prefix === '' ? key : `${prefix}.${key}`;
    merged[key] = Object.hasOwn(below, key) ? overlay(below[key], value, whole, path) : value;
  }
  return merged;
}

function indexIn(list: readonly unknown[], step: string): number | null {
  const byId = list.findIndex((element) => isJsonObject(element) && element['id'] === step);
  if (byId >= 0) return byId;
  const index = /^\d{1,6}$/u.test(step) ? Number(step) : list.length;
  return index < list.length ? index : null;
}
