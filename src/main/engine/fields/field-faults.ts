import type { Fault, FaultCode } from '../../../shared/faults.ts';
import type { Field } from '../../../shared/fields/field-rule.ts';
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

/** Why the table of a lookup refuses the value that is there; null: it is one of its rows, or there is none. `lookup-unreadable` where it can't be used now. */
export async function refusalOfTable(
  lookups: Pick<Lookups, 'row'>,
  field: Field,
  externalData: ExternalData | null | undefined,
): Promise<Fault | null> {
  const value = valueOf(externalData, field.key);
  if (field.kind !== 'lookup' || value === '') return null;
  const row = await lookups.row(field, value);
  if (!row.ok) return row.fault;
  return row.value === null ? unfit(field, 'not-in-list') : null;
}

/** The same as {@link lackOf} with the tables of lookups. */
export async function hindranceOf(
  lookups: Pick<Lookups, 'row'>,
  fields: readonly Field[] | undefined,
  externalData: ExternalData | null | undefined,
): Promise<Fault | null> {
  const lack = lackOf(fields, externalData);
  if (lack !== null) return lack;
  for (const field of fields ?? []) {
    const refusal = await refusalOfTable(lookups, field, externalData);
    if (refusal !== null) return refusal;
  }
  return null;
}
