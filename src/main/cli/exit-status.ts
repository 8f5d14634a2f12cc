import type { Fault, FaultCode } from '../../shared/faults.ts';

/** Exit statuses of the command line. */
export const exitStatus = {
  ok: 0,
  someFailed: 1,
  wrongUsage: 2,
  credentialsRefused: 3,
  unreachable: 4,
  interrupted: 130,
} as const;

/** One exit status. */
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

const statusByCode: Partial<Record<FaultCode, ExitStatus>> = {
  'sign-in-refused': exitStatus.credentialsRefused,
  'credentials-missing': exitStatus.credentialsRefused,
  'keychain-locked': exitStatus.credentialsRefused,
  'keychain-missing': exitStatus.credentialsRefused,
  'scope-missing': exitStatus.credentialsRefused,
  'service-unreachable': exitStatus.unreachable,
  'answer-lost': exitStatus.unreachable,
  'service-busy': exitStatus.unreachable,
  'quota-exhausted': exitStatus.unreachable,
  'service-failed': exitStatus.unreachable,
  'answer-not-understood': exitStatus.unreachable,
  'certificate-untrusted': exitStatus.unreachable,
  'proxy-refused': exitStatus.unreachable,
  'proxy-unknown': exitStatus.unreachable,
  'client-certificate-refused': exitStatus.unreachable,
  'client-certificate-unusable': exitStatus.credentialsRefused,
  'wrong-usage': exitStatus.wrongUsage,
  'settings-invalid': exitStatus.wrongUsage,
  'base-url-invalid': exitStatus.wrongUsage,
  'external-data-invalid': exitStatus.wrongUsage,
  'external-id-invalid': exitStatus.wrongUsage,
  'title-invalid': exitStatus.wrongUsage,
  'range-invalid': exitStatus.wrongUsage,
  'data-directory-taken': exitStatus.wrongUsage,
  'data-directory-unusable': exitStatus.wrongUsage,
  'project-unknown': exitStatus.wrongUsage,
  'profile-unknown': exitStatus.wrongUsage,
  'access-refused': exitStatus.wrongUsage,
  'folder-missing': exitStatus.wrongUsage,
};

/** The exit status for a fault that ended a command. */
export function statusOf(fault: Fault): ExitStatus {
  // A wrong URL shows as a sign-in that answers something else; elsewhere the service itself is at fault.
  if (fault.code === 'answer-not-understood' && fault.params['operation'] === 'auth.token')
    return exitStatus.wrongUsage;
  return statusByCode[fault.code] ?? exitStatus.someFailed;
}

const byWeight: readonly ExitStatus[] = [
  exitStatus.interrupted,
  exitStatus.credentialsRefused,
  exitStatus.unreachable,
  exitStatus.wrongUsage,
  exitStatus.someFailed,
];

/** The status of a command whose parts ended so: what keeps everything from going on weighs most. */
export function worstOf(statuses: readonly ExitStatus[]): ExitStatus {
  return byWeight.find((status) => statuses.includes(status)) ?? exitStatus.ok;
}
