import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { withService } from './interface-client.ts';

test('a document that came by email shows it, as metadata, page and message', async () => {
  await withService({}, async (client) => {
    const bytes = randomBytes(2_500_001);
    const fileId = await client.upload(bytes, 'Rechnung für <Müller> und Töchter, eine lange Betreffzeile.pdf');
    const id = await client.process(fileId, 'mail-in');
    expect((await client.call('GET', `/emails/${id}`)).value).toMatchObject({
      documentId: id,
      subject: 'Invoice: Rechnung für <Müller> und Töchter, eine lange Betreffzeile.pdf',
      to: ['mail-in@intake.example'],
      attachments: [{ fileId, contentType: 'application/pdf', size: bytes.length }],
    });
    const content = await client.call('GET', `/emails/${id}/content`);
    expect(content.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(content.text).toContain('&lt;Müller&gt;');

    const eml = await client.call('GET', `/emails/${id}/eml`);
    expect(eml.headers.get('content-type')).toBe('message/rfc822');
    expect(eml.text.split('\r\n').every((line) => line.length <= 998)).toBe(true);
    const subject = /^Subject: ((?:.|\r\n )*)\r\n/m.exec(eml.text)?.[1] ?? '';
    const words = [...subject.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map((match) => match[1] ?? '');
    expect(words.map((word) => Buffer.from(word, 'base64').toString()).join('')).toContain('für <Müller> und Töchter');
    const attachment = eml.text.split('Content-Disposition: attachment')[1]?.split('\r\n\r\n')[1] ?? '';
    expect(Buffer.from(attachment.split('--')[0] ?? '', 'base64').equals(bytes)).toBe(true);
  });
});

test('the content can be a PDF', async () => {
  await withService({ emailContent: 'pdf' }, async (client) => {
    const id = await client.process(await client.upload('x', 'a(b)\\.pdf'), 'mail-in');
    const content = await client.call('GET', `/emails/${id}/content`);
    expect(content.headers.get('content-type')).toBe('application/pdf');
    expect(content.text).toMatch(/^%PDF-1\.4\n/);
    expect(content.text).toContain('a\\(b\\)\\\\.pdf');
    const start = Number(/startxref\n(\d+)/.exec(content.text)?.[1]);
    expect(content.text.slice(start, start + 4)).toBe('xref');
    const offset = Number(/^(\d{10}) 00000 n /m.exec(content.text)?.[1]);
    expect(content.text.slice(offset, offset + 7)).toBe('1 0 obj');
  });
});

test('other documents have no email', async () => {
  await withService({}, async (client) => {
    const id = await client.process(await client.upload('x'), 'training');
    for (const path of [id, `${id}/content`, `${id}/eml`, 'none']) {
      expect((await client.call('GET', `/emails/${path}`)).status, path).toBe(404);
    }
  });
});
