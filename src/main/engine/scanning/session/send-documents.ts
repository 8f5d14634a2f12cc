import { join } from 'node:path';
import { rm } from '../../platform/disk/patient-files.ts';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import type { ScanProfile } from '../../../../shared/scanning.ts';
import { saveFile } from '../../platform/disk/durable-file.ts';
import { failure, success } from '../../faults/fault.ts';
import { isThere } from '../../platform/disk/is-there.ts';
import { withDiskFault } from '../disk-fault.ts';
import { findReader } from '../pages/recognise.ts';
import { documentName, documentValues } from './document-names.ts';
import type { LiveSession } from './live-session.ts';
import { keptPages, type SessionDocument } from './session-state.ts';
import { numberMark } from '../../platform/names/safe-text.ts';

/** How documents are written. `leaving`: they are on their way then, with what is known of them beside them. */
export interface Writing {
  readonly profile: ScanProfile | null;
  readonly place: string;
  readonly leaving: boolean;
  readonly safeName: (text: string) => string;
  readonly isTakenIn: (path: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Where documents lie now, and how large they are together. `unread`: they were to be searchable, but nothing here reads text. */
export interface WrittenDocuments {
  readonly paths: readonly string[];
  readonly bytes: number;
  readonly unread: boolean;
}

/** The documents that are asked for (absent: all), as far as they are not on their way and have pages. */
function chosen(session: LiveSession, documentIds: readonly string[] | undefined): Outcome<readonly SessionDocument[]> {
  const state = session.state();
  const open = state.documents.filter(({ sent }) => sent === null);
  const unknown = documentIds?.find((id) => !open.some((each) => each.id === id));
  if (unknown !== undefined) return failure('not-found', { subject: 'document', id: unknown });
  const asked = documentIds === undefined ? open : open.filter(({ id }) => documentIds.includes(id));
  const withPages = asked.filter((document) => keptPages(state, document).length > 0);
  return withPages.length === 0 ? failure('scan-without-pages') : success(withPages);
}

/** A path that is free, and that no item in the journal had before. */
async function freePath({ place, safeName, isTakenIn }: Writing, name: string, ending: string): Promise<string> {
  const stem = safeName(name);
  for (let number = 1; ; number += 1) {
    const path = join(place, `${stem}${numberMark(number)}.${ending}`);
    if (!(await isThere(path)) && !(await isThere(`${path}.part`)) && !(await isTakenIn(path))) return path;
  }
}

/** Writes what is known of a document beside it; it is there before the document is. */
async function writeSidecar(
  path: string,
  { externalId, role }: SessionDocument,
  externalData: Readonly<Record<string, string>>,
): Promise<void> {
  const fields = {
    ...(externalId === null || externalId === '' ? {} : { externalId }),
    ...(role === null || role === '' ? {} : { role }),
    ...(Object.keys(externalData).length === 0 ? {} : { externalData }),
  };
  if (Object.keys(fields).length === 0) return;
  // Durable: after a power cut the document must not leave without it.
  await saveFile(`${path}.json`, JSON.stringify(fields));
}

async function takeAway(path: string): Promise<void> {
  for (const each of [`${path}.part`, `${path}.json`]) await rm(each, { force: true });
}

/** Removes documents that were saved before a fault: a second try would write them twice. */
async function nothingSaved(path: string, saved: readonly string[]): Promise<void> {
  await takeAway(path).catch(() => undefined);
  for (const each of saved) await rm(each, { force: true }).catch(() => undefined);
}

/** Notes where a document will lie; the fault of a disk that refuses the note. */
async function noted(session: LiveSession, documentId: string, sent: SessionDocument['sent']): Promise<Fault | null> {
  const outcome = await withDiskFault(async () => success(await session.markSent(new Map([[documentId, sent]]))));
  return outcome.ok ? null : outcome.fault;
}

/** Lets a document that did not leave be changed again. Where the disk refuses the note, the session saves it later. */
async function takenBack(session: LiveSession, documentId: string, path: string): Promise<void> {
  await takeAway(path).catch(() => undefined);
  await noted(session, documentId, null);
}

/** Writes a document and, where it leaves, its sidecar before it; answers its bytes. A disk that refuses is a fault. */
async function writeDocument(
  session: LiveSession,
  document: SessionDocument,
  {
    format,
    path,
    title,
    values,
  }: {
    readonly format: 'pdf' | 'archive' | 'tiff';
    readonly path: string;
    readonly title: string;
    /** Of its fields, where it leaves. */
    readonly values: Readonly<Record<string, string>> | null;
  },
): Promise<Outcome<number>> {
  return withDiskFault(async () => {
    if (values !== null) await writeSidecar(path, document, values);
    return session.write(document, format, path, title);
  });
}

/**
 * Writes documents of a session, one after the other; answers their paths. One that leaves is noted before it is written: after a
 * crash in between it is known whether it left (see {@link settleSent}), so that none is sent twice and none forgotten.
 */
export async function writeDocuments(
  session: LiveSession,
  writing: Writing,
  documentIds: readonly string[] | undefined,
): Promise<Outcome<WrittenDocuments>> {
  await session.looked();
  const documents = chosen(session, documentIds);
  if (!documents.ok) return documents;
  const format = session.state().target.format ?? writing.profile?.format ?? 'pdf';
  const isArchive = format === 'pdf' && !writing.leaving && writing.profile?.archive === true;
  const paths: string[] = [];
  let bytes = 0;
  for (const document of documents.value) {
    const title = documentName(session.state(), document, writing.profile);
    const path = await freePath(writing, title, format === 'pdf' ? 'pdf' : 'tif');
    const { leaving, profile } = writing;
    const values = leaving ? documentValues(session.state(), document, profile) : null;
    const refused = leaving ? await noted(session, document.id, { at: writing.now(), path }) : null;
    const written: Outcome<number> =
      refused === null
        ? await writeDocument(session, document, { format: isArchive ? 'archive' : format, path, title, values })
        : { ok: false, fault: refused };
    if (!written.ok) {
      if (leaving) await takenBack(session, document.id, path);
      else await nothingSaved(path, paths);
      return written;
    }
    paths.push(path);
    bytes += written.value;
  }
  return success({ paths, bytes, unread: isArchive && (await findReader()) === null });
}

/** After a start: documents that were to leave and neither lie in the outbox nor are in the journal can be changed again. */
export async function settleSent(session: LiveSession, isTakenIn: Writing['isTakenIn']): Promise<void> {
  for (const { id, sent } of session.state().documents) {
    if (sent === null || (await isThere(sent.path)) || (await isTakenIn(sent.path))) continue;
    await takenBack(session, id, sent.path);
  }
}
