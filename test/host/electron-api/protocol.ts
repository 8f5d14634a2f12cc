import type { CustomScheme, Protocol } from 'electron';
import { host } from '../host-state.ts';
import { strict } from '../strict.ts';

/** `protocol`: custom schemes, each served by a handler of the app. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    for (const { scheme } of schemes) host.schemes.declare(scheme);
  },
  handle: host.schemes.handle,
  unhandle: host.schemes.unhandle,
  isProtocolHandled: host.schemes.isHandled,
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'>);
