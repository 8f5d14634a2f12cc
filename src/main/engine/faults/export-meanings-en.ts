import type { FaultSentences } from './sentence.ts';

/** What the faults of exports and of the hand-over to a target system say, in English. */
export const englishExportSentences = {
  'export-folder-unusable': {
    reason: 'The export folder[ {folder}] cannot be used[: {problem}].',
    nextStep: 'Check that it exists and may be written to. Mailroom tries again by itself.',
  },
  'export-not-well-formed': {
    reason: 'The XML of the service is broken[ in line {line}]. Nothing was written.',
    nextStep: 'Correct the transformation rule of the project, then retry.',
  },
  'export-doctype-refused': {
    reason:
      'The DOCTYPE[ {doctype}] in the XML of the service can pull other files in or change what the XML says. Nothing was written.',
    nextStep: 'Take it out of the transformation rule of the project or allow it in exports.doctypes, then retry.',
  },
  'export-refused': {
    reason: 'The service could not make XML of this document[: {message}].',
    nextStep: 'Check the transformation rule of the project, then retry.',
  },
  'hand-over-unanswered': {
    reason: 'The target system has not answered[ {name}][ for {waited}].',
    nextStep: 'Look there whether it took the file. An answer that comes late still counts; retry waits once more.',
  },
  'hand-over-refused': {
    reason: 'The target system did not take {name|this}[: {message}].',
    nextStep: 'Correct it there. Retry writes the file once more.',
  },
  'hand-over-answer-invalid': {
    reason: 'The answer of the target system[ {name}] cannot be used[: {problem}].',
    nextStep: 'Correct or remove that file, then retry.',
  },
} as const satisfies Readonly<Record<string, FaultSentences>>;
