import { open, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { failure, fault, success } from '../../engine/faults/fault.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';
import { parseBaseUrl, shownAddress } from '../../engine/service/transport/base-url.ts';
import { faultOfNetworkError } from '../../engine/service/transport/network-faults.ts';
import { createTransport, type NetworkSettings } from '../../engine/service/transport/transport.ts';
import type { UpdateProblem } from './manifest.ts';

/** Where updates come from: what lies there, by its name. */
export interface UpdateSource {
  /** The bytes as they come; a fault where there are none, or where they end in the middle of it. */
  read(name: string): Promise<Outcome<AsyncIterable<Uint8Array>>>;
  /** What the reading of a stream threw, as a fault. */
  faultOf(error: unknown): Fault;
  close(): Promise<void>;
}

function unreachable(from: string, problem: string): ReturnType<typeof failure> {
  return failure('update-unreachable', { from, problem });
}

/** A share may answer slowly; one that is gone may never answer. ms. */
const usualSilenceMs = 120_000;

/**
 * Opens `from`: a folder (absolute, also \\server\share) or an address by https, by http on this computer alone. An address is asked
 * through the proxy and by the authorities of the station, without any credentials and without its certificate; where it refers elsewhere,
 * nothing is followed. A folder that is silent for so long (ms) is given up.
 */
export function openUpdateSource(
  from: string,
  network: NetworkSettings,
  silenceMs = usualSilenceMs,
): Outcome<UpdateSource> {
  return /^https?:\/\//iu.test(from) ? openAddress(from, network) : openFolder(from, silenceMs);
}

/**
 * Folders that have not answered the system yet. Nothing ends its call, and each holds one of the few threads that read files: there is
 * never a second one.
 */
const silent = new Set<string>();

function openFolder(folder: string, silenceMs: number): Outcome<UpdateSource> {
  if (!isAbsolute(folder)) return unreachable(shownAddress(folder), 'not-a-folder');
  const noAnswer = unreachable(folder, 'no-answer-in-time' satisfies UpdateProblem);
  const faultOf = (error: unknown): Fault => {
    if (error === noAnswer) return noAnswer.fault;
    const code = codeOf(error, 'unknown');
    return unreachable(folder, code === 'ENOENT' ? 'file-missing' : code).fault;
  };
  /** What the folder answers; throws {@link noAnswer} where it does not in time. */
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      timer = setTimeout(() => reject(noAnswer), silenceMs);
    });
    silent.add(folder);
    const heard = (): void => void silent.delete(folder);
    answer.then(heard, heard);
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
  async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const { bytesRead, buffer } = await inTime(file.read(Buffer.allocUnsafe(256 * 1024)));
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      // One that hangs is closed once it goes on.
      void file.close().catch(() => undefined);
    }
  }
  return success({
    async read(name) {
      if (silent.has(folder)) return noAnswer;
      const opened = open(join(folder, name), 'r');
      try {
        return success(chunksOf(await inTime(opened)));
      } catch (error) {
        if (error === noAnswer) opened.then((file) => file.close()).catch(() => undefined);
        return { ok: false, fault: faultOf(error) };
      }
    },
    faultOf,
    close: () => Promise.resolve(),
  });
}

const unheard = { onSent: () => undefined, onHead: () => undefined, onOver: () => undefined };

function openAddress(address: string, network: NetworkSettings): Outcome<UpdateSource> {
  const shown = shownAddress(address);
  const target = parseBaseUrl(address);
  if (!target.ok) return unreachable(shown, String(target.fault.params['problem']));
  // Who the station is concerns the service alone.
  const anonymous = { ...network, clientCertificate: undefined, clientKey: undefined, readPassphrase: undefined };
  const transport = createTransport(target.value, anonymous, 1);
  if (!transport.ok) return transport;
  const { hostname, prefix } = target.value;
  const faultOf = (error: unknown): Fault => {
    const { code, params, cause } = faultOfNetworkError(error, hostname);
    return fault(
      'update-unreachable',
      { from: shown, problem: cause ?? String(params['problem'] ?? code) },
      cause ?? code,
    );
  };
  return success({
    async read(name) {
      const answer = await transport.value.send(
        { method: 'GET', path: `${prefix}/${name}`, headers: [], body: null, asStream: true },
        unheard,
      );
      if (answer.kind === 'none') return { ok: false, fault: faultOf(answer.error) };
      const { status, body } = answer;
      if (body.kind === 'stream') return success(body.stream);
      return status >= 300 && status < 400
        ? unreachable(shown, 'redirect')
        : unreachable(shown, status === 404 ? 'file-missing' : `HTTP ${String(status)}`);
    },
    faultOf,
    close: () => transport.value.close(),
  });
}
