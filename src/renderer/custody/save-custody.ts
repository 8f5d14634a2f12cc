import { bridge } from '../bridge/bridge.ts';
import { showFault, showToast } from '../stores/toasts.ts';
import { textOf } from '../text/index.ts';

/** What a history is saved as. */
export const custodyForms = ['csv', 'json'] as const;

/** Saves the whole history of an item, pile or case where a person chooses; `title` becomes the name that is proposed. */
export async function saveCustody(id: string, as: (typeof custodyForms)[number], title: string): Promise<void> {
  const saved = await bridge().desktop({ name: 'custody.save', id, as, title });
  if (!saved.ok) showFault(saved.fault);
  else if (saved.value.path !== null) showToast(textOf('shared')('custody-saved'), saved.value.path);
}
