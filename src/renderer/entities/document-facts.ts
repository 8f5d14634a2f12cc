import { factsIn, type ToldFacts } from '../../shared/documents/document-facts.ts';
import { formatNumber } from '../text/format.ts';
import type { EntityNode } from './entity-tree.ts';
import { entityTree, isUnsure, valuesOf } from './entity-tree.ts';

/** What tells a document from others at a glance. */
export interface DocumentFacts extends ToldFacts {
  /** Values of the head (lines not counted), and how many of them a person should look at. */
  readonly values: number;
  readonly unsure: number;
}

/** Values that stand by themselves or in groups, not in the rows of lists. */
export function headValues(nodes: readonly EntityNode[]): readonly EntityNode[] {
  return nodes.flatMap((node) =>
    node.kind === 'value' ? [node] : node.kind === 'group' ? headValues(node.children) : [],
  );
}

/** Reads the facts out of free-form entities. */
export function documentFacts(entities: Readonly<Record<string, unknown>> | null): DocumentFacts {
  const head = headValues(entityTree(entities ?? {}));
  return { ...factsIn(entities), values: valuesOf(head).length, unsure: head.filter(isUnsure).length };
}

/** An amount with its currency: 1,284.61 EUR. */
export function formatAmount(amount: number, currency: string | null): string {
  return `${formatNumber(amount, 2, 2)}${currency === null ? '' : ` ${currency}`}`;
}
