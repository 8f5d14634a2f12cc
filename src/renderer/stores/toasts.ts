import { create } from 'zustand';
import type { Fault } from '../../shared/faults.ts';
import { faultSentence, nextStep } from '../text/faults/fault-text.ts';

/** A short notice at the lower edge; never the only trace of something. */
export interface ToastNotice {
  readonly id: number;
  readonly text: string;
  readonly detail: string | null;
  readonly kind: 'plain' | 'critical';
  /** What can be done about it as long as it is shown. */
  readonly act: ToastAct | null;
}

/** See {@link ToastNotice.act}. */
export interface ToastAct {
  readonly label: string;
  readonly run: () => void;
}

/** Notices that are shown, oldest first, at most three. */
export const useToasts = create<{ readonly notices: readonly ToastNotice[] }>(() => ({ notices: [] }));

let last = 0;

/** Shows a notice for some seconds. */
export function showToast(
  text: string,
  detail: string | null = null,
  kind: ToastNotice['kind'] = 'plain',
  act: ToastAct | null = null,
): void {
  last += 1;
  const id = last;
  useToasts.setState(({ notices }) => ({ notices: [...notices.slice(-2), { id, text, detail, kind, act }] }));
  setTimeout(() => closeToast(id), kind === 'critical' || act !== null ? 12_000 : 6_000);
}

/** Shows why something did not work and what to do. */
export function showFault(fault: Fault): void {
  showToast(faultSentence(fault), nextStep(fault), 'critical');
}

/** Takes a notice away. */
export function closeToast(id: number): void {
  useToasts.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}
