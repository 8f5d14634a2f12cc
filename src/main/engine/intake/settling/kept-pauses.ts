import { z } from 'zod';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../platform/ports.ts';
import { createFolderPauses } from './pauses.ts';
import type { FolderPauses } from './pauses.ts';

/** Pauses of a source's folders that the journal keeps, so that a restart does not send the first slow file in parts again. */
export interface KeptPauses extends FolderPauses {
  /** Writes down what was learned and is not written yet. By itself that happens a while after it was learned. */
  keep(): Promise<void>;
}

const keepAfterMs = 5_000;
/** The folders that learned last are kept: a few kilobytes. */
const maxKept = 200;

const keptSchema = z.array(
  z.object({ folder: z.string(), pauses: z.object({ any: z.number(), whole: z.number() }), at: z.number() }),
);

function parseKept(text: string | null): z.infer<typeof keptSchema> {
  try {
    return keptSchema.parse(JSON.parse(text ?? '[]'));
  } catch {
    // It is learned again.
    return [];
  }
}

/** Loads the pauses of a source. `troubled` is called with the reason when they can't be written. */
export async function loadKeptPauses(
  { journal, clock }: { readonly journal: Pick<Journal, 'commit' | 'cursor'>; readonly clock: Clock },
  sourceId: string,
  troubled: (error: unknown) => void,
): Promise<KeptPauses> {
  const name = `pauses-of:${sourceId}`;
  let isKept = true;
  let cancel = (): void => undefined;

  async function keep(): Promise<void> {
    cancel();
    if (isKept) return;
    isKept = true;
    const value = JSON.stringify(pauses.all().slice(-maxKept));
    try {
      await journal.commit([{ kind: 'cursor-set', name, value }]);
    } catch (error) {
      isKept = false;
      troubled(error);
    }
  }

  const pauses = createFolderPauses(parseKept(await journal.cursor(name)), () => {
    if (isKept) cancel = clock.after(keepAfterMs, () => void keep(), { unref: true });
    isKept = false;
  });
  return { ...pauses, keep };
}
