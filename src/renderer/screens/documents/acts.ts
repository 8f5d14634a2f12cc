import type { DocumentDetail } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { textOf } from '../../text/index.ts';
import { stateWord } from './state-mark.tsx';

/** A document and the connection it is reached by. */
export interface DocumentPlace {
  readonly connectionId: string;
  readonly document: DocumentDetail;
}

async function chooseFolder(title: string): Promise<string | null> {
  const outcome = await bridge().desktop({ name: 'dialog.choose-folder', title });
  if (outcome.ok) return outcome.value.paths[0] ?? null;
  showFault(outcome.fault);
  return null;
}

/** Saves a file of the service in a folder that is asked for. */
export async function saveFile(connectionId: string, fileId: string): Promise<void> {
  const say = textOf('documents');
  const folder = await chooseFolder(say('save-folder'));
  if (folder === null) return;
  const outcome = await bridge().command({ name: 'documents.save-file', connectionId, fileId, folder });
  if (outcome.ok) showToast(say('saved-as'), outcome.value.path);
  else showFault(outcome.fault);
}

/** Writes the XML of a document to a folder that is asked for. */
export async function exportXml({ connectionId, document }: DocumentPlace, projectId: string): Promise<void> {
  const say = textOf('documents');
  const folder = await chooseFolder(say('export-folder'));
  if (folder === null) return;
  const outcome = await bridge().command({
    name: 'exports.write',
    documentIds: [document.id],
    projectId,
    connectionId,
    folder,
  });
  if (!outcome.ok) return showFault(outcome.fault);
  for (const { path, fault } of outcome.value.exports) {
    if (fault !== null) showFault(fault);
    else if (path === null) showToast(say('export-queued'));
    else showToast(say('exported'), path);
  }
}

/** Reports a transfer (`successful` set) or rejects (null), with an optional message. Answers whether it was taken. */
export async function handOver(
  { connectionId, document }: DocumentPlace,
  successful: boolean | null,
  words: string,
): Promise<boolean> {
  const say = textOf('documents');
  const told = { documentId: document.id, connectionId, message: words.trim() === '' ? null : words.trim() };
  const outcome =
    successful === null
      ? await bridge().command({ name: 'documents.reject', ...told })
      : await bridge().command({ name: 'documents.transfer', ...told, successful });
  if (!outcome.ok || outcome.value.state === 'held') {
    const fault = outcome.ok ? outcome.value.fault : outcome.fault;
    if (fault !== null) showFault(fault);
    return false;
  }
  if (outcome.value.state === 'queued') showToast(say('queued'));
  else showToast(say(successful === null ? 'rejected' : 'reported'));
  return true;
}

/** Opens a document's page of the service in the browser. */
export async function openInBrowser(url: string): Promise<void> {
  const outcome = await bridge().desktop({ name: 'shell.open-external', url });
  if (!outcome.ok) showFault(outcome.fault);
}

/** Hands title, ids and link of a document to the mail program; the file itself stays at the service. */
export async function emailDocument({ id, title, state, externalId, url }: DocumentDetail): Promise<void> {
  const say = textOf('documents');
  const body = say('email-body', {
    title: title ?? say('untitled'),
    state: stateWord(state, say),
    id,
    externalId: externalId ?? '–',
    url: url ?? '',
  });
  const subject = encodeURIComponent(title ?? say('untitled'));
  await openInBrowser(`mailto:?subject=${subject}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`);
}
