import type { z } from 'zod';
import type { Fault } from '../../../shared/faults.ts';

/** Every `problem` of settings that cannot be used: keys of the house, each with words in every language. */
export const settingsProblems = [
  'value-missing',
  'wants-number',
  'wants-whole-number',
  'wants-text',
  'wants-truth',
  'wants-list',
  'wants-object',
  'wants-other-kind',
  'too-small',
  'too-large',
  'too-short',
  'too-long',
  'too-few',
  'too-many',
  'not-of-these',
  'wrong-form',
  'unknown-name',
  'against-rule',
  'no-json-text',
  'no-version',
  'newer-version',
  'not-readable',
] as const;

/** One of {@link settingsProblems}. */
export type SettingsProblem = (typeof settingsProblems)[number];

const wants: Readonly<Record<string, SettingsProblem>> = {
  number: 'wants-number',
  int: 'wants-whole-number',
  string: 'wants-text',
  boolean: 'wants-truth',
  array: 'wants-list',
  object: 'wants-object',
  record: 'wants-object',
};

const short: Readonly<Record<string, SettingsProblem>> = { string: 'too-short', array: 'too-few' };
const long: Readonly<Record<string, SettingsProblem>> = { string: 'too-long', array: 'too-many' };

/** Settings whose values nobody else may see: secrets, what may hold a password, and data of documents. */
const secret = /secret|password|token|proxy|clientId|externalData/iu;

function valueAt(settings: unknown, path: readonly PropertyKey[]): unknown {
  let value = settings;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([key]) => key === String(step))?.[1];
  }
  return value;
}

/** What was given, as it stands in the file; nothing where it is a secret, a list or an object. */
function given(value: unknown, field: string): Fault['params'] {
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
  return plain && !secret.test(field) ? { given: JSON.stringify(value) } : {};
}

/** Where in a list it stands, counted from 1: the innermost one. */
function placeOf(path: readonly PropertyKey[]): Fault['params'] {
  const at = path.findLastIndex((step) => typeof step === 'number');
  const step = path[at];
  return typeof step === 'number' ? { entry: step + 1, list: path.slice(0, at).map(String).join('.') } : {};
}

function kindOf(issue: z.core.$ZodIssue, value: unknown): { readonly problem: SettingsProblem } & Fault['params'] {
  switch (issue.code) {
    case 'invalid_type':
      return { problem: value === undefined ? 'value-missing' : (wants[issue.expected] ?? 'wants-other-kind') };
    case 'too_small':
      return { problem: short[issue.origin] ?? 'too-small', least: Number(issue.minimum) };
    case 'too_big':
      return { problem: long[issue.origin] ?? 'too-large', most: Number(issue.maximum) };
    case 'not_multiple_of':
      return { problem: 'wants-whole-number' };
    case 'invalid_value':
      return { problem: 'not-of-these', words: issue.values.map(String).join(', ') };
    case 'invalid_format':
      return { problem: 'wrong-form' };
    case 'unrecognized_keys':
      return { problem: 'unknown-name', given: issue.keys.join(', ') };
    case 'invalid_union':
      return { problem: 'wants-other-kind' };
    case 'custom':
    case 'invalid_key':
    case 'invalid_element':
      return { problem: value === undefined ? 'value-missing' : 'against-rule' };
  }
}

/** What is wrong with settings, as parameters of a fault: which setting, what is allowed, and what was given unless it is a secret. */
export function problemOf(settings: unknown, issue: z.core.$ZodIssue | undefined): Fault['params'] {
  if (issue === undefined) return {};
  const field = issue.path.map(String).join('.');
  const value = valueAt(settings, issue.path);
  return {
    ...(field === '' ? {} : { field }),
    ...placeOf(issue.path),
    ...given(value, field),
    ...kindOf(issue, value),
  };
}
