import { formatDate, formatNumber } from '../text/format.ts';
import { formatAmount } from './document-facts.ts';
import type { EntityNode } from './entity-tree.ts';

/** Fields whose numbers are money: two decimals, always. */
const money = /amount|price|total$|charges/iu;

/** A value as people read it: dates and figures in the window's language, money with its currency where that is given. */
export function valueWords({ id, value }: EntityNode, currency: string | null = null): string {
  if (value === null) return '–';
  if (typeof value === 'number') {
    return money.test(id.split('/').at(-1) ?? '') ? formatAmount(value, currency) : formatNumber(value, 4);
  }
  return typeof value === 'string' ? formatDate(value) : String(value);
}
