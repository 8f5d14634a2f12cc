import type { Command, CommandAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../platform/ports.ts';
import { saveCaseFiles } from '../service/case-files/save-case-files.ts';
import { saveDownload } from '../service/case-files/save-download.ts';
import { personCall, type Download } from '../service/client.ts';
import type { ClientProblem } from '../service/problems.ts';
import type { NamedServiceClient } from '../service/service-client.ts';

/** What saving files of cases needs. */
export interface CaseActsDependencies {
  readonly journal: Pick<Journal, 'commit'>;
  readonly clock: Clock;
  readonly actor: string;
  readonly client: (connectionId: string) => Outcome<NamedServiceClient>;
}

type SaveFiles = Extract<Command, { name: 'cases.save-files' }>;
type Saved = CommandAnswer<'cases.save-files'>;
type Files = Saved['files'];

const zipTypes = ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'];

/** What the saving of files of cases answers. */
export interface CaseActs {
  saveCaseFiles(command: SaveFiles): Promise<Outcome<Saved>>;
  /** Breaks the saving off, if it goes on. */
  stopSaving(place: Place): void;
  /** Bytes that came so far; null: nothing of the case is being saved. */
  savedBytes(place: Place): number | null;
}

type Place = Pick<SaveFiles, 'connectionId' | 'caseId'>;

/** One saving under way. */
interface Saving {
  bytes: number;
  readonly ends: AbortController;
}

async function* counted(body: Download['body'], saving: Saving): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    saving.bytes += chunk.byteLength;
    yield chunk;
  }
}

async function saveZip(download: Download, caseId: string, folder: string, saving: Saving): Promise<Outcome<Files>> {
  const type = download.mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!zipTypes.includes(type)) {
    await download.body[Symbol.asyncIterator]().return?.();
    return failure('answer-not-understood', {
      operation: 'cases.files',
      problem: 'unexpected-shape' satisfies ClientProblem,
    });
  }
  const fileName = `case-${caseId}.zip`;
  const saved = await saveDownload({ mediaType: 'application/zip', fileName, body: download.body }, caseId, folder);
  return saved.ok ? success([{ name: fileName, path: saved.value.path, size: saving.bytes }]) : saved;
}

/** Makes the acts that save the files of a case; who did it stands in the case's history. */
export function createCaseActs({ journal, clock, actor, client }: CaseActsDependencies): CaseActs {
  const underWay = new Map<string, Saving>();
  const keyOf = ({ connectionId, caseId }: Place): string => `${connectionId}/${caseId}`;

  async function save(command: SaveFiles, saving: Saving): Promise<Outcome<Files>> {
    const service = client(command.connectionId);
    if (!service.ok) return service;
    const { roles, mainFile, as, caseId, folder } = command;
    const choice = {
      ...(as === 'zip' ? { form: 'zip' as const } : {}),
      ...(roles === undefined ? {} : { types: roles }),
      ...(mainFile === undefined ? {} : { mainFile }),
    };
    const { signal } = saving.ends;
    const answer = await service.value.downloadCaseFiles(caseId, choice, { ...personCall, signal });
    if (!answer.ok) return answer;
    const download = { ...answer.value, body: counted(answer.value.body, saving) };
    if (as === 'zip') return saveZip(download, caseId, folder, saving);
    const saved = await saveCaseFiles(download, folder);
    if (!saved.ok) return saved;
    return success(saved.value.map(({ name, path, size }) => ({ name: name ?? '', path, size })));
  }

  return {
    async saveCaseFiles(command) {
      const key = keyOf(command);
      const saving: Saving = { bytes: 0, ends: new AbortController() };
      underWay.set(key, saving);
      const saved = await save(command, saving).finally(() => {
        if (underWay.get(key) === saving) underWay.delete(key);
      });
      if (!saved.ok) return saving.ends.signal.aborted ? success({ files: [], stopped: true }) : saved;
      const { caseId, as } = command;
      const detail = { files: saved.value.length, as };
      const at = clock.now();
      await journal.commit(
        [{ kind: 'custody', subject: 'case', subjectId: caseId, event: 'files-saved', at, detail }],
        actor,
      );
      return success({ files: saved.value, stopped: false });
    },
    stopSaving: (place) => underWay.get(keyOf(place))?.ends.abort(),
    savedBytes: (place) => underWay.get(keyOf(place))?.bytes ?? null,
  };
}
