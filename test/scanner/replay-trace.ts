import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';
import { drawPage } from './draw-page.ts';
import type { JobSettings } from './scan-job.ts';

const lineSchema = z.union([
  z.object({ asked: z.string() }),
  z.object({ answered: z.number(), headers: z.record(z.string(), z.string()) }),
  z.object({ text: z.string() }),
  z.object({ failed: z.string() }),
  z.object({ bytes: z.number() }),
  z.object({ run: z.record(z.string(), z.unknown()) }),
  z.object({ note: z.unknown() }),
  z.object({ ended: z.record(z.string(), z.unknown()) }),
]);

/** One question of a trace with what the device said to it. */
interface Exchange {
  readonly asked: string;
  status: number | null;
  headers: Readonly<Record<string, string>>;
  text: string;
  bytes: number;
}

/** A trace of `mailroom scan --trace`, as far as it can be played again. */
export interface ReadTrace {
  readonly exchanges: readonly Exchange[];
  readonly notes: readonly unknown[];
  readonly ended: Readonly<Record<string, unknown>>;
}

/** Reads a trace of a network scanner. */
export function readTrace(lines: string): ReadTrace {
  const exchanges: Exchange[] = [];
  const notes: unknown[] = [];
  let ended = {};
  for (const line of lines.trim().split('\n')) {
    const said = lineSchema.parse(JSON.parse(line));
    const last = exchanges.at(-1);
    if ('asked' in said) exchanges.push({ asked: said.asked, status: null, headers: {}, text: '', bytes: 0 });
    else if ('note' in said) notes.push(said.note);
    else if ('ended' in said) ended = said.ended;
    else if (last !== undefined && 'answered' in said) {
      last.status = said.answered;
      last.headers = said.headers;
    } else if (last !== undefined && 'text' in said) last.text = said.text;
    else if (last !== undefined && 'failed' in said) last.status = null;
    else if (last !== undefined && 'bytes' in said) last.bytes = said.bytes;
  }
  return { exchanges, notes, ended };
}

const page: JobSettings = {
  source: 'Feeder',
  duplex: false,
  mode: 'RGB24',
  resolution: 100,
  width: 300,
  height: 300,
  format: 'image/jpeg',
};
/** Headers that belong to the bytes of the device, which are not in a trace. */
const ofBytes = /^(?:content-length|transfer-encoding|connection|keep-alive|date)$/;

/** A device that says again what one said in a trace, each question in its turn; pages are others. Answers its address and what nobody asked. */
export async function replayDevice({ exchanges }: ReadTrace): Promise<{
  readonly address: string;
  readonly left: () => readonly string[];
  close(): Promise<void>;
}> {
  const waiting = [...exchanges];
  let pages = 0;
  async function say(asked: string, response: ServerResponse): Promise<void> {
    const at = waiting.findIndex((each) => each.asked === asked);
    const [exchange] = at === -1 ? [] : waiting.splice(at, 1);
    if (exchange?.status === undefined || exchange.status === null) return void response.destroy();
    const { status, headers, text, bytes } = exchange;
    const isPage = status === 200 && text === '' && bytes > 0;
    if (isPage) pages += 1;
    const body = isPage ? await drawPage(pages, page) : text;
    for (const [name, value] of Object.entries(headers)) if (!ofBytes.test(name)) response.setHeader(name, value);
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
  }
  const server = createServer((request, response) => {
    request.resume();
    say(`${request.method ?? ''} ${request.url ?? ''}`, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    address: `http://127.0.0.1:${port}/eSCL`,
    left: () => waiting.map(({ asked }) => asked),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
