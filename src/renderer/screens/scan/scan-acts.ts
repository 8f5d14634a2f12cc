import type { ScanEdit, ScanProfile } from '../../../shared/scanning.ts';
import type { Settings } from '../../../shared/settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useStation } from '../../stores/station.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { formatBytes } from '../../text/format.ts';
import { textOf } from '../../text/index.ts';
import { type ScanScreen, useScan, workOn } from './scan-store.ts';

/** Where pages of a run go: behind everything, or before, after or instead of a page. */
export type PagePlace =
  | { readonly kind: 'end' }
  | { readonly kind: 'before' | 'after' | 'instead'; readonly pageId: string };

/** The profile that the screen uses: the one chosen here, else the default, else the first. */
export function profileInUse(scanning: Settings['scanning'] | undefined, chosen: string | null): ScanProfile | null {
  const profiles = scanning?.profiles ?? [];
  const find = (wanted: string | null | undefined): ScanProfile | undefined => profiles.find(({ id }) => id === wanted);
  return find(chosen) ?? find(scanning?.defaultProfile) ?? profiles[0] ?? null;
}

/** The scanner that a profile is used with: the one chosen here, else its own, else the only one there is. */
export function scannerInUse(
  profile: ScanProfile,
  { scannerIds, scanners }: Pick<ScanScreen, 'scannerIds' | 'scanners'>,
): string | null {
  return scannerIds[profile.id] ?? profile.scannerId ?? (scanners?.length === 1 ? (scanners[0]?.id ?? null) : null);
}

/** Looks for scanners; what is found stays known until the next look. */
export async function lookForScanners(): Promise<void> {
  if (useScan.getState().looking) return;
  useScan.setState({ looking: true });
  const found = await bridge().query({ name: 'scanners.list' });
  useScan.setState({ looking: false, scanners: found.ok ? found.value.scanners : [] });
  if (!found.ok) useScan.setState({ fault: found.fault });
}

/** Scans with the profile in use; `pages` = at most so many. */
export async function startScan(place: PagePlace = { kind: 'end' }, pages?: number): Promise<void> {
  const profile = profileInUse(useStation.getState().settings?.scanning, useScan.getState().profileId);
  if (profile === null) return;
  if (scannerInUse(profile, useScan.getState()) === null && useScan.getState().scanners === null) {
    await lookForScanners();
  }
  const scannerId = scannerInUse(profile, useScan.getState());
  if (scannerId === null && (useScan.getState().scanners ?? []).length > 0) {
    // Several are there, and nobody said which: that is a question, no fault.
    showToast(textOf('scan')('choose-scanner'), textOf('scan')('choose-scanner-hint'));
    return;
  }
  const { sessionId } = useScan.getState();
  const before = sessionId === null ? 0 : await pagesOf(sessionId);
  useScan.setState({ fault: null, run: { startedAt: Date.now(), before } });
  const begun = await bridge().command({
    name: 'scan.start',
    profileId: profile.id,
    place,
    ...(scannerId === null ? {} : { scannerId }),
    ...(sessionId === null ? {} : { sessionId }),
    ...(pages === undefined ? {} : { pages }),
  });
  if (begun.ok) useScan.setState({ sessionId: begun.value.sessionId });
  else useScan.setState({ fault: begun.fault, run: null });
}

/** Scans from the scanner in use without encryption, as a person said: from here on until another one is chosen. */
export async function scanUnencrypted(): Promise<void> {
  const { scannerIds, scanners, profileId } = useScan.getState();
  const profile = profileInUse(useStation.getState().settings?.scanning, profileId);
  const scannerId = profile === null ? null : scannerInUse(profile, { scannerIds, scanners });
  if (profile === null || scannerId === null) return;
  // Where else it may answer by http than at the usual port, it says itself.
  const plain = scannerId.replace(/^escl:https:\/\/((?:\[[^\]]*\]|[^:/])+)(?::443)?/iu, 'escl:http://$1');
  useScan.setState({ scannerIds: { ...scannerIds, [profile.id]: plain }, fault: null });
  await startScan();
}

async function pagesOf(sessionId: string): Promise<number> {
  const session = await bridge().query({ name: 'scan.session', sessionId });
  return session.ok ? Object.keys(session.value.pages).length : 0;
}

