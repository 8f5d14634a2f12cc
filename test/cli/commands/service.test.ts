import { createServer, type ServerResponse } from 'node:http';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { smallPdf } from '../../support/engine.ts';
import { builtCommand } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { makePracticeStation, type PracticeStation } from '../../support/practice-station.ts';

const mailroom = builtCommand();

const created = z.object({ id: z.string() });
const processed = z.object({ documentId: z.string() });

/** Makes a document with nothing but `mailroom api`. */
async function makeDocument(station: PracticeStation, name: string): Promise<string> {
  const file = join(station.root, name);
  await writeFile(file, smallPdf(name));
  const uploaded = await mailroom.call(['api', 'files.upload', '--body', file, '--json'], { env: station.env });
  const { id } = created.parse(uploaded.json()[0]);
  const body = JSON.stringify({ fileId: id, projectId: 'accounts-payable', externalId: name });
  const answer = await mailroom.call(['api', 'documents.process-file', '--body', '-'], {
    env: station.env,
    input: body,
  });
  expect(answer.status).toBe(0);
  const parsed: unknown = JSON.parse(answer.stdout);
  return processed.parse(parsed).documentId;
}

describe('documents of the service', () => {
  test('are listed, shown, exported and reported on', async () => {
    const station = await makePracticeStation({ processingMs: 1 });
    const { env } = station;
    const one = await station.makeDocument('one.pdf', smallPdf('one.pdf'));
    const two = await station.makeDocument('two.pdf', smallPdf('two.pdf'));
    await expect.poll(() => station.service.stats().documentsByState).toEqual({ doneAutomatically: 2 });

    const listed = await mailroom.call(['documents', '--json', '--project', 'accounts-payable', '--limit', '1'], {
      env,
    });
    expect(listed.json()).toMatchObject([
      { event: 'document', state: 'doneAutomatically', itemIds: [] },
      { event: 'page', limit: 1, offset: 0, count: 1, totalCount: 2 },
    ]);
    const filtered = await mailroom.call(['documents', 'list', '--state', 'junk', 'failed'], { env });
    expect(filtered).toMatchObject({ status: 0, stdout: 'No documents here.\n' });
    const shown = await mailroom.call(['documents', 'get', one], { env });
    expect(shown.stdout).toMatch(/^External ID: one\.pdf$/m);

    const out = join(station.root, 'xml');
    const args = [one, two, 'none', '--project', 'accounts-payable', '--to', out, '--json'];
    const exported = await mailroom.call(['export', ...args], { env });
    expect(exported.status).toBe(1);
    const files = await readdir(out);
    expect(files).toHaveLength(2);
    expect(exported.json()).toMatchObject([
      { event: 'export', documentId: one, path: join(out, 'one.pdf.xml'), fault: null },
      { event: 'export', documentId: two, fault: null },
      { event: 'export', documentId: 'none', path: null, fault: { code: 'not-found' } },
    ]);
    expect(await readFile(join(out, 'one.pdf.xml'), 'utf8')).toContain(`<id>${one}</id>`);

    const refused = await mailroom.call(['transfer', one, '--failed', '--message', 'Cost centre closed'], { env });
    expect(refused).toMatchObject({ status: 0, stdout: 'The service has been told.\n' });
    expect((await mailroom.call(['reject', two, '--json'], { env })).json()).toEqual([
      { event: 'hand-over', documentId: two, state: 'done', fault: null },
    ]);
    const documents = await station.service.documents();
    expect(documents.find(({ id }) => id === one)).toMatchObject({ message: 'Cost centre closed' });
    expect(documents.find(({ id }) => id === two)).toMatchObject({ state: 'rejected' });
  });

  test('that can not be reported now stay queued, and are reported by the next run', async () => {
    const station = await makePracticeStation({ processingMs: 1 });
    const { env } = station;
    const id = await station.makeDocument('one.pdf', smallPdf('one.pdf'));
    expect((await mailroom.call(['transfer', id, '--failed'], { env })).status).toBe(0);
    await station.service.disconnect();
    const later = await mailroom.call(['transfer', id, '--ok', '--json'], { env });
    expect(later.status).toBe(4);
    expect(later.json()).toMatchObject([{ state: 'queued', fault: { code: 'service-unreachable' } }]);
    await station.service.reconnect();
    const watch = mailroom.start(['watch', station.inbox, '--project', 'accounts-payable'], { env });
    await expect.poll(async () => (await station.service.documents())[0]?.state).toBe('transferred');
    watch.child.kill('SIGINT');
    await watch.ended;
  });
});

interface Between {
  readonly baseUrl: string;
  /** Bodies of what was asked, signing in aside. */
  readonly bodies: readonly string[];
}

/** Stands before the service: answers itself where it has an answer, and passes on all else, signing in always. */
async function startBetween(
  { service }: PracticeStation,
  own: ((answer: ServerResponse) => void) | null,
): Promise<Between> {
  const bodies: string[] = [];
  const server = createServer((request, answer) => {
    void (async () => {
      const body = await buffer(request);
      const isSignIn = request.url?.endsWith('/auth/token') === true;
      if (!isSignIn) bodies.push(body.toString());
      if (own !== null && !isSignIn) return own(answer);
      const headers = new Headers();
      for (const name of ['authorization', 'content-type']) headers.set(name, String(request.headers[name] ?? ''));
      const { method = 'GET', url = '' } = request;
      const passed = await fetch(new URL(url, service.baseUrl), {
        method,
        headers,
        ...(body.length === 0 ? {} : { body }),
      });
      answer.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'text/plain' });
      answer.end(Buffer.from(await passed.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v2`,
    bodies,
  };
}

describe('any operation by its name', () => {
  test('is listed, called with typed values, and answers JSON or bytes', async () => {
    const station = await makePracticeStation({ processingMs: 1 });
    const { env } = station;
    const document: unknown = JSON.parse((await mailroom.call(['api', '--openapi'], { env })).stdout);
    expect(document).toMatchObject({ openapi: '3.1.0', paths: { '/files': {} } });
    const list = (await mailroom.call(['api', '--list', '--json'], { env })).json();
    expect(list).toHaveLength(108);
    expect(list).toContainEqual({
      event: 'operation',
      operation: 'documents.get',
      method: 'GET',
      path: '/documents/{id}',
      scope: 'documents.read',
      body: 'none',
      answer: 'json',
      safeToRepeat: true,
    });
    const table = (await mailroom.call(['api', '--list'], { env })).stdout;
    expect(table).toMatch(
      /^documents\.process-file +POST +\/documents\/process-file +documents\.write +after a look$/m,
    );
    const id = await makeDocument(station, 'one.pdf');
    const queries = ['limit=1', 'offset=0', 'projectId=accounts-payable', 'projectId=goods-in'];
    const page = await mailroom.call(['api', 'documents.list', ...queries.flatMap((pair) => ['--query', pair])], {
      env,
    });
    expect(JSON.parse(page.stdout)).toMatchObject({ limit: 1, data: [{ id }] });

    const titled = await mailroom.call(['api', 'documents.title', '--path', `id=${id}`, '--body', '-'], {
      env,
      input: 'Rechnung Ä\n',
    });
    expect(titled).toMatchObject({ status: 0, stdout: '' });
    expect((await station.service.documents())[0]?.title).toBe('Rechnung Ä');

    const [file] = await station.service.files();
    const out = join(station.root, 'copy.pdf');
    const download = ['api', 'files.download', '--path', `id=${file?.id ?? ''}`];
    expect((await mailroom.call([...download, '--out', out], { env })).status).toBe(0);
    expect(await readFile(out)).toEqual(smallPdf('one.pdf'));
    expect((await mailroom.call([...download, '--out', out], { env })).status).toBe(2);
    expect((await mailroom.call(download, { env })).stdout).toBe(smallPdf('one.pdf').toString());
  });

  test('is refused where it can not be meant, and nothing is sent', async () => {
    const env = { MAILROOM_BASE_URL: 'http://127.0.0.1:9/v2', MAILROOM_CLIENT_ID: 'a', MAILROOM_CLIENT_SECRET: 'b' };
    const dataDirectory = await makeTestFolder();
    for (const [args, words] of [
      [[], 'No operation is named.'],
      [['documents.nothing'], 'There is no operation documents.nothing.'],
      [['documents.get'], 'The path /documents/{id} needs a value for id. Add it with --path id=value.'],
      [['documents.get', '--path', 'name=x'], 'has no name'],
      [['documents.get', '--path', 'id=x', '--project', 'p'], '--project means nothing to mailroom api.'],
      [['documents.list', '--query', 'limit=-1'], 'out of range'],
      [['documents.process-file', '--body', '-'], 'no valid JSON'],
    ] as const) {
      const ended = await mailroom.call(['api', ...args, '--data-dir', dataDirectory], { env, input: '{' });
      expect(ended.stderr).toContain(words);
      expect(ended.status).toBe(2);
    }
  });
});

describe('what the service itself says of a call', () => {
  test('is shown with its status, title and detail, in words and in JSON', async () => {
    const refusals = [
      [409, 'Conflict', 'The document is being edited.'],
      [422, 'Unprocessable', 'limit must not be 7'],
      [404, 'Not found', 'no document x'],
      [403, 'Forbidden', 'this client may not'],
      [413, 'Payload too large', 'at most 3 bytes'],
    ] as const;
    const station = await makePracticeStation();
    for (const [status, title, detail] of refusals) {
      const between = await startBetween(station, (answer) => {
        answer.writeHead(status, { 'content-type': 'application/problem+json' });
        answer.end(JSON.stringify({ type: 'about:blank', status, title, detail }));
      });
      const env = { ...station.env, MAILROOM_BASE_URL: between.baseUrl };
      const args = ['api', 'documents.get', '--path', 'id=x'];
      const plain = await mailroom.call(args, { env });
      expect(plain.stdout).toBe('');
      expect(plain.stderr).toContain(`The service said: ${status}, ${title}, ${detail}\n`);
      const told = await mailroom.call([...args, '--json'], { env });
      expect(told.status).toBe(plain.status);
      expect(told.status).not.toBe(0);
      expect(told.json()).toMatchObject([{ event: 'fault', fault: { service: { status, title, detail } } }]);
    }
  });

  test('is not said of a key of more than 50 characters, which goes along: that the service leaves it out is', async () => {
    const station = await makePracticeStation({ processingMs: 1 });
    const id = await makeDocument(station, 'one.pdf');
    const between = await startBetween(station, null);
    const env = { ...station.env, MAILROOM_BASE_URL: between.baseUrl };
    const long = 'k'.repeat(51);
    const body = JSON.stringify({ [long]: 'long', ['\u{1f4c4}'.repeat(50)]: 'fifty', short: 'x' });
    for (const json of [[], ['--json']]) {
      const args = ['api', 'documents.external-data', '--path', `id=${id}`, '--body', '-', ...json];
      const ended = await mailroom.call(args, { env, input: body });
      expect(ended.stderr).toContain(`The service leaves out keys of more than 50 characters: ${long}.\n`);
      expect(ended.status).toBe(0);
      expect(JSON.parse(between.bodies.at(-1) ?? '')).toEqual(JSON.parse(body));
    }
  });
});

test('what is not there, or said twice, is told by its own words', async () => {
  const station = await makePracticeStation();
  const { env } = station;
  const xml = ['--project', 'accounts-payable', '--to', join(station.root, 'xml')];
  for (const [args, status, words] of [
    [['transfer', 'x', '--ok', '--failed'], 2, '--ok and --failed were given. Use one of the two. (You)\n'],
    [['export', 'x', ...xml], 1, 'There is no document x. Check the id. (You)\n'],
    [['retry', 'x'], 1, 'There is no item x. Check the id. (You)\n'],
  ] as const) {
    expect(await mailroom.call(args, { env }), args.join(' ')).toMatchObject({ status, stdout: '', stderr: words });
  }
});

describe('what stands in the way', () => {
  test('has its exit status', async () => {
    const { service, env } = await makePracticeStation();
    for (const args of [
      ['documents'],
      ['export', 'x', '--project', 'p', '--to', '/tmp/nowhere'],
      ['transfer', 'x', '--ok'],
      ['api', 'documents.list'],
    ]) {
      const wrong = await mailroom.call(args, { env: { ...env, MAILROOM_CLIENT_SECRET: 'wrong-secret' } });
      expect(wrong.status).toBe(3);
      expect(wrong.stderr).toContain('refused our sign-in');
      expect(wrong.stdout + wrong.stderr).not.toContain('wrong-secret');
    }
    const missing = await mailroom.run(['documents'], { env: { ...env, MAILROOM_CLIENT_SECRET: '' } });
    expect(missing.status).toBe(3);
    await service.disconnect();
    for (const args of [
      ['documents', 'get', 'x'],
      ['reject', 'x'],
      ['api', 'documents.list'],
    ]) {
      const gone = await mailroom.call(args, { env });
      expect(gone.status).toBe(4);
      expect(gone.stderr).toContain('cannot be reached');
    }
  });

  test('a base URL that answers web pages, or is none, is a wrong configuration', async () => {
    const pages = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<html>Hello</html>'));
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void pages.close());
    const address = pages.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { env } = await makePracticeStation();
    const ended = await mailroom.call(['documents', '--base-url', `http://127.0.0.1:${port}/v2`], { env });
    expect(ended.stderr).toMatch(/not what the service promises.*base URL/);
    expect(ended.status).toBe(2);
    expect((await mailroom.call(['documents', '--base-url', 'http://elsewhere.example/v2'], { env })).status).toBe(2);
  });

  test('a project that the service does not know is named', async () => {
    const station = await makePracticeStation();
    const args = ['documents', '--project', 'nowhere'];
    const ended = await mailroom.call(args, { env: station.env });
    expect(ended.stderr).toContain('knows no project nowhere');
    expect(ended.status).toBe(2);
    const none = await mailroom.call(['export', 'x', '--to', station.root], { env: station.env });
    expect(none).toMatchObject({ status: 2 });
    expect((await mailroom.call(['transfer', 'x'], { env: station.env })).status).toBe(2);
  });
});
