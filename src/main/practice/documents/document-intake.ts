import { nameOrDefault } from '../file-names.ts';
import { outcomeOf } from '../projects/project-store.ts';
import { outcomeFor, planSteps } from './document-plan.ts';
import type { Outcome } from './document-plan.ts';
import type { FileStore, StoredFile } from '../file-store.ts';
import type { ProjectRecord } from '../projects/project-store.ts';
import type { DocumentFile, DocumentRecord, DocumentStore, ExternalData } from './document-store.ts';

/** What is to become one document; the first file is the main one. */
export interface Intake {
  readonly project: ProjectRecord;
  readonly main: StoredFile;
  readonly files: readonly DocumentFile[];
  readonly caseId: string | null;
  readonly externalId: string | undefined;
  readonly externalData: ExternalData | undefined;
  readonly client: string;
}

/** Makes documents of files. */
export interface DocumentIntake {
  /** The fingerprint that `create` wants: SHA-256 where the project refuses duplicates, else null. */
  fingerprint(project: ProjectRecord, main: StoredFile): Promise<string | null>;
  create(intake: Intake, fingerprint: string | null, at: number): DocumentRecord;
}

const maxTitleLength = 256;

/**
 * Creates the intake: title from the file name, outcome by name and project, `failed` for a content that the project already has.
 * `usual` is where the documents of automatic projects end that have no outcome of their own; null: as the project says.
 */
export function createDocumentIntake(
  documents: DocumentStore,
  files: FileStore,
  seed: number,
  processingMs: number,
  usual: Outcome | null,
): DocumentIntake {
  const contents = new Map<string, Set<string>>();

  function isDuplicate(project: ProjectRecord, fingerprint: string | null): boolean {
    if (fingerprint === null) return false;
    const known = contents.get(project.id) ?? new Set<string>();
    contents.set(project.id, known);
    if (known.has(fingerprint)) return true;
    known.add(fingerprint);
    return false;
  }

  return {
    async fingerprint(project, main) {
      return project.fields.duplicates === 'fail' ? files.sha256(main) : null;
    },
    create(intake, fingerprint, at) {
      const { project, main, client, ...rest } = intake;
      const name = nameOrDefault(main);
      const outcome = isDuplicate(project, fingerprint) ? 'failed' : outcomeFor(outcomeOf(project, usual), name, seed);
      return documents.create(
        {
          ...rest,
          projectId: project.id,
          fileId: main.id,
          title: Array.from(name).slice(0, maxTitleLength).join(''),
          createdBy: client,
          steps: planSteps(outcome, processingMs, name, seed),
        },
        at,
      );
    },
  };
}
