import { z } from 'zod';
import { bytes, json, noBody, documented } from './operation.ts';
import type { Operation } from './operation.ts';
import { answeredId, uploadRule } from './rules.ts';
import type { FileToUpload } from './rules.ts';
import type { Download } from '../client.ts';

const uploadAnswer = z.looseObject({ id: answeredId });

/** POST /files. Repeating it only leaves an unused file behind (observed; the interface doesn't say). */
export const upload: Operation<unknown, FileToUpload, z.infer<typeof uploadAnswer>> = {
  name: 'files.upload',
  method: 'POST',
  path: '/files',
  scope: documented('files.write'),
  query: null,
  body: { kind: 'file', schema: uploadRule },
  answer: json(uploadAnswer),
  repeat: 'safe',
  errors: [400, 429],
};

/** GET /files/{id}. */
export const download: Operation<unknown, undefined, Download> = {
  name: 'files.download',
  method: 'GET',
  path: '/files/{id}',
  scope: documented('files.read'),
  query: null,
  body: noBody,
  answer: bytes('*/*', true),
  repeat: 'safe',
  errors: [404, 429],
};

/** Operations of the file resource. */
export const fileOperations = [upload, download] as const;
