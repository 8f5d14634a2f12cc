import type { Fault, FaultCode } from '../../../shared/faults.ts';
import { germanSentences } from './meanings-de.ts';
import { englishSentences } from './meanings-en.ts';
import type { FaultSentences } from './sentence.ts';

/** What a fault means to people: whether trying again helps, who must act, and the sentences of each language. */
export interface FaultMeaning {
  readonly retry: Fault['retry'];
  readonly owner: Fault['owner'];
  readonly en: FaultSentences;
  readonly de: FaultSentences;
}

const handling: Readonly<Record<FaultCode, Pick<FaultMeaning, 'retry' | 'owner'>>> = {
  'type-not-accepted': { retry: 'never', owner: 'clerk' },
  'pdf-password': { retry: 'after-person', owner: 'clerk' },
  'file-damaged': { retry: 'after-person', owner: 'clerk' },
  'file-unjudged': { retry: 'after-person', owner: 'clerk' },
  'file-incomplete': { retry: 'later', owner: 'clerk' },
  'file-stays-incomplete': { retry: 'after-person', owner: 'clerk' },
  'file-gone': { retry: 'after-person', owner: 'clerk' },
  'file-busy': { retry: 'later', owner: 'clerk' },
  'file-changed': { retry: 'later', owner: 'clerk' },
  'file-unreadable': { retry: 'later', owner: 'clerk' },
  'file-too-large': { retry: 'after-person', owner: 'clerk' },
  'name-refused': { retry: 'after-person', owner: 'clerk' },
  'sidecar-invalid': { retry: 'after-person', owner: 'clerk' },
  'sidecar-alone': { retry: 'after-person', owner: 'clerk' },
  'sidecar-late': { retry: 'after-person', owner: 'clerk' },
  'tidy-up-failed': { retry: 'never', owner: 'clerk' },
  'folder-missing': { retry: 'later', owner: 'it' },
  'folder-replaced': { retry: 'later', owner: 'it' },
  'folder-silent': { retry: 'later', owner: 'it' },
  'folder-unreadable': { retry: 'later', owner: 'it' },
  'folder-not-writable': { retry: 'later', owner: 'it' },
  'folder-unsafe': { retry: 'after-person', owner: 'it' },
  'folder-overlaps': { retry: 'later', owner: 'it' },
  'watch-limit': { retry: 'later', owner: 'it' },
  'links-passed-over': { retry: 'after-person', owner: 'it' },
  'open-files-limit': { retry: 'later', owner: 'it' },
  'disk-full': { retry: 'later', owner: 'it' },
  'data-directory-taken': { retry: 'after-person', owner: 'it' },
  'data-directory-unusable': { retry: 'after-person', owner: 'it' },
  'journal-damaged': { retry: 'after-person', owner: 'it' },
  'record-unreadable': { retry: 'after-person', owner: 'it' },
  'service-unreachable': { retry: 'later', owner: 'it' },
  'answer-lost': { retry: 'later', owner: 'it' },
  'service-busy': { retry: 'later', owner: 'it' },
  'service-failed': { retry: 'later', owner: 'it' },
  'answer-not-understood': { retry: 'later', owner: 'it' },
  'certificate-untrusted': { retry: 'later', owner: 'it' },
  'proxy-refused': { retry: 'later', owner: 'it' },
  'sign-in-refused': { retry: 'after-person', owner: 'it' },
  'scope-missing': { retry: 'after-person', owner: 'it' },
  'access-refused': { retry: 'after-person', owner: 'it' },
  'project-unknown': { retry: 'after-person', owner: 'it' },
  'not-found': { retry: 'after-person', owner: 'clerk' },
  'request-refused': { retry: 'after-person', owner: 'it' },
  'already-at-service': { retry: 'after-person', owner: 'clerk' },
  'processing-failed': { retry: 'after-person', owner: 'clerk' },
  'outcome-unclear': { retry: 'after-person', owner: 'clerk' },
  'not-settled-in-time': { retry: 'later', owner: 'clerk' },
  'transfer-refused': { retry: 'after-person', owner: 'clerk' },
  'case-incomplete': { retry: 'after-person', owner: 'clerk' },
  'role-missing': { retry: 'after-person', owner: 'clerk' },
  'wrong-usage': { retry: 'never', owner: 'clerk' },
  'settings-invalid': { retry: 'after-person', owner: 'it' },
  'base-url-invalid': { retry: 'after-person', owner: 'it' },
  'external-data-invalid': { retry: 'after-person', owner: 'clerk' },
  'title-invalid': { retry: 'after-person', owner: 'clerk' },
  'external-id-invalid': { retry: 'after-person', owner: 'clerk' },
  'range-invalid': { retry: 'never', owner: 'clerk' },
  'credentials-missing': { retry: 'after-person', owner: 'it' },
  'keychain-locked': { retry: 'later', owner: 'clerk' },
  'keychain-missing': { retry: 'after-person', owner: 'it' },
  'export-folder-unusable': { retry: 'later', owner: 'it' },
  'export-not-well-formed': { retry: 'after-person', owner: 'it' },
  'export-doctype-refused': { retry: 'after-person', owner: 'it' },
  'export-refused': { retry: 'after-person', owner: 'it' },
  'hand-over-unanswered': { retry: 'after-person', owner: 'clerk' },
  'hand-over-refused': { retry: 'after-person', owner: 'clerk' },
  'hand-over-answer-invalid': { retry: 'after-person', owner: 'it' },
  'outside-hours': { retry: 'later', owner: 'clerk' },
  'scanner-busy': { retry: 'after-person', owner: 'clerk' },
  'scanner-off': { retry: 'after-person', owner: 'clerk' },
  'scanner-missing': { retry: 'after-person', owner: 'it' },
  'scanner-unreachable': { retry: 'after-person', owner: 'it' },
  'scanner-jammed': { retry: 'after-person', owner: 'clerk' },
  'scanner-empty': { retry: 'after-person', owner: 'clerk' },
  'scanner-open': { retry: 'after-person', owner: 'clerk' },
  'scanner-refused': { retry: 'after-person', owner: 'clerk' },
  'scanner-denied': { retry: 'after-person', owner: 'it' },
  'scanner-failed': { retry: 'after-person', owner: 'it' },
  'scanner-software-missing': { retry: 'after-person', owner: 'it' },
  'page-unreadable': { retry: 'after-person', owner: 'clerk' },
  'scan-without-pages': { retry: 'after-person', owner: 'clerk' },
  'profile-unknown': { retry: 'after-person', owner: 'clerk' },
  internal: { retry: 'after-person', owner: 'it' },
};

/** The meaning of one code of the closed list. */
export function faultMeaning(code: FaultCode): FaultMeaning {
  return { ...handling[code], en: englishSentences[code], de: germanSentences[code] };
}
