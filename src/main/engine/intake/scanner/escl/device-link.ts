import { Agent, request, type Dispatcher } from 'undici';
import type { Outcome } from '../../../../../shared/faults.ts';
import { failure, success } from '../../../faults/fault.ts';

/** How long a device may think before it answers, ms: a lamp warms up, a page runs through. */
const answerMs = 90_000;
const connectMs = 8_000;

/** An answer of a device. */
export interface DeviceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Dispatcher.ResponseData['body'];
}

/** One device's HTTP. */
export interface DeviceLink {
  /** `path` is below the device's root, or what a Location header said. */
  send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    signal: AbortSignal,
    body?: string,
  ): Promise<Outcome<DeviceAnswer>>;
  close(): Promise<void>;
}

/** Causes by which a device that was asked does not exist, or does not answer. */
const unreachable: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/**
 * Opens a way to a device. Its certificate is not checked: scanners sign their own, and nothing secret goes to them (decision
 * 0027). Faults: `scanner-unreachable` (no such host, no way to it), `scanner-off` (there, but nothing answers), `scanner-failed`.
 */
export function openDeviceLink(root: URL): DeviceLink {
  const agent = new Agent({
    connect: { rejectUnauthorized: false, timeout: connectMs },
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    pipelining: 1,
  });
  return {
    async send(method, path, signal, body) {
      const url = new URL(path, root);
      // A device that names another host in its Location is asked where we found it: some name an address of their own network.
      url.protocol = root.protocol;
      url.host = root.host;
      try {
        const answer = await request(url, {
          method,
          dispatcher: agent,
          signal,
          ...(body === undefined ? {} : { body, headers: { 'content-type': 'text/xml' } }),
        });
        const headers: Record<string, string> = {};
        for (const [name, value] of Object.entries(answer.headers)) {
          if (typeof value === 'string') headers[name] = value;
        }
        return success({ status: answer.statusCode, headers, body: answer.body });
      } catch (error) {
        const code = codeOf(error);
        if (unreachable.has(code)) return failure('scanner-unreachable', { problem: root.hostname }, code);
        if (code === '' || code === 'UND_ERR_INVALID_ARG') throw error;
        return failure('scanner-off', {}, code);
      }
    },
    async close() {
      await agent.destroy();
    },
  };
}
