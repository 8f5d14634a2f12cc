import { caseRuleSchema } from '../../src/shared/case-rule.ts';
import type { HotFolder } from '../../src/shared/settings.ts';
import type { Place } from './world.ts';

type Rule = Partial<HotFolder['rule']>;

/** One way of working: what a station is set to, and how its files are called. */
export interface Way {
  readonly name: string;
  readonly rule: (place: Place) => Rule;
  readonly nameOf: (at: number) => string;
  /** Whether each document is written as `{documentId}.xml`. */
  readonly writesXml: boolean;
}

const exported = (out: string): Rule => ({
  export: { folder: out, states: ['doneAutomatically'], template: '{documentId}', reportTransfer: true },
});
const plain = (at: number): string => `${String(at)}.pdf`;
const pair = (at: number): string => `${String(at >> 1)}_${at % 2 === 0 ? 'invoice' : 'note'}.pdf`;

/** The ways that go differently through the journal; each family takes all of them in turn. */
export const ways: readonly Way[] = [
  { name: 'keep', rule: () => ({ after: 'keep' }), nameOf: plain, writesXml: false },
  { name: 'move, XML', rule: ({ out }) => ({ after: 'move', ...exported(out) }), nameOf: plain, writesXml: true },
  { name: 'delete, XML', rule: ({ out }) => ({ after: 'delete', ...exported(out) }), nameOf: plain, writesXml: true },
  {
    name: 'batch',
    rule: () => ({ mode: 'batch', after: 'move', batchQuietMs: 2_000 }),
    nameOf: plain,
    writesXml: false,
  },
  {
    name: 'case',
    rule: () => ({
      ...{ mode: 'case', after: 'move' },
      case: caseRuleSchema.parse({ by: 'name', required: ['invoice', 'note'], release: 'complete' }),
    }),
    nameOf: pair,
    writesXml: false,
  },
];
