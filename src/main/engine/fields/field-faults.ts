import type { Fault, FaultCode } from '../../../shared/faults.ts';
import type { Field, LookupField } from '../../../shared/fields/field-rule.ts';
import { lacksOf, valueOf } from '../../../shared/fields/field-values.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import { fault } from '../faults/fault.ts';
import type { Lookups } from './lookups.ts';

/** Faults that filling in the fields ends. */
export const fieldFaults: ReadonlySet<FaultCode> = new Set<FaultCode>(['fields-missing', 'field-unfit']);

/** A value that its field can't have. */
export function unfit({ label }: Field, problem: string): Fault {
  return fault('field-unfit', { field: label, problem });
}

/** Why a file can't go with these values, as far as that is told without any table; null: it can. Never names a value. */
export function lackOf(
  fields: readonly Field[] | undefined,
  externalData: ExternalData | null | undefined,
): Fault | null {
  const [first, ...others] = lacksOf(fields ?? [], externalData);
  if (first === undefined) return null;
  if (first.problem !== 'missing') return unfit(first.field, first.problem);
  const more = others.filter(({ problem }) => problem === 'missing').length;
  return fault('fields-missing', { field: first.field.label, ...(more === 0 ? {} : { more }) });
}

const isLookup = (field: Field): field is LookupField => field.kind === 'lookup';

/** The same with the tables of lookups: a value of them has to be one of their rows. `lookup-unreadable` where a table can't be used now. */
export async function hindranceOf(
  lookups: Pick<Lookups, 'row'>,
  fields: readonly Field[] | undefined,
  externalData: ExternalData | null | undefined,
): Promise<Fault | null> {
  const lack = lackOf(fields, externalData);
  if (lack !== null) return lack;
  for (const field of (fields ?? []).filter(isLookup)) {
    const value = valueOf(externalData, field.key);
    if (value === '') continue;
    const row = await lookups.row(field, value);
    if (!row.ok) return row.fault;
    if (row.value === null) return unfit(field, 'not-in-list');
  }
  return null;
}
