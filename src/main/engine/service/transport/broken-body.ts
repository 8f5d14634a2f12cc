import { faultSchema } from '../../../../shared/faults.ts';
import type { Fault } from '../../../../shared/faults.ts';

/**
 * Thrown by the body of a download that breaks off, and to be thrown by the stream of an upload that can't go on: an async
 * iterator has no other way to tell. `fault` says what happened.
 */
export class BrokenBody extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.code);
    this.name = 'BrokenBody';
    this.fault = fault;
  }
}

/** The fault that an iteration over a body ended with; null for anything else thrown. */
export function faultOfBrokenBody(error: unknown): Fault | null {
  if (typeof error !== 'object' || error === null || !('fault' in error)) return null;
  const parsed = faultSchema.safeParse(error.fault);
  return parsed.success ? parsed.data : null;
}
