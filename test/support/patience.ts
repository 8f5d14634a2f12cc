import { vi } from 'vitest';

/** How long tests wait for what has to come, ms: a limit on waiting, never on speed. A loaded machine may take many times as long. */
const patienceMs = 60_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
