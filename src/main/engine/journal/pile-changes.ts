import type { PileState } from '../../../shared/case-views.ts';
import type { NewPile, PileFields } from './pile-records.ts';
import type { CustodyRow } from './records.ts';

/** Changes of piles and of what lies in them. Each writes the history of the pile and of the items it moves. */
export type PileChange =
  | { readonly kind: 'pile-added'; readonly pile: NewPile; readonly at: number }
  /**
   * A rule finds the place of an item: the pile of the same key that still gathers, else the given new one; null = loose.
   * Idempotent: an item that has a place keeps it.
   */
  | {
      readonly kind: 'item-placed';
      readonly itemId: string;
      readonly role: string | null;
      readonly pile: NewPile | null;
      readonly at: number;
      /** A person groups anew: also an item that is loose gets the place. */
      readonly regroup?: boolean;
    }
  /** A person puts an item elsewhere (null = loose). Refused as `stage` unless both piles still gather, and the item has a place. */
  | { readonly kind: 'item-put'; readonly itemId: string; readonly pileId: string | null; readonly at: number }
  /** Role and main mark of a placed item; marking takes the mark from all others of the pile. Refused as for `item-put`. */
  | {
      readonly kind: 'place-set';
      readonly itemId: string;
      readonly set: { readonly role?: string | null; readonly mainFile?: boolean };
      readonly at: number;
    }
  /** Refused where the pile's state is not among `from`. */
  | {
      readonly kind: 'pile-set';
      readonly pileId: string;
      readonly from: readonly PileState[];
      readonly set: PileFields;
      readonly at: number;
      readonly event: string;
      readonly detail?: CustodyRow['detail'];
    };
