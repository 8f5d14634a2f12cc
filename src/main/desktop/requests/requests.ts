import { isAbsolute, join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { app, clipboard, dialog, shell } from 'electron';
import type { ContentReference, DesktopRequest } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import type { ContentDesk } from '../content/content-desk.ts';
import type { ContentFinder } from '../content/find-content.ts';
import { mayBeOpened } from '../content/media.ts';
import type { ClientProblem } from '../../engine/service/problems.ts';
import { checkSetting } from '../../host/check-setting.ts';
import type { UpdateProblem } from '../../host/updates/manifest.ts';
import type { DesktopStation } from '../desktop-station.ts';
import type { OfferedPaths } from '../offered-paths.ts';
import { practiceConnectionId, practiceProjectId } from '../practice/practice-settings.ts';
import { keepCertificate, keepConnection, removeConnection, testConnection } from './connections.ts';
import { answerTeam } from './team.ts';
import { describeDrop } from './describe-drop.ts';
import { writeDiagnostics } from './diagnostics.ts';
import type { Updates } from '../updates/updates.ts';
import { mayOpenExternally } from './external-address.ts';
import { saveCustody } from './save-custody.ts';
import type { TableDesk } from './save-table.ts';
import { saveFile } from './save-file.ts';
import { writeFile } from 'node:fs/promises';
import { shellWords } from '../shell/words.ts';

/** What the desktop's answers are made with. */
export interface RequestParts {
  readonly station: DesktopStation;
  readonly finder: ContentFinder;
  readonly desk: ContentDesk;
  readonly offered: OfferedPaths;
  readonly tables: TableDesk;
  readonly updates: Updates;
  readonly language: () => 'en' | 'de';
  readonly window: () => BrowserWindow | null;
  /** Settings or connections changed. */
  readonly onChanged: () => void;
  /** The page listens to events now. */
  readonly onListening: () => void;
}

const logsFolder = ({ dataDirectory }: DesktopStation): string => join(dataDirectory, 'logs');

/** Answers each request of the desktop's contract. */
export async function answerRequest(parts: RequestParts, request: DesktopRequest): Promise<Outcome<unknown>> {
  const { station } = parts;
  switch (request.name) {
    case 'window.ready':
      await parts.tables.dropAll();
      parts.onListening();
      return success({});
    case 'station.info':
      return info(parts);
    case 'settings.get':
      return readSettings(parts);
    case 'settings.set':
      return writeSetting(parts, request.path, request.value);
    case 'settings.last-good':
      return success({ at: await station.store.lastGood() });
    case 'settings.show-file':
      return showSettingsFile(parts);
    case 'settings.repair': {
      const usable = await (request.use === 'present' ? station.settings() : station.store.restoreGood());
      const begun = await changed(parts, usable);
      return begun.ok ? success({}) : begun;
    }
    case 'connections.test':
      return testConnection(station, request.connection, request.secret);
    case 'connections.save':
      return changed(parts, await keepConnection(station, request.connection, request.secret));
    case 'connections.remove':
      return changed(parts, await removeConnection(station, request.connectionId));
    case 'certificate.save':
    case 'certificate.remove':
      return changed(parts, await keepCertificate(station, request));
    case 'team.look':
      return answerTeam(station, request);
    case 'team.join':
    case 'team.leave':
      return changed(parts, await answerTeam(station, request));
    case 'practice.start':
      await station.startPractice();
      parts.onChanged();
      return success({ connectionId: practiceConnectionId, projectId: practiceProjectId });
    case 'dialog.choose-folder':
      return choose(parts, request.title, ['openDirectory', 'createDirectory']);
    case 'dialog.choose-files':
      return choose(parts, request.title, ['openFile', 'multiSelections']);
    case 'drop.describe':
      return success(await describeDrop(request.paths, parts.offered.isOffered));
    case 'content.open':
      return parts.desk.open(request.content);
    case 'shell.show-in-folder':
      return withFile(parts, request.content, (path) => {
        shell.showItemInFolder(path);
        return Promise.resolve('');
      });
    case 'shell.open':
      return withFile(parts, request.content, (path) =>
        mayBeOpened(path) ? shell.openPath(path) : Promise.resolve(null),
      );
    case 'shell.open-external':
      return openExternally(parts, request.url);
    case 'clipboard.copy':
      void clipboard.writeText(request.text);
      return success({});
    case 'scan.separator-sheet':
      return saveSeparatorSheet(parts);
    case 'custody.save': {
      const up = await station.engine();
      return up.ok ? saveCustody(parts.window(), up.value, request) : up;
    }
    case 'table.begin':
      return parts.tables.begin(parts.window(), parts.language(), request);
    case 'table.add':
      return parts.tables.add(request);
    case 'table.end':
      return parts.tables.end(request);
    case 'updates.restart':
      return parts.updates.restart();
    case 'diagnostics.save':
      return saveDiagnostics(parts);
    case 'diagnostics.open-logs': {
      const problem = await shell.openPath(logsFolder(station));
      return problem === '' ? success({}) : failure('wrong-usage', { problem, hint: '' });
    }
  }
}

async function info({ station, updates }: RequestParts): Promise<Outcome<unknown>> {
  const settings = await station.settings();
  if (!settings.ok) return settings;
  const practice = station.practice();
  return success({
    version: app.getVersion(),
    stationName: settings.value.station.name,
    platform: process.platform,
    dataDirectory: station.dataDirectory,
    logsFolder: logsFolder(station),
    practiceConnectionId: practice === null ? null : practiceConnectionId,
    practiceProjectId: practice === null ? null : practiceProjectId,
    recovered: station.running()?.recovered ?? null,
    updates: updates.view(),
  });
}

async function readSettings({ station }: RequestParts): Promise<Outcome<unknown>> {
  const settings = await station.settings();
  if (!settings.ok) return settings;
  const locked = await station.store.locked();
  return locked.ok ? success({ settings: settings.value, locks: locked.value }) : locked;
}

/** Shows the file that can't be used, the user's or the policy; the user's where both can, and where it is no file that can't. */
async function showSettingsFile({ station }: RequestParts): Promise<Outcome<unknown>> {
  const settings = await station.settings();
  const named = settings.ok ? undefined : settings.fault.params['path'];
  shell.showItemInFolder(
    typeof named === 'string' && isAbsolute(named) ? named : join(station.dataDirectory, 'settings.json'),
  );
  return success({});
}

/** Whether a page may set this. */
export function mayPageSet(path: string, value: unknown): Outcome<unknown> {
  // A page names no file that is read: who sets up the station does, by command or policy.
  if (path.startsWith('network') && /\bfile:/iu.test(JSON.stringify(value ?? null)))
    return failure('settings-invalid', {
      field: 'network.proxyScript',
      problem: 'script-in-file' satisfies ClientProblem,
    });
  // What is run next must not be a page's choice.
  if (path.startsWith('updates'))
    return failure('settings-invalid', { field: path, problem: 'updates-by-it' satisfies UpdateProblem });
  return checkSetting(path, value, process.env);
}

async function writeSetting(parts: RequestParts, path: string, value: unknown): Promise<Outcome<unknown>> {
  const usable = mayPageSet(path, value);
  if (!usable.ok) return usable;
  const saved = await changed(parts, await parts.station.change(path, value));
  return saved.ok ? success({ settings: saved.value }) : saved;
}

async function changed<T>({ station, onChanged }: RequestParts, outcome: Outcome<T>): Promise<Outcome<T>> {
  if (!outcome.ok) return outcome;
  await station.apply();
  onChanged();
  return outcome;
}

async function choose(
  { window, offered }: RequestParts,
  title: string,
  properties: ('openDirectory' | 'createDirectory' | 'openFile' | 'multiSelections')[],
): Promise<Outcome<unknown>> {
  const parent = window();
  const options = { title, properties };
  const { filePaths } = await (parent === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(parent, options));
  offered.offer(filePaths);
  return success({ paths: filePaths });
}

async function withFile(
  { finder }: RequestParts,
  content: ContentReference,
  /** Answers '' where it went well, null where such a file is not opened, else what the system says. */
  act: (path: string) => Promise<string | null>,
): Promise<Outcome<unknown>> {
  const found = await finder.find(content);
  if (!found.ok) return found;
  const problem = await act(found.value.path);
  if (problem === null) return misuse('opens-documents-only');
  return problem === '' ? success({}) : failure('wrong-usage', { problem, hint: '' });
}

async function openExternally({ station }: RequestParts, address: string): Promise<Outcome<unknown>> {
  const settings = await station.settings();
  if (!settings.ok) return settings;
  if (!mayOpenExternally(address, settings.value.connections)) {
    return misuse('not-your-service');
  }
  await shell.openExternal(address);
  return success({});
}

function saveDiagnostics({ station, window }: RequestParts): Promise<Outcome<unknown>> {
  return saveFile(window(), 'mailroom-diagnostics.zip', async (path) => {
    const settings = await station.settings();
    await writeDiagnostics(path, {
      dataDirectory: station.dataDirectory,
      version: app.getVersion(),
      settings: settings.ok ? settings.value : null,
      counts: station.running()?.progress().items ?? null,
    });
    return success(undefined);
  });
}

/** Saves a separator sheet as PDF where a person chooses. */
function saveSeparatorSheet({ window, language }: RequestParts): Promise<Outcome<unknown>> {
  const { separatorFile, separatorTitle: title, separatorText: text } = shellWords[language()];
  return saveFile(window(), `${separatorFile}.pdf`, async (path) => {
    // Only whoever needs a sheet loads what draws it.
    const { separatorSheet } = await import('../../engine/scanning/separation/separator-sheet.ts');
    await writeFile(path, await separatorSheet({ title, text }));
    return success(undefined);
  });
}
