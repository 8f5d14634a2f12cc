import type { Fault } from '../../../shared/faults.ts';

/** The faults the journal itself can answer, with what the closed list says about them (the journal knows no siblings). */
const meanings = {
  'data-directory-taken': { retry: 'after-person', owner: 'it' },
  'data-directory-unusable': { retry: 'after-person', owner: 'it' },
  'disk-full': { retry: 'later', owner: 'it' },
  'journal-damaged': { retry: 'after-person', owner: 'it' },
  'record-unreadable': { retry: 'after-person', owner: 'it' },
} as const satisfies Partial<Record<Fault['code'], Pick<Fault, 'retry' | 'owner'>>>;

/** Codes of the journal's own faults. */
export type JournalFaultCode = keyof typeof meanings;

/** Makes one of the journal's own faults. `params` name files and numbers, `cause` is one short technical line. */
export function journalFault(code: JournalFaultCode, params: Fault['params'], cause?: string): Fault {
  const { retry, owner } = meanings[code];
  return cause === undefined ? { code, retry, owner, params } : { code, retry, owner, params, cause };
}
