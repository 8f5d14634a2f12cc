import type { OpenCaseState } from '../../../shared/case-views.ts';
import type { EventOf } from '../../../shared/history/event-key.ts';
import type { NewOpenCase, OpenCaseFields } from './open-case-records.ts';
import type { CustodyRow } from './records.ts';

/** Changes of open cases and of what lies in them. Each writes the history of the open case and of the items it moves. */
export type OpenCaseChange =
  | { readonly kind: 'open-case-added'; readonly openCase: NewOpenCase; readonly at: number }
  /**
   * A rule finds the place of an item: the open case of the same key that still gathers, else the given new one; null = loose.
   * Idempotent: an item that has a place keeps it.
   */
  | {
      readonly kind: 'item-placed';
      readonly itemId: string;
      readonly role: string | null;
      readonly openCase: NewOpenCase | null;
      readonly at: number;
      /** A person groups anew: also an item that is loose gets the place. */
      readonly regroup?: boolean;
    }
  /** A person puts an item elsewhere (null = loose). Refused as `stage` unless both open cases still gather, and the item has a place. */
  | { readonly kind: 'item-put'; readonly itemId: string; readonly openCaseId: string | null; readonly at: number }
  /** An item is not for a case any more, or finds its place anew once it is accepted. Refused as for `item-put`; without a place nothing changes. */
  | { readonly kind: 'item-unplaced'; readonly itemId: string; readonly at: number }
  /** Role and main mark of a placed item; marking takes the mark from all others of the open case. Refused as for `item-put`. */
  | {
      readonly kind: 'place-set';
      readonly itemId: string;
      readonly set: { readonly role?: string | null; readonly mainFile?: boolean };
      readonly at: number;
    }
  /** Its files are loose where it is dissolved. Refused where the open case's state is not among `from`. */
  | {
      readonly kind: 'open-case-set';
      readonly openCaseId: string;
      readonly from: readonly OpenCaseState[];
      readonly set: OpenCaseFields;
      readonly at: number;
      /** One that the history has a sentence for. */
      readonly event: EventOf<'open-case'>;
      readonly detail?: CustodyRow['detail'];
    };
