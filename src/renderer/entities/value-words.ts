import { formatDate, formatNumber } from '../text/format.ts';
import { formatAmount } from './document-facts.ts';
import { roleWord } from '../screens/cases/role-words.ts';
import { textOf } from '../text/index.ts';
import type { EntityNode } from './entity-tree.ts';

/** Fields whose numbers are money: two decimals, always. */
const money = /amount|price|total$|charges/iu;

/** What kind of document or file it is, which the service says in words of its own (`invoice`). */
const kinds = /^(?:documentType|type)$/u;

/** A value as people read it: yes and no, kinds of documents, dates and figures in the window's language, money with its currency where that is given. */
export function valueWords({ id, value }: EntityNode, currency: string | null = null): string {
  if (value === null) return '–';
  if (typeof value === 'number') {
    return money.test(id.split('/').at(-1) ?? '') ? formatAmount(value, currency) : formatNumber(value, 4);
  }
  if (typeof value === 'boolean') return textOf('shared')(value ? 'yes' : 'no');
  return kinds.test(id.split('/').at(-1) ?? '') ? roleWord(value) : formatDate(value);
}
