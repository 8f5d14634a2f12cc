import type { ItemView } from '../../../../src/shared/views.ts';
import { itemViewOf } from '../../../support/item-view.ts';

/** A held item of the tests, named as its id. */
export function item(id: string): ItemView {
  return itemViewOf({ id, path: `/in/${id}`, name: id, stage: 'held' });
}
