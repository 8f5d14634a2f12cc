import { useEffect, useState } from 'react';
import type { ItemForm } from '../../shared/contract/item-contract.ts';
import type { Fault } from '../../shared/faults.ts';
import type { Field } from '../../shared/fields/field-rule.ts';
import { bridge } from '../bridge/bridge.ts';
import { faultSentence } from '../text/faults/fault-text.ts';
import { textOf } from '../text/index.ts';
import { problemWords, shownValue, typedValue } from './field-text.ts';

/** Forms that are asked for at once. */
const together = 200;

/** What is wrong, in words, by the keys of fields. */
type Errors = Readonly<Record<string, string>>;

/** A stack of files whose fields are filled in one after the other. */
export interface Stack {
  /** Null until they are there. */
  readonly forms: readonly ItemForm[] | null;
  readonly form: ItemForm | undefined;
  readonly index: number;
  /** Files that were filled in. */
  readonly done: number;
  readonly errors: Errors;
  readonly fault: Fault | null;
  readonly saving: boolean;
  readonly typed: (field: Field) => string;
  readonly type: (field: Field, text: string) => void;
  /** Takes what the file before has: of one field, or of all that are empty. */
  readonly asBefore: (key: string | null) => void;
  /** Goes to another file; what was typed stays. */
  readonly go: (by: 1 | -1) => void;
  /** Keeps what was typed and goes on; after the last one `onDone` hears how many were filled in. */
  readonly save: () => Promise<void>;
}

async function loadForms(ids: readonly string[]): Promise<readonly ItemForm[] | Fault> {
  const forms: ItemForm[] = [];
  for (let start = 0; start < ids.length; start += together) {
    const answer = await bridge().query({ name: 'items.fields', itemIds: ids.slice(start, start + together) });
    if (!answer.ok) return answer.fault;
    forms.push(...answer.value.forms.filter(({ lacks }) => Object.keys(lacks).length > 0));
  }
  return forms;
}

/** The key of the row with this key or label; else the only one that fits, which the person has not seen yet and may not mean. */
async function rowOf(
  itemId: string,
  key: string,
  typed: string,
): Promise<{ readonly value: string; readonly isOffered: boolean }> {
  const asked = { name: 'items.lookup', of: { itemId }, key, search: typed.slice(0, 200), limit: 2 } as const;
  const answer = await bridge().query(asked);
  const rows = answer.ok ? answer.value.rows : [];
  const words = typed.trim().toLowerCase();
  const meant = rows.find(({ value, label }) => [value, label].some((each) => each.toLowerCase() === words));
  const [only] = rows.length === 1 ? rows : [];
  return { value: meant?.value ?? only?.value ?? typed, isOffered: meant === undefined && only !== undefined };
}

/** The values of a form as they are kept, and what is wrong with others. */
async function readForm(
  { itemId, fields }: ItemForm,
  typed: (field: Field) => string,
): Promise<{
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Errors;
  /** Keys of rows that were found by a part of what they say: shown before they are kept. */
  readonly offered: Readonly<Record<string, string>>;
}> {
  const say = textOf('fields');
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  const offered: Record<string, string> = {};
  for (const field of fields) {
    const read = typedValue(field, typed(field));
    if ('problem' in read) errors[field.key] = problemWords(field, read.problem, say);
    else if (read.value === '' && field.required) errors[field.key] = say('missing');
    else if (field.kind === 'lookup' && read.value !== '') {
      const { value, isOffered } = await rowOf(itemId, field.key, read.value);
      (isOffered ? offered : values)[field.key] = value;
    } else values[field.key] = read.value;
  }
  return { values, errors, offered };
}

/** Fills in the fields of these items; see {@link Stack}. */
export function useStack(ids: readonly string[], onDone: (filled: number) => void): Stack {
  const [forms, setForms] = useState<readonly ItemForm[] | null>(null);
  const [index, setIndex] = useState(0);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Readonly<Record<string, string>>>>>({});
  const [filled, setFilled] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<Errors>({});
  const [fault, setFault] = useState<Fault | null>(null);
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    let current = true;
    void loadForms(ids).then((found) => {
      if (!current) return;
      if ('code' in found) setFault(found);
      setForms('code' in found ? [] : found);
    });
    return () => {
      current = false;
    };
    // The files of the question; what comes of them meanwhile is the engine's to say.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const form = forms?.[index];
  const typedIn = (one: ItemForm | undefined, field: Field): string =>
    one === undefined ? '' : (drafts[one.itemId]?.[field.key] ?? shownValue(field, one.values[field.key] ?? ''));
  const draft = (texts: Readonly<Record<string, string>>): void => {
    if (form !== undefined) setDrafts((all) => ({ ...all, [form.itemId]: { ...all[form.itemId], ...texts } }));
    setErrors({});
  };
  const goTo = (place: number): void => {
    setIndex(place);
    setErrors({});
    setFault(null);
  };

  async function save(): Promise<void> {
    if (form === undefined || forms === null || saving) return;
    setSaving(true);
    const { values, errors: wrong, offered } = await readForm(form, (field) => typedIn(form, field));
    const isSeen = Object.keys(offered).length === 0;
    const changed = Object.entries(values).filter(([key, value]) => value !== (form.values[key] ?? ''));
    const refused = Object.keys(wrong).length > 0 || !isSeen ? null : await keep(form, Object.fromEntries(changed));
    setSaving(false);
    setFault(null);
    if (!isSeen) draft(offered);
    if (refused === null && Object.keys(wrong).length > 0) return setErrors(wrong);
    if (!isSeen) return;
    if (refused !== null) {
      const at = form.fields.find(({ label }) => label === refused.params['field']);
      return at === undefined ? setFault(refused) : setErrors({ [at.key]: faultSentence(refused) });
    }
    const now = new Set([...filled, form.itemId]);
    setFilled(now);
    setForms(forms.map((each) => (each === form ? { ...form, values: { ...form.values, ...values } } : each)));
    const open = forms.flatMap(({ itemId }, place) => (now.has(itemId) ? [] : [place]));
    const next = open.find((place) => place > index) ?? open[0];
    if (next === undefined) onDone(now.size);
    else goTo(next);
  }

  return {
    ...{ forms, form, index, errors, fault, saving, save, done: filled.size },
    typed: (field) => typedIn(form, field),
    type: (field, text) => draft({ [field.key]: text }),
    asBefore(key) {
      const before = forms?.[index - 1];
      if (before === undefined || form === undefined) return;
      const taken = form.fields.filter((field) => (key === null ? typedIn(form, field) === '' : field.key === key));
      draft(Object.fromEntries(taken.map((field) => [field.key, typedIn(before, field)])));
    },
    go: (by) => goTo(Math.min(Math.max(0, index + by), Math.max(0, (forms?.length ?? 1) - 1))),
  };
}

/** Why the values of a file were not kept; null: they are. */
async function keep({ itemId, since }: ItemForm, values: Readonly<Record<string, string>>): Promise<Fault | null> {
  const outcome = await bridge().command({ name: 'items.set-fields', itemIds: [itemId], values, since });
  return outcome.ok ? (outcome.value.refused[0]?.first[0]?.fault ?? null) : outcome.fault;
}
