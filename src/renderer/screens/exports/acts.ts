import { bridge } from '../../bridge/bridge.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { textOf } from '../../text/index.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';

/** Opens the written file, or shows where it lies. */
export async function actOnFile(act: 'open' | 'folder', exportId: string): Promise<void> {
  const content = { kind: 'export', exportId } as const;
  const outcome = await bridge().desktop({ name: act === 'open' ? 'shell.open' : 'shell.show-in-folder', content });
  if (!outcome.ok) showFault(outcome.fault);
}

/** Copies a fingerprint. */
export async function copyFingerprint(sha256: string): Promise<void> {
  const outcome = await bridge().desktop({ name: 'clipboard.copy', text: sha256 });
  if (outcome.ok) showToast(textOf('exports')('copied'));
  else showFault(outcome.fault);
}

/** How far writing again is. */
export interface Writing {
  readonly done: number;
  readonly total: number;
}

/** Writes exports again one after the other until done or `stopped`; tells what became of them at its end. */
export async function writeAgain(
  exportIds: readonly string[],
  onProgress: (writing: Writing) => void,
  stopped: () => boolean,
): Promise<void> {
  const say = textOf('exports');
  const total = exportIds.length;
  const written: string[] = [];
  const failed: string[] = [];
  let done = 0;
  for (const exportId of exportIds) {
    if (stopped()) break;
    onProgress({ done, total });
    const outcome = await bridge().command({ name: 'exports.write-again', exportId });
    done += 1;
    const fault = outcome.ok ? outcome.value.fault : outcome.fault;
    if (outcome.ok && outcome.value.path !== null) written.push(outcome.value.path);
    else if (fault !== null) failed.push(faultSentence(fault));
  }
  const [path] = written;
  const [reason] = failed;
  if (done < total) showToast(say('again-stopped', { done, total }));
  else if (reason !== undefined) showToast(say('again-failed', { count: failed.length }), reason, 'critical');
  else if (path === undefined) showToast(say('again-queued'));
  else if (total === 1) showToast(say('again-done'), path);
  else showToast(say('again-done-many', { count: written.length }));
}
