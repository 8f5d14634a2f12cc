import { z } from 'zod';

/**
 * The closed list of expected failures. A code is stable: scripts and the window key on it. What each one
 * means (sentence, next step, owner, retry) stands in `src/main/engine/faults/`.
 */
export const faultCodes = [
  // the file
  'type-not-accepted',
  'pdf-password',
  'password-wrong',
  'file-damaged',
  'file-unjudged',
  'file-incomplete',
  'file-stays-incomplete',
  'file-gone',
  'copy-gone',
  'picture-not-converted',
  'file-busy',
  'file-changed',
  'file-unreadable',
  'file-too-large',
  'name-refused',
  'sidecar-invalid',
  'sidecar-alone',
  'sidecar-late',
  'tidy-up-failed',
  'title-not-set',
  'pages-edited',
  'pages-fixed',
  'fields-missing',
  'field-unfit',
  'lookup-unreadable',
  // the source and this computer
  'folder-missing',
  'folder-replaced',
  'folder-silent',
  'folder-unreadable',
  'folder-not-writable',
  'folder-unsafe',
  'folder-overlaps',
  'links-passed-over',
  'placeholders-passed-over',
  'watch-limit',
  'open-files-limit',
  'disk-full',
  'data-directory-taken',
  'data-directory-unusable',
  'journal-damaged',
  'record-unreadable',
  // reaching the service
  'service-unreachable',
  'answer-lost',
  'service-busy',
  'quota-exhausted',
  'service-failed',
  'answer-not-understood',
  'certificate-untrusted',
  'proxy-refused',
  'proxy-unknown',
  'client-certificate-refused',
  'client-certificate-unusable',
  // what the service says
  'sign-in-refused',
  'scope-missing',
  'access-refused',
  'project-unknown',
  'not-found',
  'request-refused',
  'already-at-service',
  'processing-failed',
  'outcome-unclear',
  'not-settled-in-time',
  'transfer-refused',
  // cases that are put together here
  'case-incomplete',
  'role-missing',
  // what we were asked
  'wrong-usage',
  'settings-invalid',
  'base-url-invalid',
  'external-data-invalid',
  'title-invalid',
  'external-id-invalid',
  'range-invalid',
  // credentials
  'credentials-missing',
  'credentials-elsewhere',
  'keychain-locked',
  'keychain-missing',
  // exports
  'export-folder-unusable',
  'export-not-well-formed',
  'export-doctype-refused',
  'export-refused',
  // hand-over to the target system
  'hand-over-unanswered',
  'hand-over-refused',
  'hand-over-answer-invalid',
  // when files are sent
  'outside-hours',
  // scanners
  'scanner-busy',
  'scanner-off',
  'scanner-missing',
  'scanner-unreachable',
  'scanner-jammed',
  'scanner-empty',
  'scanner-open',
  'scanner-refused',
  'scanner-denied',
  'scanner-failed',
  'scanner-software-missing',
  'scan-without-pages',
  'page-unreadable',
  'profile-unknown',
  // the team of stations
  'team-unreachable',
  'team-refused',
  'team-same-content',
  'team-unclear',
  'team-duplicate',
  // updates of the window
  'update-unreachable',
  'update-untrusted',
  'update-outdated',
  'update-unfit',
  'update-damaged',
  'update-not-installed',
  // bugs, told plainly
  'internal',
] as const;

/** One code of the closed list. */
export type FaultCode = (typeof faultCodes)[number];

/** When an act that failed may be tried again: never, by itself later, or after a person did something. */
const faultRetries = ['never', 'later', 'after-person'] as const;

/** Who must act. */
const faultOwners = ['clerk', 'it'] as const;

/**
 * An expected failure. `params` fill the sentence (names, numbers, the service's own words, never a
 * secret or document content); `cause` is a short technical line for IT (status, error code), never a stack.
 */
export const faultSchema = z.object({
  code: z.enum(faultCodes),
  retry: z.enum(faultRetries),
  owner: z.enum(faultOwners),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  cause: z.string().optional(),
});

/** See {@link faultSchema}. */
export type Fault = z.infer<typeof faultSchema>;

/** The answer of everything that can fail as expected: a value, or a fault. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };
