import type { Fault } from '../../../shared/faults.ts';
import { fault } from './fault.ts';
import type { FaultSentences, InBoth } from './sentence.ts';
import { commandUsage } from './usage-of-commands.ts';
import { decisionUsage } from './usage-of-decisions.ts';

/** The closed list of `wrong-usage`. */
type WrongUse = keyof typeof decisionUsage | keyof typeof commandUsage;

const sentences: Readonly<Record<string, InBoth>> = { ...decisionUsage, ...commandUsage };

/** A `wrong-usage` of the closed list; `params` fill its sentence. */
export function wrongUse(use: WrongUse, params: Fault['params'] = {}): Fault {
  return fault('wrong-usage', { ...params, use });
}

/** The same as an outcome. */
export function misuse(use: WrongUse, params: Fault['params'] = {}): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: wrongUse(use, params) };
}

/** The sentences of a `wrong-usage` of the closed list; null for one that brings its own words. */
export function usageSentences({ code, params }: Fault, language: 'en' | 'de'): FaultSentences | null {
  const { use } = params;
  if (code !== 'wrong-usage' || typeof use !== 'string') return null;
  return Object.hasOwn(sentences, use) ? (sentences[use]?.[language] ?? null) : null;
}
