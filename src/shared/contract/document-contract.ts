import { z } from 'zod';
import { faultSchema } from '../faults.ts';
import { localPath } from '../local-path.ts';
import { externalDataSchema } from '../settings.ts';
import { documentDetailSchema, documentViewSchema, projectListSchema } from '../views.ts';

/** Orders in which the service lists documents. */
export const serviceOrders = ['-updatedAt', 'updatedAt', '-createdAt', 'createdAt'] as const;

/** Orders of the documents that were followed here. */
export const ownOrders = [
  'title',
  '-title',
  'supplier',
  '-supplier',
  'number',
  '-number',
  'amount',
  '-amount',
] as const;

const id = z.string().min(1).max(200);
const nothing = z.object({});

/** Commands that change a document at the service, or save a file of it. */
export const documentCommands = [
  z.object({
    name: z.literal('documents.set-title'),
    documentId: id,
    connectionId: id,
    title: z.string().max(256),
  }),
  z.object({
    name: z.literal('documents.set-external-id'),
    documentId: id,
    connectionId: id,
    externalId: z.string().min(1).max(256),
  }),
  z.object({
    name: z.literal('documents.set-external-data'),
    documentId: id,
    connectionId: id,
    externalData: externalDataSchema,
  }),
  /** Saves a file of the service in a folder under its own name, never over another one. */
  z.object({ name: z.literal('documents.save-file'), connectionId: id, fileId: id, folder: localPath('written') }),
] as const;

/** What each of {@link documentCommands} answers. */
export const documentCommandAnswers = {
  'documents.set-title': nothing,
  'documents.set-external-id': nothing,
  'documents.set-external-data': nothing,
  'documents.save-file': z.object({ path: z.string() }),
} as const;

/** Reads of documents, as the service tells them. */
export const documentQueries = [
  /** Documents as the service lists them. */
  z.object({
    name: z.literal('documents.list'),
    connectionId: id,
    projectId: id.optional(),
    states: z.array(z.string()).optional(),
    caseId: id.optional(),
    /**
     * Words, all of which stand in title, external id, id or the values of the data: looked for in all documents that were followed
     * here, and in at most the newest 500 of the service's list that the other conditions leave.
     */
    search: z.string().max(200).optional(),
    /** Part of the supplier's name, and changed then (ms) or later: the service knows neither, so these list all documents that were followed here. */
    supplier: z.string().min(1).max(200).optional(),
    since: z.number().optional(),
    offset: z.number().int().min(0),
    /** More than 50 is replaced by 50, as the interface says. */
    limit: z.number().int().min(0),
    /** The service sorts by time alone: by anything else, all documents that were followed here are listed, as they were seen last. */
    sort: z.enum([...serviceOrders, ...ownOrders]).optional(),
  }),
  /** Suppliers of documents that were followed here, those of most documents first. */
  z.object({ name: z.literal('documents.suppliers'), connectionId: id }),
  z.object({ name: z.literal('documents.get'), connectionId: id, documentId: id }),
  /** A document with all that the service knows of it. */
  z.object({ name: z.literal('documents.detail'), connectionId: id, documentId: id }),
  /** Projects that the service of a connection listed last, whether it answers now or not; none where it never did. */
  z.object({ name: z.literal('projects.known'), connectionId: id }),
  /** Whether a project can be used: its fault says why not (`project-unknown`, that of the sign-in, the service out of reach). */
  z.object({ name: z.literal('projects.check'), connectionId: id, projectId: id }),
] as const;

/** What each of {@link documentQueries} answers. */
export const documentQueryAnswers = {
  'documents.list': z.object({
    documents: z.array(documentViewSchema),
    limit: z.number(),
    offset: z.number(),
    totalCount: z.number().nullable(),
    /** With `search`, or in an order of our own: how many documents of the service's list were looked through (null: it did not answer), and how many that were followed here and whose data is known. */
    searched: z.number().nullable().optional(),
    followed: z.number().optional(),
    /** In an order of our own: how many of all are without what they are sorted by, and come last. */
    without: z.number().optional(),
    /** With `search`: why the service did not answer; the documents are those that are kept here. */
    fault: faultSchema.optional(),
  }),
  'documents.suppliers': z.object({ names: z.array(z.string()) }),
  'documents.get': documentViewSchema,
  'documents.detail': documentDetailSchema,
  'projects.known': projectListSchema,
  'projects.check': z.object({ projectId: z.string() }),
} as const;
