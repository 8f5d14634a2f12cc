import { z } from 'zod';
import { caseReleases } from './case-rule.ts';
import { faultSchema } from './faults.ts';
import { itemStageSchema } from './item.ts';
import { externalDataSchema } from './settings.ts';
import { documentViewSchema } from './views.ts';

/**
 * Where an open case stands. `open` = gathers; `held` = waits for a person, the fault says why; `released` = goes to the service as
 * soon as all its files are there; `submitting`; `unclear` = sent, and it is not known whether it arrived: being looked for;
 * `refused` = the service did not take it, the fault says why; `submitted` = a case of the service; `dissolved`.
 */
export const openCaseStates = [
  'open',
  'held',
  'released',
  'submitting',
  'unclear',
  'refused',
  'submitted',
  'dissolved',
] as const;

/** See {@link openCaseStates}. */
export type OpenCaseState = (typeof openCaseStates)[number];

/** A file in an open case. `size` in bytes. `mainFile`: as marked, else as it would be sent now. */
export const openCaseMemberSchema = z.object({
  itemId: z.string(),
  name: z.string(),
  size: z.number(),
  mediaType: z.string().nullable(),
  sourceId: z.string(),
  stage: itemStageSchema,
  fault: faultSchema.nullable(),
  role: z.string().nullable(),
  mainFile: z.boolean(),
  /** A person marked it as the main file. */
  mainMarked: z.boolean(),
  takenInAt: z.number(),
  /** Documents of the service that it is part of. */
  documentIds: z.array(z.string()),
});

/** See {@link openCaseMemberSchema}. */
export type OpenCaseMember = z.infer<typeof openCaseMemberSchema>;

/** A file that came for an open case and was set aside, since its content was taken in before: into the open case that is named, or none. */
export const openCaseSetAsideSchema = z.object({
  itemId: z.string(),
  name: z.string(),
  role: z.string().nullable(),
  openCaseId: z.string().nullable(),
  openCaseName: z.string().nullable(),
});

/** See {@link openCaseSetAsideSchema}. */
export type OpenCaseSetAside = z.infer<typeof openCaseSetAsideSchema>;

/** An open case: a case before it is at the service, and afterwards what it was made of. Instants in ms. */
export const openCaseViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  connectionId: z.string(),
  projectId: z.string(),
  /** What its files have in common by the rule; null = made by hand. */
  key: z.string().nullable(),
  state: z.enum(openCaseStates),
  fault: faultSchema.nullable(),
  externalId: z.string().nullable(),
  externalData: externalDataSchema.nullable(),
  roles: z.array(z.string()),
  required: z.array(z.string()),
  release: z.enum(caseReleases),
  /** Required roles that no file has yet. */
  missing: z.array(z.string()),
  /** Files that need a role and have none. */
  withoutRole: z.number(),
  /** Nothing is missing. */
  complete: z.boolean(),
  members: z.array(openCaseMemberSchema),
  createdAt: z.number(),
  /** `engine`, or who made it. */
  createdBy: z.string(),
  /** When a file or a decision last changed it: quiet time and limit count from here. */
  changedAt: z.number(),
  /** When it is released by itself or held; null = neither. */
  dueAt: z.number().nullable(),
  /** A file on its way that it waits for, by its name; '' while its folder is looked through for the first time; null = none. */
  awaited: z.string().nullable(),
  releasedAt: z.number().nullable(),
  releasedBy: z.string().nullable(),
  /** The case of the service, once it is known. */
  caseId: z.string().nullable(),
  /** An earlier open case of the same key that was released before this file came. */
  earlierOpenCaseId: z.string().nullable(),
  note: z.string().nullable(),
  /** Whose turn it is. */
  assignee: z.string().nullable(),
  /** Files that came for it and are duplicates of files elsewhere, newest first; `items.send-anyway` puts them in. */
  setAside: z.array(openCaseSetAsideSchema),
});

/** See {@link openCaseViewSchema}. */
export type OpenCaseView = z.infer<typeof openCaseViewSchema>;

/** Open cases by state; states without open cases may be missing. `loose`: files of mode case without an open case. `needsYou`: held, refused, or released with a file that is held. */
export const openCaseCountsSchema = z.object({
  states: z.partialRecord(z.enum(openCaseStates), z.number()),
  loose: z.number(),
  needsYou: z.number(),
});

/** See {@link openCaseCountsSchema}. */
export type OpenCaseCounts = z.infer<typeof openCaseCountsSchema>;

/** A batch that gathers. `closesAt`: when it is sent, where no file comes until then (ms since 1970). */
export const openBatchSchema = z.object({
  id: z.string(),
  sourceId: z.string(),
  connectionId: z.string(),
  projectId: z.string(),
  items: z.number(),
  closesAt: z.number(),
});

/** See {@link openBatchSchema}. */
export type OpenBatchView = z.infer<typeof openBatchSchema>;

/** What a rule would make of names. */
export const openCasePreviewSchema = z.object({
  openCases: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      files: z.array(z.object({ name: z.string(), role: z.string().nullable() })),
      missing: z.array(z.string()),
    }),
  ),
  loose: z.array(z.string()),
});

/** See {@link openCasePreviewSchema}. */
export type OpenCasePreview = z.infer<typeof openCasePreviewSchema>;

/** A case as the service tells it. States are open words. `openCaseId` = the open case here that it was made of. */
export const caseViewSchema = z.object({
  id: z.string(),
  projectId: z.string().nullable(),
  state: z.string().nullable(),
  title: z.string().nullable(),
  externalId: z.string().nullable(),
  fileBatchId: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** Null where the service did not tell. */
  files: z.number().nullable(),
  openCaseId: z.string().nullable(),
});

/** See {@link caseViewSchema}. */
export type CaseView = z.infer<typeof caseViewSchema>;

/** A file of a case; `name` and `itemId` where it came from here. */
const caseFileViewSchema = z.object({
  id: z.string(),
  type: z.string().nullable(),
  mainFile: z.boolean(),
  name: z.string().nullable(),
  itemId: z.string().nullable(),
  size: z.number().nullable(),
});

/** A case with its files and documents. `itemIds`: what was taken in here for it. */
export const caseDetailSchema = caseViewSchema.omit({ files: true }).extend({
  externalData: z.record(z.string(), z.unknown()).nullable(),
  files: z.array(caseFileViewSchema),
  documents: z.array(documentViewSchema),
  itemIds: z.array(z.string()),
});
