import { z } from 'zod';
import { bytes, json, noBody, noted } from './operation.ts';
import type { Operation } from './operation.ts';

const common = { method: 'GET', scope: noted('emails.read'), query: null, body: noBody, repeat: 'safe' } as const;

/** Operations of the emails behind documents; the id is a document's. Content may be a PDF: its Content-Type says (observed; the interface doesn't say). */
export const emailOperations: readonly Operation[] = [
  { ...common, name: 'emails.get', path: '/emails/{id}', answer: json(z.looseObject({})), errors: [404, 429] },
  { ...common, name: 'emails.content', path: '/emails/{id}/content', answer: bytes('*/*', true), errors: [404, 429] },
  {
    ...common,
    name: 'emails.eml',
    path: '/emails/{id}/eml',
    answer: bytes('message/rfc822, */*;q=0.1', false),
    errors: [404, 429],
  },
];
