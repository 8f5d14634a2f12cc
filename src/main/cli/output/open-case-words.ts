import type { OpenCaseState } from '../../../shared/case-views.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';

const english = {
  states: {
    open: 'open',
    held: 'held',
    released: 'released',
    submitting: 'submitting',
    unclear: 'delivery unclear',
    refused: 'refused',
    submitted: 'submitted',
    dissolved: 'dissolved',
  } satisfies Readonly<Record<OpenCaseState, string>>,
  noCases: 'No cases here.',
  noFiles: 'No files here.',
  /** Heads the files that are no part of their case. */
  setAside: 'Set aside, since their content was taken in before (mailroom send-anyway puts one in):',
  goesNext: 'It is sent when Mailroom runs next.',
  complete: 'complete',
  caseWord: 'case',
  waitingFor: (roles: string): string => `waiting for: ${roles}`,
  withoutRole: (count: number): string => `${count} ${count === 1 ? 'role' : 'roles'} missing`,
  sent: (batches: number): string => `${batches} ${batches === 1 ? 'batch' : 'batches'} sent.`,
};

/** What the command line says of cases that are put together here. */
export type OpenCaseWords = typeof english;

const german: OpenCaseWords = {
  states: {
    open: 'offen',
    held: 'Klärung nötig',
    released: 'freigegeben',
    submitting: 'wird gesendet',
    unclear: 'Zustellung ungeklärt',
    refused: 'nicht angenommen',
    submitted: 'gesendet',
    dissolved: 'aufgelöst',
  },
  noCases: 'Hier sind keine Fälle.',
  noFiles: 'Hier sind keine Dateien.',
  setAside: 'Beiseitegelegt, da ihr Inhalt schon aufgenommen war (mailroom send-anyway legt eine hinein):',
  goesNext: 'Er wird gesendet, wenn Mailroom das nächste Mal läuft.',
  complete: 'vollständig',
  caseWord: 'Fall',
  waitingFor: (roles) => `es fehlt: ${roles}`,
  withoutRole: (count) => `${count} ${count === 1 ? 'Rolle fehlt' : 'Rollen fehlen'}`,
  sent: (batches) => `${batches} ${batches === 1 ? 'Sendung' : 'Sendungen'} gesendet.`,
};

/** See {@link OpenCaseWords}. */
export function openCaseWordsIn(language: FaultLanguage): OpenCaseWords {
  return language === 'de' ? german : english;
}
