import { bridge } from '../../../bridge/bridge.ts';
import { showFault, showToast } from '../../../stores/toasts.ts';
import { textOf } from '../../../text/index.ts';

/** A case of the service and the connection it is reached by. */
export interface CasePlace {
  readonly connectionId: string;
  readonly caseId: string;
}

/** Saves all files of a case in a folder that is asked for: as one ZIP, or each by itself. */
export async function saveCaseFiles(place: CasePlace, as: 'zip' | 'files'): Promise<void> {
  const say = textOf('serviceCases');
  const chosen = await bridge().desktop({ name: 'dialog.choose-folder', title: say('save-folder') });
  if (!chosen.ok) return showFault(chosen.fault);
  const [folder] = chosen.value.paths;
  if (folder === undefined) return;
  const outcome = await bridge().command({ name: 'cases.save-files', ...place, folder, as });
  if (!outcome.ok) return showFault(outcome.fault);
  const { files, stopped } = outcome.value;
  if (stopped) showToast(say('save-stopped'), say('save-stopped-text'));
  else if (as === 'zip') showToast(say('saved-as'), files[0]?.path ?? folder);
  else showToast(say('saved-files', { count: files.length }), folder);
}

/** Reports whether the target system took a case. Answers whether the report was taken. */
export async function reportCase(place: CasePlace, successful: boolean, words: string): Promise<boolean> {
  const say = textOf('serviceCases');
  const message = words.trim() === '' ? null : words.trim();
  const outcome = await bridge().command({ name: 'cases.transfer', ...place, successful, message });
  if (!outcome.ok || outcome.value.state === 'held') {
    const fault = outcome.ok ? outcome.value.fault : outcome.fault;
    if (fault !== null) showFault(fault);
    return false;
  }
  showToast(say(outcome.value.state === 'queued' ? 'queued' : 'reported'));
  return true;
}
