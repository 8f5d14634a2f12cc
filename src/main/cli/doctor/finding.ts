import type { Fault } from '../../../shared/faults.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { spokenFault } from '../output/terminal.ts';
import type { Check } from './doctor-words.ts';

/** What one check of `mailroom doctor` found. `code` and `owner` are there where a fault of the closed list says it. */
export interface Finding {
  readonly check: Check;
  readonly ok: boolean;
  /** What is, in one line. */
  readonly detail: string;
  /** What to do; empty where all is well. */
  readonly nextStep: string;
  readonly fault: Fault | null;
}

/** All is well. */
export function fine(check: Check, detail: string): Finding {
  return { check, ok: true, detail, nextStep: '', fault: null };
}

/** Something is wrong that no fault of the closed list stands for. */
export function wrong(check: Check, told: { readonly detail: string; readonly nextStep: string }): Finding {
  return { check, ok: false, ...told, fault: null };
}

/** A fault stands in the way. */
export function faulty(check: Check, fault: Fault, language: FaultLanguage): Finding {
  const { sentence, nextStep } = spokenFault(fault, language);
  return { check, ok: false, detail: sentence, nextStep, fault };
}
