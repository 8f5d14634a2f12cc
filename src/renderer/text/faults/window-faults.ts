import type { FaultSentences } from '../../../main/engine/faults/sentence.ts';
import type { FaultCode } from '../../../shared/faults.ts';

/** Sentences of the window by code; what is missing is said as the engine says it. */
export type WindowFaults = Readonly<Partial<Record<FaultCode, Partial<FaultSentences>>>>;
