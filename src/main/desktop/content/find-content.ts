import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { queryAnswers, type Query } from '../../../shared/contract.ts';
import type { ContentReference } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ExportView } from '../../../shared/views.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { faultOfBrokenBody } from '../../engine/service/transport/broken-body.ts';
import type { Download } from '../../engine/service/client.ts';
import type { NamedServiceClient } from '../../engine/service/service-client.ts';
import { openService } from '../../host/service-door.ts';
import type { DesktopStation } from '../desktop-station.ts';
import { extensionOf } from './media.ts';
import { createViewedFolder } from './viewed-folder.ts';

/** Content as a file of this computer. `fetched` = a copy of this run, not the original. */
export interface FoundContent {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string | null;
  readonly size: number;
  readonly fetched: boolean;
}

/** Finds content by its reference; what only the service has is fetched into a folder of this run, once. */
export interface ContentFinder {
  find(content: ContentReference): Promise<Outcome<FoundContent>>;
  /** Removes what was fetched. */
  close(): Promise<void>;
}

/** Makes the finder; see {@link ContentFinder}. */
export function createContentFinder(station: DesktopStation): ContentFinder {
  const viewed = createViewedFolder(station.dataDirectory);
  const fetched = new Map<string, FoundContent>();

  async function find(content: ContentReference): Promise<Outcome<FoundContent>> {
    // Pages that are being scanned are pictures of the engine, no files of anybody.
    if (content.kind === 'scan-page') return failure('not-found', { subject: 'page', id: content.pageId });
    if (content.kind === 'file') return fetchFile(content.connectionId, content.fileId, null);
    if (content.kind === 'document-xml') return fetchXml(content.connectionId, content.documentId);
    if (content.kind === 'export') {
      const view = await findExport(content.exportId);
      if (!view.ok) return view;
      const present = await onDisk(view.value.path, null, 'application/xml');
      return present ?? failure('file-gone', { path: view.value.path ?? content.exportId });
    }
    const answer = await ask({ name: 'items.get', idPrefix: content.itemId });
    if (!answer.ok) return answer;
    const item = queryAnswers['items.get'].parse(answer.value);
    if (item.copy !== undefined) {
      const copy = await onDisk(item.copy.path, item.copy.name, null);
      if (copy !== null) return copy;
      // A copy that was sent is gone here. It can be shown; what it was made of, mostly not: a picture that no browser knows, a PDF with a password.
      const sent = item.fileId === null ? null : await fetchFile(item.connectionId, item.fileId, item.copy.name);
      if (sent?.ok === true) return sent;
    }
    const present = await onDisk(item.path, item.name, item.mediaType);
    if (present !== null) return present;
    if (item.fileId === null) return failure('file-gone', { path: item.path });
    return fetchFile(item.connectionId, item.fileId, item.name);
  }

  async function ask(query: Query): Promise<Outcome<unknown>> {
    const engine = await station.engine();
    return engine.ok ? engine.value.query(query) : engine;
  }

  async function findExport(exportId: string): Promise<Outcome<ExportView>> {
    const answer = await ask({ name: 'exports.get', exportId });
    return answer.ok ? success(queryAnswers['exports.get'].parse(answer.value)) : answer;
  }

  function fetchFile(connectionId: string, fileId: string, name: string | null): Promise<Outcome<FoundContent>> {
    return fetchOnce(`file ${connectionId} ${fileId}`, connectionId, name ?? fileId, (client) =>
      client.downloadFile(fileId, { lane: 'person', tries: 2 }),
    );
  }

  async function fetchXml(connectionId: string, documentId: string): Promise<Outcome<FoundContent>> {
    const answer = await ask({ name: 'documents.get', connectionId, documentId });
    if (!answer.ok) return answer;
    const { projectId } = queryAnswers['documents.get'].parse(answer.value);
    if (projectId === null) return failure('not-found', { subject: 'project', id: documentId });
    // Made anew each time: the service's own may have changed.
    return fetch(connectionId, `${documentId}.xml`, (client) =>
      client.documentXml(documentId, projectId, { lane: 'person', tries: 2 }),
    );
  }

  async function fetchOnce(
    key: string,
    connectionId: string,
    name: string,
    act: (client: NamedServiceClient) => Promise<Outcome<Download>>,
  ): Promise<Outcome<FoundContent>> {
    const known = fetched.get(key);
    if (known !== undefined) return success(known);
    const answer = await fetch(connectionId, name, act);
    if (answer.ok) fetched.set(key, answer.value);
    return answer;
  }

  async function fetch(
    connectionId: string,
    fallbackName: string,
    act: (client: NamedServiceClient) => Promise<Outcome<Download>>,
  ): Promise<Outcome<FoundContent>> {
    const settings = await station.settings();
    if (!settings.ok) return settings;
    const connection = settings.value.connections.find(({ id }) => id === connectionId);
    if (connection === undefined) return failure('not-found', { subject: 'connection', id: connectionId });
    const client = openService({ ports: station.ports, settings: settings.value }, connection);
    try {
      const answer = await act(client);
      if (!answer.ok) return answer;
      const { mediaType, fileName, body } = answer.value;
      const told = basename(fileName ?? fallbackName);
      const name = extname(told) === '' ? `${told}${extensionOf(mediaType)}` : told;
      const place = await viewed.place();
      // The name on disk is ours but for its ending: the service's may be no name here.
      const path = join(place, `document${extname(name).replaceAll(/[^.A-Za-z0-9]/gu, '')}`);
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(Readable.from(body), target);
      } catch (error) {
        await viewed.remove(place);
        const broken = faultOfBrokenBody(error);
        return broken === null ? failure('disk-full', {}) : { ok: false, fault: broken };
      }
      await viewed.keep(place, target.bytesWritten, () => {
        for (const [key, found] of fetched) if (found.path === path) fetched.delete(key);
      });
      return success({ path, name, mediaType, size: target.bytesWritten, fetched: true });
    } finally {
      await client.close();
    }
  }

  return {
    find,
    close: viewed.clear,
  };
}

async function onDisk(
  path: string | null,
  name: string | null,
  mediaType: string | null,
): Promise<Outcome<FoundContent> | null> {
  if (path === null) return null;
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  return success({ path, name: name ?? basename(path), mediaType, size: found.size, fetched: false });
}