/** Ends the run; what came stays. */
export async function stopScan(): Promise<void> {
  const { sessionId } = useScan.getState();
  if (sessionId === null) return;
  useScan.setState({ run: null });
  const stopped = await bridge().command({ name: 'scan.stop', sessionId });
  if (!stopped.ok) showFault(stopped.fault);
}

/** Changes the session; answers whether it was changed. */
export async function editSession(edit: ScanEdit): Promise<boolean> {
  const { sessionId } = useScan.getState();
  if (sessionId === null) return false;
  const changed = await bridge().command({ name: 'scan.edit', sessionId, edit });
  if (!changed.ok) showFault(changed.fault);
  return changed.ok;
}

/** Takes the last change back. */
export async function undoEdit(): Promise<void> {
  const { sessionId } = useScan.getState();
  if (sessionId === null) return;
  const undone = await bridge().command({ name: 'scan.undo', sessionId });
  if (!undone.ok) showFault(undone.fault);
}

/** Adds pictures that a person chooses, as pages: files, or a folder in the order of its names. */
export async function importPictures(profileId: string, what: 'files' | 'folder'): Promise<void> {
  const title = textOf('scan')('import-title');
  const chosen =
    what === 'files'
      ? await bridge().desktop({ name: 'dialog.choose-files', title })
      : await bridge().desktop({ name: 'dialog.choose-folder', title });
  if (!chosen.ok) {
    showFault(chosen.fault);
    return;
  }
  if (chosen.value.paths.length === 0) return;
  const { sessionId } = useScan.getState();
  const added = await bridge().command({
    name: 'scan.import',
    profileId,
    paths: chosen.value.paths,
    ...(sessionId === null ? {} : { sessionId }),
  });
  // Pictures have no speed, and nobody asks for more of them.
  if (added.ok) useScan.setState({ sessionId: added.value.sessionId, fault: null, run: null });
  else showFault(added.fault);
}

/** Sends documents; absent: all that can be. `left` = how many can be sent after that, `count` = how many are sent. */
export async function sendDocuments(
  documentIds: readonly string[] | undefined,
  left: number,
  count = 1,
): Promise<void> {
  const { sessionId } = useScan.getState();
  if (sessionId === null) return;
  const say = textOf('scan');
  useScan.setState({ writing: count });
  const sent = await bridge().command({
    name: 'scan.send',
    sessionId,
    ...(documentIds === undefined ? {} : { documentIds: [...documentIds] }),
  });
  useScan.setState({ writing: 0 });
  if (!sent.ok) {
    showFault(sent.fault);
    return;
  }
  showToast(say('sent', { count: sent.value.paths.length }), say('sent-size', { size: formatBytes(sent.value.bytes) }));
  if (left === 0) workOn(null);
}

/** Saves documents in a folder that a person chooses; absent: all. The session stays as it is. */
export async function saveDocuments(documentIds?: readonly string[]): Promise<void> {
  const { sessionId } = useScan.getState();
  if (sessionId === null) return;
  const say = textOf('scan');
  const chosen = await bridge().desktop({ name: 'dialog.choose-folder', title: say('save-title') });
  if (!chosen.ok) {
    showFault(chosen.fault);
    return;
  }
  const [folder] = chosen.value.paths;
  if (folder === undefined) return;
  useScan.setState({ writing: 1 });
  const saved = await bridge().command({
    name: 'scan.save-as',
    sessionId,
    folder,
    ...(documentIds === undefined ? {} : { documentIds: [...documentIds] }),
  });
  useScan.setState({ writing: 0 });
  if (!saved.ok) return showFault(saved.fault);
  const { paths, bytes, unread } = saved.value;
  const where = say('written-size', { folder, size: formatBytes(bytes) });
  showToast(say('saved', { count: paths.length }), unread ? `${where}. ${say('unread')}` : where);
}

/** Throws a session away with all its pages; a person was asked. */
export async function discardSession(sessionId: string): Promise<void> {
  const gone = await bridge().command({ name: 'scan.discard', sessionId });
  if (!gone.ok) showFault(gone.fault);
  else if (useScan.getState().sessionId === sessionId) workOn(null);
}

/** Saves a separator sheet as PDF where a person chooses. */
export async function saveSeparatorSheet(): Promise<void> {
  const saved = await bridge().desktop({ name: 'scan.separator-sheet' });
  if (!saved.ok) showFault(saved.fault);
  else if (saved.value.path !== null) showToast(textOf('scan')('separator-saved'), saved.value.path);
}
