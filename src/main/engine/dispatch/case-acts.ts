import type { Command, CommandAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../ports.ts';
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

const zipTypes = ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'];

async function saveZip(download: Download, caseId: string, folder: string): Promise<Outcome<Saved>> {
  const type = download.mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!zipTypes.includes(type)) {
    await download.body[Symbol.asyncIterator]().return?.();
    return failure('answer-not-understood', {
      operation: 'cases.files',
      problem: 'unexpected-shape' satisfies ClientProblem,
    });
  }
  const fileName = `case-${caseId}.zip`;
  let size = 0;
  const counted: Download = {
    mediaType: 'application/zip',
    fileName,
    body: (async function* () {
      for await (const chunk of download.body) {
        size += chunk.byteLength;
        yield chunk;
      }
    })(),
  };
  const saved = await saveDownload(counted, caseId, folder);
  return saved.ok ? success({ files: [{ name: fileName, path: saved.value.path, size }] }) : saved;
}

/** Makes the act that saves the files of a case; who did it stands in the case's history. */
export function createCaseActs(dependencies: CaseActsDependencies): (command: SaveFiles) => Promise<Outcome<Saved>> {
  const { journal, clock, actor, client } = dependencies;

  async function save(command: SaveFiles): Promise<Outcome<Saved>> {
    const service = client(command.connectionId);
    if (!service.ok) return service;
    const { roles, mainFile, as, caseId, folder } = command;
    const choice = {
      ...(as === 'zip' ? { form: 'zip' as const } : {}),
      ...(roles === undefined ? {} : { types: roles }),
      ...(mainFile === undefined ? {} : { mainFile }),
    };
    const download = await service.value.downloadCaseFiles(caseId, choice, personCall);
    if (!download.ok) return download;
    if (as === 'zip') return saveZip(download.value, caseId, folder);
    const saved = await saveCaseFiles(download.value, folder);
    if (!saved.ok) return saved;
    return success({ files: saved.value.map(({ name, path, size }) => ({ name: name ?? '', path, size })) });
  }

  return async (command) => {
    const saved = await save(command);
    if (saved.ok) {
      const { caseId, as } = command;
      const detail = { files: saved.value.files.length, as };
      const at = clock.now();
      await journal.commit(
        [{ kind: 'custody', subject: 'case', subjectId: caseId, event: 'files-saved', at, detail }],
        actor,
      );
    }
    return saved;
  };
}
