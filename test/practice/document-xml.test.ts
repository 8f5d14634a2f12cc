import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { XmlDocument } from 'libxml2-wasm';
import { elementName, escapeXml, textElement } from '../../src/main/practice/document-xml/xml-writer.ts';
import { handClock, withService } from './interface-client.ts';
import { fc } from '../support/property.ts';

function textAt(xml: string, path: string): string | undefined {
  const document = XmlDocument.fromString(xml);
  try {
    return document.get(path)?.content;
  } finally {
    document.dispose();
  }
}

const timed = z.strictObject({ status: z.number(), title: z.string(), detail: z.string(), errorAt: z.iso.datetime() });
const field = z.strictObject({ status: z.literal(422), title: z.string(), detail: z.string(), fieldName: z.string() });
const unprocessable = timed.extend({
  serviceErrorMetaInfo: z.strictObject({ invalidFields: z.array(field).length(1) }),
});

test('a document becomes XML by the rule of its project', async () => {
  await withService({ processingMs: 0 }, async (client) => {
    const fileId = await client.upload('x', 'ä & <b>.pdf');
    const id = await client.process(fileId, 'accounts-payable', {
      externalId: 'E<1>',
      externalData: { 'a b': '&', n: null },
    });
    const reply = await client.call('GET', `/document-xml/documents/${id}?projectId=accounts-payable`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/xml');
    expect(textAt(reply.text, '/document/externalId')).toBe('E<1>');
    expect(textAt(reply.text, '/document/title')).toBe('ä & <b>.pdf');
    expect(textAt(reply.text, '/document/state')).toBe('doneAutomatically');
    expect(textAt(reply.text, "/document/externalData/entry[@key='a b']")).toBe('&');
    expect(textAt(reply.text, '/document/entities/totalGrossAmount')).toMatch(/^\d+(\.\d+)?$/);
    expect(textAt(reply.text, '/document/entities/invoiceLines/quantity')).toMatch(/^\d+$/);
    expect(textAt(reply.text, '/document/files/file/@name')).toBe('ä & <b>.pdf');
    expect(reply.text).not.toContain('<binary');
  });
});

test('binaries are inlined where the rule says so, whatever their size', async () => {
  await withService({ processingMs: 0 }, async (client) => {
    for (const size of [1, 2, 3, 1000, 1_048_577, 3_500_001]) {
      const bytes = randomBytes(size);
      const id = await client.process(await client.upload(bytes), 'goods-in');
      const reply = await client.call('GET', `/document-xml/documents/${id}?projectId=goods-in`);
      const base64 = /<binary encoding="base64">([^<]*)<\/binary>/.exec(reply.text)?.[1] ?? '-';
      expect(base64 === bytes.toString('base64'), String(size)).toBe(true);
    }
  });
});

test('its errors have the documented shape', async () => {
  const clock = handClock();
  const projects = [{ id: 'ruleless', transformation: null }];
  await withService({ clock: clock.now, projects }, async (client) => {
    const fileId = await client.upload('x');
    const id = await client.process(fileId, 'training');
    const ruleless = await client.process(fileId, 'ruleless');
    const get = (path: string) => client.call('GET', `/document-xml/documents/${path}`);
    for (const [path, status] of [
      [id, 400],
      [`${id}?projectId=`, 400],
      [`none?projectId=training`, 404],
      [`${id}?projectId=none`, 404],
      [`${id}?projectId=contracts`, 404],
    ] as const) {
      const reply = await get(path);
      expect(reply.status, path).toBe(status);
      expect(timed.parse(reply.value).status).toBe(status);
    }
    const early = unprocessable.parse((await get(`${id}?projectId=training`)).value);
    expect(early.serviceErrorMetaInfo.invalidFields[0]?.fieldName).toBe('state');
    clock.forward(1000);
    expect((await get(`${id}?projectId=training`)).status).toBe(200);
    const without = unprocessable.parse((await get(`${ruleless}?projectId=ruleless`)).value);
    expect(without.serviceErrorMetaInfo.invalidFields[0]?.fieldName).toBe('projectId');
    client.service.revokeTokens();
    expect(timed.parse((await get(`${id}?projectId=training`)).value).status).toBe(401);
  });
  await withService({ scopes: ['files.read'] }, async (client) => {
    const reply = await client.call('GET', '/document-xml/documents/x?projectId=y');
    expect(timed.parse(reply.value).status).toBe(403);
  });
});

test('any name and any text make well-formed XML that says the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (key, text) => {
      const name = elementName(key);
      const xml = textElement(name, text, { a: text });
      const kept = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
      expect(textAt(xml, `/${name}`)).toBe(kept);
    }),
  );
  expect(escapeXml('a\u0000\uD800"')).toBe('a\uFFFD\uFFFD&quot;');
});
