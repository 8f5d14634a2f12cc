import type { Fault, FaultCode, Outcome } from '../../../shared/faults.ts';
import { faultMeaning } from './meanings.ts';

/** Makes a fault of the closed list; retry and owner come from its meaning. `params` fill its sentence, `cause` is one short technical line. */
export function fault(code: FaultCode, params: Fault['params'] = {}, cause?: string): Fault {
  const { retry, owner } = faultMeaning(code);
  return cause === undefined ? { code, retry, owner, params } : { code, retry, owner, params, cause };
}

/** A failed outcome with the fault of that code; parameters as for {@link fault}. */
export function failure(
  code: FaultCode,
  params?: Fault['params'],
  cause?: string,
): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: fault(code, params, cause) };
}

/** A successful outcome. */
export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}
