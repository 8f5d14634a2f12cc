import { createReadStream } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';
import { parseBaseUrl } from '../../engine/service/transport/base-url.ts';
import { faultOfNetworkError } from '../../engine/service/transport/network-faults.ts';
import { createTransport, type NetworkSettings } from '../../engine/service/transport/transport.ts';

/** Where updates come from: what lies there, by its name. */
export interface UpdateSource {
  /** The bytes as they come; a fault where there are none, or where they end in the middle of it. */
  read(name: string): Promise<Outcome<AsyncIterable<Uint8Array>>>;
  /** What the reading of a stream threw, as a fault. */
  faultOf(error: unknown): ReturnType<typeof unreachable>['fault'];
  close(): Promise<void>;
}

function unreachable(from: string, problem: string): ReturnType<typeof failure> {
  return failure('update-unreachable', { from, problem });
}

/**
 * Opens `from`: a folder (absolute, also \\server\share) or an address by https, by http on this computer alone. An address is asked
 * through the proxy and by the authorities of the station, without any credentials; where it refers elsewhere, nothing is followed.
 */
export function openUpdateSource(from: string, network: NetworkSettings): Outcome<UpdateSource> {
  return /^https?:\/\//iu.test(from) ? openAddress(from, network) : openFolder(from);
}

function openFolder(folder: string): Outcome<UpdateSource> {
  if (!isAbsolute(folder)) return unreachable(folder, 'not-a-folder');
  const faultOf = (error: unknown): ReturnType<typeof failure>['fault'] => {
    const code = codeOf(error, 'unknown');
    return unreachable(folder, code === 'ENOENT' ? 'file-missing' : code).fault;
  };
  return success({
    read(name) {
      return new Promise((resolve) => {
        const stream = createReadStream(join(folder, name));
        stream.once('open', () => resolve(success(stream)));
        stream.once('error', (error) => resolve({ ok: false, fault: faultOf(error) }));
      });
    },
    faultOf,
    close: () => Promise.resolve(),
  });
}

const unheard = { onSent: () => undefined, onHead: () => undefined, onOver: () => undefined };

function openAddress(address: string, network: NetworkSettings): Outcome<UpdateSource> {
  const target = parseBaseUrl(address);
  if (!target.ok) return unreachable(address.replace(/\/\/.*@/su, '//'), String(target.fault.params['problem']));
  const transport = createTransport(target.value, network, 1);
  if (!transport.ok) return transport;
  const { hostname, prefix } = target.value;
  return success({
    async read(name) {
      const answer = await transport.value.send(
        { method: 'GET', path: `${prefix}/${name}`, headers: [], body: null, asStream: true },
        unheard,
      );
      if (answer.kind === 'none') return { ok: false, fault: faultOfNetworkError(answer.error, hostname) };
      const { status, body } = answer;
      if (body.kind === 'stream') return success(body.stream);
      return status >= 300 && status < 400
        ? unreachable(address, 'redirect')
        : unreachable(address, status === 404 ? 'file-missing' : `HTTP ${String(status)}`);
    },
    faultOf: (error) => faultOfNetworkError(error, hostname),
    close: () => transport.value.close(),
  });
}
