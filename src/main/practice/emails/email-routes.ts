import { Readable } from 'node:stream';
import { json, plainError } from '../answers.ts';
import { nameOrDefault } from '../file-names.ts';
import { htmlContent, pdfContent } from './email-content.ts';
import { emailOf, emlOf } from './email-message.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { Answer, Call, Route } from '../exchange.ts';
import type { FileStore } from '../file-store.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { EmailMessage } from './email-message.ts';

/** What the email operations work with. */
export interface EmailParts {
  readonly documents: DocumentStore;
  readonly files: FileStore;
  readonly projects: ProjectStore;
  readonly seed: number;
  readonly content: 'html' | 'pdf';
}

function metadata(documentId: string, message: EmailMessage): Answer {
  return json(200, {
    id: documentId,
    documentId,
    messageId: message.messageId,
    subject: message.subject,
    from: message.from,
    to: [message.to],
    cc: [],
    receivedAt: new Date(message.sentAt).toISOString(),
    attachments: message.attachments.map((file) => ({
      fileId: file.id,
      name: nameOrDefault(file),
      contentType: file.contentType,
      size: file.size,
    })),
  });
}

/** The three operations on emails: for documents of projects that take theirs by email, else 404. */
export function emailRoutes(parts: EmailParts): Route[] {
  function route(operation: string, suffix: string, answer: (message: EmailMessage, id: string) => Answer): Route {
    const handle = (call: Call): Answer => {
      const record = parts.documents.get(call.params.id ?? '');
      if (record === undefined) return plainError(404, 'The document does not exist.');
      const byEmail = parts.projects.get(record.projectId)?.byEmail ?? false;
      if (!byEmail) return plainError(404, 'The document did not come by email.');
      return answer(emailOf(record, parts.files, parts.seed), record.id);
    };
    const path = `/emails/:id${suffix}`;
    return { operation, method: 'GET', path, scope: 'emails.read', body: 'none', errors: 'plain', handle };
  }
  return [
    route('emails.get', '', (message, id) => metadata(id, message)),
    route('emails.content', '/content', (message) =>
      parts.content === 'pdf'
        ? { status: 200, headers: { 'content-type': 'application/pdf' }, body: pdfContent(message) }
        : { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: htmlContent(message) },
    ),
    route('emails.eml', '/eml', (message) => ({
      status: 200,
      headers: { 'content-type': 'message/rfc822' },
      body: Readable.from(emlOf(message, parts.files), { objectMode: false }),
    })),
  ];
}
