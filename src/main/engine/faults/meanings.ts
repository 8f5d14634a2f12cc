import type { Fault, FaultCode } from '../../../shared/faults.ts';

/** What a fault means to people. `{name}` in a sentence is filled from the fault's params. */
export interface FaultMeaning {
  readonly retry: Fault['retry'];
  readonly owner: Fault['owner'];
  readonly en: { readonly reason: string; readonly nextStep: string };
  readonly de: { readonly reason: string; readonly nextStep: string };
}

/** One meaning for each code of the closed list. */
export const faultMeanings: Readonly<Record<FaultCode, FaultMeaning>> = {
  'type-not-accepted': {
    retry: 'never',
    owner: 'clerk',
    en: { reason: 'type-not-accepted', nextStep: '' },
    de: { reason: 'type-not-accepted', nextStep: '' },
  },
  'file-damaged': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'file-damaged', nextStep: '' },
    de: { reason: 'file-damaged', nextStep: '' },
  },
  'file-gone': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'file-gone', nextStep: '' },
    de: { reason: 'file-gone', nextStep: '' },
  },
  'file-busy': {
    retry: 'later',
    owner: 'clerk',
    en: { reason: 'file-busy', nextStep: '' },
    de: { reason: 'file-busy', nextStep: '' },
  },
  'file-changed': {
    retry: 'later',
    owner: 'clerk',
    en: { reason: 'file-changed', nextStep: '' },
    de: { reason: 'file-changed', nextStep: '' },
  },
  'file-unreadable': {
    retry: 'later',
    owner: 'clerk',
    en: { reason: 'file-unreadable', nextStep: '' },
    de: { reason: 'file-unreadable', nextStep: '' },
  },
  'file-too-large': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'file-too-large', nextStep: '' },
    de: { reason: 'file-too-large', nextStep: '' },
  },
  'name-refused': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'name-refused', nextStep: '' },
    de: { reason: 'name-refused', nextStep: '' },
  },
  'sidecar-invalid': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'sidecar-invalid', nextStep: '' },
    de: { reason: 'sidecar-invalid', nextStep: '' },
  },
  'tidy-up-failed': {
    retry: 'never',
    owner: 'clerk',
    en: { reason: 'tidy-up-failed', nextStep: '' },
    de: { reason: 'tidy-up-failed', nextStep: '' },
  },
  'folder-missing': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'folder-missing', nextStep: '' },
    de: { reason: 'folder-missing', nextStep: '' },
  },
  'folder-silent': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'folder-silent', nextStep: '' },
    de: { reason: 'folder-silent', nextStep: '' },
  },
  'folder-not-writable': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'folder-not-writable', nextStep: '' },
    de: { reason: 'folder-not-writable', nextStep: '' },
  },
  'watch-limit': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'watch-limit', nextStep: '' },
    de: { reason: 'watch-limit', nextStep: '' },
  },
  'disk-full': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'disk-full', nextStep: '' },
    de: { reason: 'disk-full', nextStep: '' },
  },
  'data-directory-taken': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'data-directory-taken', nextStep: '' },
    de: { reason: 'data-directory-taken', nextStep: '' },
  },
  'data-directory-unusable': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'data-directory-unusable', nextStep: '' },
    de: { reason: 'data-directory-unusable', nextStep: '' },
  },
  'journal-damaged': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'journal-damaged', nextStep: '' },
    de: { reason: 'journal-damaged', nextStep: '' },
  },
  'record-unreadable': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'record-unreadable', nextStep: '' },
    de: { reason: 'record-unreadable', nextStep: '' },
  },
  'service-unreachable': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'service-unreachable', nextStep: '' },
    de: { reason: 'service-unreachable', nextStep: '' },
  },
  'service-busy': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'service-busy', nextStep: '' },
    de: { reason: 'service-busy', nextStep: '' },
  },
  'service-failed': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'service-failed', nextStep: '' },
    de: { reason: 'service-failed', nextStep: '' },
  },
  'answer-not-understood': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'answer-not-understood', nextStep: '' },
    de: { reason: 'answer-not-understood', nextStep: '' },
  },
  'certificate-untrusted': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'certificate-untrusted', nextStep: '' },
    de: { reason: 'certificate-untrusted', nextStep: '' },
  },
  'proxy-refused': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'proxy-refused', nextStep: '' },
    de: { reason: 'proxy-refused', nextStep: '' },
  },
  'sign-in-refused': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'sign-in-refused', nextStep: '' },
    de: { reason: 'sign-in-refused', nextStep: '' },
  },
  'scope-missing': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'scope-missing', nextStep: '' },
    de: { reason: 'scope-missing', nextStep: '' },
  },
  'access-refused': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'access-refused', nextStep: '' },
    de: { reason: 'access-refused', nextStep: '' },
  },
  'project-unknown': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'project-unknown', nextStep: '' },
    de: { reason: 'project-unknown', nextStep: '' },
  },
  'not-found': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'not-found', nextStep: '' },
    de: { reason: 'not-found', nextStep: '' },
  },
  'request-refused': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'request-refused', nextStep: '' },
    de: { reason: 'request-refused', nextStep: '' },
  },
  'already-at-service': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'already-at-service', nextStep: '' },
    de: { reason: 'already-at-service', nextStep: '' },
  },
  'processing-failed': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'processing-failed', nextStep: '' },
    de: { reason: 'processing-failed', nextStep: '' },
  },
  'outcome-unclear': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'outcome-unclear', nextStep: '' },
    de: { reason: 'outcome-unclear', nextStep: '' },
  },
  'not-settled-in-time': {
    retry: 'later',
    owner: 'clerk',
    en: { reason: 'not-settled-in-time', nextStep: '' },
    de: { reason: 'not-settled-in-time', nextStep: '' },
  },
  'transfer-refused': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'transfer-refused', nextStep: '' },
    de: { reason: 'transfer-refused', nextStep: '' },
  },
  'wrong-usage': {
    retry: 'never',
    owner: 'clerk',
    en: { reason: 'wrong-usage', nextStep: '' },
    de: { reason: 'wrong-usage', nextStep: '' },
  },
  'settings-invalid': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'settings-invalid', nextStep: '' },
    de: { reason: 'settings-invalid', nextStep: '' },
  },
  'base-url-invalid': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'base-url-invalid', nextStep: '' },
    de: { reason: 'base-url-invalid', nextStep: '' },
  },
  'external-data-invalid': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'external-data-invalid', nextStep: '' },
    de: { reason: 'external-data-invalid', nextStep: '' },
  },
  'title-invalid': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'title-invalid', nextStep: '' },
    de: { reason: 'title-invalid', nextStep: '' },
  },
  'external-id-invalid': {
    retry: 'after-person',
    owner: 'clerk',
    en: { reason: 'external-id-invalid', nextStep: '' },
    de: { reason: 'external-id-invalid', nextStep: '' },
  },
  'range-invalid': {
    retry: 'never',
    owner: 'clerk',
    en: { reason: 'range-invalid', nextStep: '' },
    de: { reason: 'range-invalid', nextStep: '' },
  },
  'credentials-missing': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'credentials-missing', nextStep: '' },
    de: { reason: 'credentials-missing', nextStep: '' },
  },
  'keychain-locked': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'keychain-locked', nextStep: '' },
    de: { reason: 'keychain-locked', nextStep: '' },
  },
  'keychain-missing': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'keychain-missing', nextStep: '' },
    de: { reason: 'keychain-missing', nextStep: '' },
  },
  'export-folder-unusable': {
    retry: 'later',
    owner: 'it',
    en: { reason: 'export-folder-unusable', nextStep: '' },
    de: { reason: 'export-folder-unusable', nextStep: '' },
  },
  'export-not-well-formed': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'export-not-well-formed', nextStep: '' },
    de: { reason: 'export-not-well-formed', nextStep: '' },
  },
  'export-refused': {
    retry: 'after-person',
    owner: 'it',
    en: { reason: 'export-refused', nextStep: '' },
    de: { reason: 'export-refused', nextStep: '' },
  },
  internal: {
    retry: 'never',
    owner: 'it',
    en: { reason: 'internal', nextStep: '' },
    de: { reason: 'internal', nextStep: '' },
  },
};
