import { z } from 'zod';
import type { Download } from '../client.ts';
import { bytes, noBody } from './operation.ts';
import type { Operation } from './operation.ts';
import { idRule } from './rules.ts';

const query = z.strictObject({ projectId: idRule });

/** GET /document-xml/documents/{id}. The media type of the answer is not shown: Accept and bytes as observed. */
export const getXml: Operation<z.infer<typeof query>, undefined, Download> = {
  name: 'document-xml.get',
  method: 'GET',
  path: '/document-xml/documents/{id}',
  scope: null,
  query,
  body: noBody,
  answer: bytes('application/xml, text/xml;q=0.9, */*;q=0.1', false),
  repeat: 'safe',
  errors: [400, 401, 403, 404, 422, 500],
};

/** Operations of the document-as-XML resource. */
export const documentXmlOperations = [getXml] as const;
