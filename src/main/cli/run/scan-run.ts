import { commandAnswers, queryAnswers } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { scanNoteWords } from '../../../shared/scan/scan-notes.ts';
import type { ScanProfile, ScanSessionView } from '../../../shared/scanning.ts';
import type { Engine } from '../../engine/engine.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { readAnswer } from '../control/read-answer.ts';
import { scanWordsIn } from '../output/scan-words.ts';
import type { Terminal } from '../output/terminal.ts';

/** The way to whoever scans: an engine of this process or the running one. */
export type ScanDoor = Pick<Engine, 'dispatch' | 'query'>;

/** What is scanned, by what, and how it is told. */
export interface ScanRunRequest {
  readonly door: ScanDoor;
  readonly terminal: Terminal;
  readonly profile: ScanProfile;
  readonly scanner: string | undefined;
  readonly sessionId: string | undefined;
  readonly pages: number | undefined;
  /** The file for the conversation with the scanner: an absolute path. */
  readonly trace?: string | undefined;
  /** Pictures to be taken in instead: absolute paths of files or folders. */
  readonly imports?: readonly string[] | undefined;
  readonly interrupted: Promise<void>;
}

/** How a run of a scanner ended. */
export interface ScanRunEnd {
  readonly session: ScanSessionView;
  readonly interrupted: boolean;
}

const lookEveryMs = 150;

/** The scanner that is meant: named, of the profile, else the only one that answers. */
async function scannerOf({ door, scanner, profile }: ScanRunRequest): Promise<Outcome<string>> {
  const named = scanner ?? profile.scannerId;
  // A typed address of a network scanner is as good as its id, with or without http:// before it.
  if (named !== undefined) return success(/^(?:sane|escl|wia):/.test(named) ? named : `escl:${named}`);
  const found = await readAnswer(queryAnswers['scanners.list'], door.query({ name: 'scanners.list' }));
  if (!found.ok) return found;
  const [only, ...others] = found.value.scanners;
  if (only === undefined) return failure('scanner-missing');
  return others.length === 0
    ? success(only.id)
    : misuse('several-scanners', { words: found.value.scanners.map(({ id }) => id).join(', ') });
}

/** Scans until the scanner is done, telling page by page; an interruption stops it and what has come stays. */
export async function scanToEnd(request: ScanRunRequest): Promise<Outcome<ScanRunEnd>> {
  const { door, terminal, profile, sessionId, pages, trace, imports } = request;
  const words = scanWordsIn(terminal.language);
  // Nothing is scanned, so nobody looks for a scanner.
  const scannerId = pages === 0 || imports !== undefined ? success(undefined) : await scannerOf(request);
  if (!scannerId.ok) return scannerId;
  const before = sessionId === undefined ? null : await look(door, sessionId);
  if (before?.ok === false) return before;
  const told = new Set(before === null ? [] : Object.keys(before.value.pages));
  const by = { profileId: profile.id, profile, ...(sessionId === undefined ? {} : { sessionId }) };
  const begun =
    imports === undefined
      ? await readAnswer(
          commandAnswers['scan.start'],
          door.dispatch({
            name: 'scan.start',
            ...by,
            ...(scannerId.value === undefined ? {} : { scannerId: scannerId.value }),
            ...(pages === undefined ? {} : { pages }),
            ...(trace === undefined ? {} : { trace }),
          }),
        )
      : await readAnswer(
          commandAnswers['scan.import'],
          door.dispatch({ name: 'scan.import', ...by, paths: [...imports] }),
        );
  if (!begun.ok) return begun;
  const said = new Set<string>();
  let interrupted = false;
  void request.interrupted.then(async () => {
    interrupted = true;
    await door.dispatch({ name: 'scan.stop', sessionId: begun.value.sessionId });
  });
  for (;;) {
    const session = await look(door, begun.value.sessionId);
    if (!session.ok) return session;
    for (const pageId of Object.keys(session.value.pages)) {
      if (told.has(pageId)) continue;
      told.add(pageId);
      terminal.object({ event: 'page', session: session.value.id, page: pageId, number: told.size });
      if (terminal.live) terminal.draw([words.page(told.size)]);
      else if (!terminal.json) terminal.line(words.page(told.size));
    }
    const { importing } = session.value;
    if (importing !== null && terminal.live) terminal.draw([words.importing(importing.done, importing.of)]);
    for (const note of session.value.notes) {
      const spoken = scanNoteWords(note, terminal.language);
      if (said.has(spoken)) continue;
      said.add(spoken);
      terminal.object({ event: 'scan-note', session: session.value.id, note, text: spoken });
      terminal.note(spoken);
    }
    if (!session.value.scanning) {
      terminal.draw([]);
      return success({ session: session.value, interrupted });
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** A session as it is now. */
export function look(door: ScanDoor, sessionId: string): Promise<Outcome<ScanSessionView>> {
  return readAnswer(queryAnswers['scan.session'], door.query({ name: 'scan.session', sessionId }));
}
