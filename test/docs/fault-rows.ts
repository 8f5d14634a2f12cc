import { describeFault } from '../../src/main/engine/faults/describe.ts';
import { fault } from '../../src/main/engine/faults/fault.ts';
import { statusOf } from '../../src/main/cli/exit-status.ts';
import { faultCodes, type Fault } from '../../src/shared/faults.ts';

const retries: Readonly<Record<Fault['retry'], string>> = {
  later: 'by itself',
  'after-person': 'when a person says so',
  never: 'no',
};

/** What the reference of faults says of each code: code, sentence, next step, who acts, whether it is tried again, exit status. */
export function faultRows(): readonly (readonly string[])[] {
  return faultCodes.map((code) => {
    const told = describeFault(fault(code), 'en');
    const { retry, owner } = fault(code);
    const who = owner === 'it' ? 'IT' : 'clerk';
    return [`\`${code}\``, told.reason, told.nextStep, who, retries[retry], String(statusOf(fault(code)))];
  });
}

/** The sentence and next step of each code in German. */
export function germanRows(): readonly (readonly string[])[] {
  return faultCodes.map((code) => {
    const told = describeFault(fault(code), 'de');
    return [`\`${code}\``, told.reason, told.nextStep];
  });
}
