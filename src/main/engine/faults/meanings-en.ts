import type { FaultCode } from '../../../shared/faults.ts';
import { folderSentences } from './meanings-of-folders.ts';
import { waitingSentences } from './meanings-of-waiting.ts';
import { englishExportSentences } from './export-meanings-en.ts';
import type { FaultSentences } from './sentence.ts';
import { sidecarSentences } from './sidecar-sentences.ts';

/** The English sentences, as templates for `fillTemplate`. Style: shared look, section Copy. */
export const englishSentences: Readonly<Record<FaultCode, FaultSentences>> = {
  ...folderSentences.en,
  ...waitingSentences.en,
  'type-not-accepted': {
    reason: '{type|This type of file} is not accepted by the service.',
    nextStep: 'Save it as {instead|PDF} and drop it again.',
  },
  'pdf-password': {
    reason: 'This PDF is protected by a password.',
    nextStep: 'Ask for an open copy and choose it here.',
  },
  'file-damaged': {
    reason: 'The file[ {picture}] is damaged[: {problem}].',
    nextStep: 'Ask the sender for it again.',
  },
  'file-unjudged': {
    reason:
      'Too complicated to judge: looking through it took too long, or ended Mailroom several times. Nothing was sent.',
    nextStep: 'Print or save it as a new PDF and drop that. If you do not know where it came from, tell IT.',
  },
  'file-gone': {
    reason: 'The file disappeared before it was sent.',
    nextStep: 'Put it back or cancel the item.',
  },
  'file-too-large': {
    reason: 'The service finds the file too large[: the limit is {limit}].',
    nextStep: 'Split it and drop the parts.',
  },
  'name-refused': {
    reason: 'The file name cannot be used[: {problem}].',
    nextStep: 'Rename the file and drop it again.',
  },
  ...sidecarSentences.en,
  'tidy-up-failed': {
    reason: 'The file[ {name}] was sent. The original could not be {action|tidied away}[: {problem}].',
    nextStep: 'Move the original away by hand.',
  },
  'title-not-set': {
    reason: 'The document[ of {name}] was sent. The title that its sidecar says could not be set.',
    nextStep: 'Set the title in Documents.',
  },
  'watch-limit': {
    reason: 'This computer cannot watch more folders. Files are still found, a little later.',
    nextStep: 'Raise fs.inotify.max_user_watches[ above {limit}].',
  },
  'links-passed-over': {
    reason: 'Mailroom follows no links: {name|one} is passed over[, and {more} more].',
    nextStep: 'Put the files themselves there, or make the folder that the link leads to a source of its own.',
  },
  'placeholders-passed-over': {
    reason:
      'Placeholder of {program|a sync program}: {name|a document} is not on this computer and is left alone[, with {more} more].',
    nextStep: 'Let the sync program keep it on this computer, or put it there as PDF. Mailroom then takes it in.',
  },
  'open-files-limit': {
    reason: 'Too few files may be open at once[: {limit}].',
    nextStep: 'Allow at least 1024 (ulimit -n, LimitNOFILE of the service), then start Mailroom again.',
  },
  'disk-full': {
    reason: 'The disk[ of {folder}] is full. Everything stays queued.',
    nextStep: 'Free {needed|1 GB} on it. Mailroom goes on by itself.',
  },
  'data-directory-taken': {
    reason: 'Another Mailroom works with {directory|this data directory}[ (process {process})].',
    nextStep: 'Close the other one or choose another data directory.',
  },
  'data-directory-unusable': {
    reason: 'The data directory[ {directory}] cannot be used[: {problem}].',
    nextStep: 'Check that it exists and may be written to, or choose another one.',
  },
  'journal-damaged': {
    reason: 'The journal {problem|was damaged}[. It is set aside as {path}, nothing was deleted].',
    nextStep:
      'Check the disk, backups and cleaning programs. What may have been sent already is held; let Mailroom look through its folders again.',
  },
  'record-unreadable': {
    reason: 'Part of what the journal knew of this was lost. What is left is kept.',
    nextStep: 'Look in the service, then decide: Retry looks there first and sends only what is missing.',
  },
  'service-unreachable': {
    reason: 'The service[ {host}] cannot be reached. Everything stays queued.',
    nextStep: 'Check the network. Mailroom tries again by itself.',
  },
  'answer-lost': {
    reason: 'The connection[ to {host}] broke off before the service confirmed the file. It stays queued.',
    nextStep:
      'Nothing to do. Mailroom sends it again by itself. Tell IT if it lasts: a proxy or virus scanner may be in between.',
  },
  'service-busy': {
    reason: 'The service asks for patience: its quota is used up.[ The next try is at {goesOn}.]',
    nextStep: 'Nothing to do. Mailroom goes on[ in {seconds} s] by itself.',
  },
  'quota-exhausted': {
    reason:
      'The quota of the service has been used up[ since {since}].[ The next try is at {goesOn}.] Everything stays queued.',
    nextStep:
      'Find out which other programs use the quota of this tenant and slow them down, or have it raised. Mailroom goes on by itself.',
  },
  'service-failed': {
    reason: 'The service has a problem of its own[ (status {status})]. Everything stays queued.',
    nextStep: 'Nothing to do. Mailroom tries again by itself. Tell the support of the service if it lasts.',
  },
  'answer-not-understood': {
    reason: 'The answer is not what the service promises[: {problem}].',
    nextStep: 'Check the base URL[ {url}]. A sign-in page of the network may be in between.',
  },
  'certificate-untrusted': {
    reason: 'The certificate of {host|the service} is not trusted.',
    nextStep: 'Add the certificate authority of your company in the network settings.',
  },
  'proxy-refused': {
    reason: 'The proxy[ {proxy}] let nothing through[ (status {status})].',
    nextStep: 'Check the proxy and its sign-in in the network settings.',
  },
  'sign-in-refused': {
    reason: 'The service refused our sign-in.',
    nextStep: 'Enter a new client secret.',
  },
  'scope-missing': {
    reason: 'Our sign-in does not cover {scope|this act}.',
    nextStep: 'Ask the administrator of the service to allow {scope|it} for this client.',
  },
  'access-refused': {
    reason: 'No access to {subject|this}.',
    nextStep: 'Grant access or choose another project.',
  },
  'project-unknown': {
    reason: 'The service knows no project {projectId|with this id}.',
    nextStep: 'Check the project id or choose another project.',
  },
  'not-found': {
    reason: 'There is no {subject|item} {id|with this id}.',
    nextStep: 'Check the id.',
  },
  'request-refused': {
    reason: 'The service refused this[: {message}].',
    nextStep: 'Correct it, then retry. Nothing was lost.',
  },
  'already-at-service': {
    reason: 'The service already has this file.',
    nextStep: 'Open the first document.',
  },
  'processing-failed': {
    reason: 'The service could not process the document[: {message}].',
    nextStep: 'Look at the document in the service. Scan it again if it is unreadable.',
  },
  'outcome-unclear': {
    reason: 'It is unclear whether this arrived.',
    nextStep: 'Look in the service, then decide.',
  },
  'not-settled-in-time': {
    reason: 'The service is not done with it[ after {waited}][, it is {state}].',
    nextStep: 'Look in the service who must act there. Mailroom keeps following it.',
  },
  'transfer-refused': {
    reason: 'The service refused the hand-over[: {message}].',
    nextStep: 'Correct it, then hand over again.',
  },
  'case-incomplete': {
    reason: 'The case[ {name}] has been waiting[ for: {missing}].',
    nextStep: 'Add what is missing, or release it as it is.',
  },
  'role-missing': {
    reason: '{name|One file} has no role.',
    nextStep: 'Choose a role, then release.',
  },
  'wrong-usage': {
    reason: '{problem|This cannot be done that way}.',
    nextStep: '{hint|See mailroom --help.}',
  },
  'settings-invalid': {
    reason:
      'The settings cannot be used[: {field}][ (entry {entry} of {list})][ is {given}][, line {line}][: {problem}][: there is no connection {connection}].',
    nextStep:
      'Correct {path|the settings file}. It was left as it is.[ The least is {least}.][ The most is {most}.][ Possible are: {words}.]',
  },
  'base-url-invalid': {
    reason: 'The base URL[ {url}] cannot be used[: {problem}].',
    nextStep: 'Enter it like https://host/v2; http only for this computer.',
  },
  'external-data-invalid': {
    reason: 'The external data cannot be sent[: {problem}].',
    nextStep: 'Use at most 20 values, with keys of at most 50 characters that differ.',
  },
  'title-invalid': {
    reason: 'The title cannot be used[: {problem}].',
    nextStep: 'Use 1 to 256 characters.',
  },
  'external-id-invalid': {
    reason: 'The external id cannot be used[: {problem}].',
    nextStep: 'Enter another external id.',
  },
  'range-invalid': {
    reason: '{field|The number} is out of range.',
    nextStep: 'Enter a number[ from {least}][ up to {most}].',
  },
  'credentials-missing': {
    reason: 'No credentials are stored for {connection|this connection}.',
    nextStep:
      'Enter them with mailroom connect, or set MAILROOM_BASE_URL, MAILROOM_CLIENT_ID and MAILROOM_CLIENT_SECRET.',
  },
  'credentials-elsewhere': {
    reason:
      'The secret of {connection|this connection} was entered for {address|another address} and is sent nowhere else.',
    nextStep: 'Check the address of the connection. If it is the new one, enter the secret for it once more.',
  },
  'keychain-locked': {
    reason: 'The keychain is locked. Everything stays queued.',
    nextStep: 'Unlock the keychain.',
  },
  'keychain-missing': {
    reason: 'This computer offers no keychain.',
    nextStep:
      'Start one (such as GNOME Keyring), or set MAILROOM_BASE_URL, MAILROOM_CLIENT_ID and MAILROOM_CLIENT_SECRET.',
  },
  ...englishExportSentences,
  'outside-hours': {
    reason: 'Files are sent from {from|a set hour} to {to|another} only. It goes on by itself[ at {goesOn}].',
    nextStep: 'Nothing to do. What must go now: choose it and retry.',
  },
  'scanner-busy': {
    reason: 'The scanner is busy.',
    nextStep: 'Wait until it is free, then scan again.',
  },
  'scanner-off': {
    reason: 'The scanner does not answer: it is off or asleep.',
    nextStep: 'Switch it on, then scan again.',
  },
  'scanner-missing': {
    reason: '{problem|This scanner is not there any more}.',
    nextStep: 'Choose a scanner. Plug yours in if it is not listed.',
  },
  'scanner-unreachable': {
    reason: 'The scanner is out of reach[: {problem}][ ({address})].',
    nextStep: 'Check its cable, the network and its address.',
  },
  'scanner-jammed': {
    reason: 'Paper is jammed in the scanner. The pages before it are kept.',
    nextStep: 'Clear the paper path, lay in the rest and scan on.',
  },
  'scanner-empty': {
    reason: 'The feeder is empty.',
    nextStep: 'Lay in paper, then scan again.',
  },
  'scanner-open': {
    reason: 'A cover of the scanner is open.',
    nextStep: 'Close it, then scan again.',
  },
  'scanner-refused': {
    reason: 'The scanner cannot scan like this[: {setting}].',
    nextStep: 'Choose another setting in the profile.',
  },
  'scanner-denied': {
    reason: 'This computer may not use the scanner.',
    nextStep: 'Give this account access to the scanner.',
  },
  'scanner-failed': {
    reason: '{problem|The scanner reported an error}. The pages before it are kept.',
    nextStep: 'Switch it off and on, then scan again.',
  },
  'scanner-software-missing': {
    reason: 'The software for scanners is not on this computer.',
    nextStep: 'Install {program|it}.',
  },
  'scan-without-pages': {
    reason: 'There are no pages to send.',
    nextStep: 'Scan or keep at least one page.',
  },
  'page-unreadable': {
    reason: 'A page cannot be read as a picture[: page {page} of the document].',
    nextStep: 'Leave it out, or scan it once more.',
  },
  'profile-unknown': {
    reason: 'There is no such scan profile.',
    nextStep: 'Choose another one, or add it in the settings.',
  },
  internal: {
    reason: 'Mailroom made a mistake here. Nothing was lost.',
    nextStep: 'Retry. If it happens again, send the log to support.',
  },
};
