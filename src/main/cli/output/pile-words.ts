import type { PileState } from '../../../shared/case-views.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';

/** What `mailroom cases piles` and `mailroom release` say by themselves, in one language. */
export interface PileWords {
  readonly states: Readonly<Record<PileState, string>>;
  readonly columns: Readonly<
    Record<'id' | 'name' | 'state' | 'files' | 'what' | 'stage' | 'role' | 'cameFor' | 'isIn', string>
  >;
  readonly noCases: string;
  readonly noFiles: string;
  readonly setAside: string;
  readonly complete: string;
  readonly goesLater: string;
  atService(caseId: string): string;
  waitingFor(roles: string): string;
  rolesMissing(count: number): string;
  batchesSent(count: number): string;
}

const english: PileWords = {
  states: {
    open: 'open',
    held: 'held',
    released: 'released',
    submitting: 'submitting',
    unclear: 'unclear',
    refused: 'refused',
    submitted: 'submitted',
    dissolved: 'dissolved',
  },
  columns: {
    id: 'Id',
    name: 'Name',
    state: 'State',
    files: 'Files',
    what: 'What',
    stage: 'Stage',
    role: 'Role',
    cameFor: 'Came for',
    isIn: 'Is in',
  },
  noCases: 'No cases here.',
  noFiles: 'No files here.',
  setAside: 'Set aside, since their content was taken in before (mailroom send-anyway puts one in):',
  complete: 'complete',
  goesLater: 'It goes when Mailroom runs next.',
  atService: (caseId) => `case ${caseId}`,
  waitingFor: (roles) => `waiting for: ${roles}`,
  rolesMissing: (count) => `${count} ${count === 1 ? 'role' : 'roles'} missing`,
  batchesSent: (count) => `${count} ${count === 1 ? 'batch' : 'batches'} sent.`,
};

const german: PileWords = {
  states: {
    open: 'offen',
    held: 'zurückgestellt',
    released: 'freigegeben',
    submitting: 'wird gesendet',
    unclear: 'Ausgang unklar',
    refused: 'abgelehnt',
    submitted: 'beim Dienst',
    dissolved: 'aufgelöst',
  },
  columns: {
    id: 'Id',
    name: 'Name',
    state: 'Zustand',
    files: 'Dateien',
    what: 'Hinweis',
    stage: 'Stand',
    role: 'Rolle',
    cameFor: 'Kam für',
    isIn: 'Liegt in',
  },
  noCases: 'Hier sind keine Fälle.',
  noFiles: 'Hier sind keine Dateien.',
  setAside: 'Beiseitegelegt, weil ihr Inhalt schon aufgenommen wurde (mailroom send-anyway legt eine dazu):',
  complete: 'vollständig',
  goesLater: 'Gesendet wird beim nächsten Lauf von Mailroom.',
  atService: (caseId) => `Fall ${caseId}`,
  waitingFor: (roles) => `wartet auf: ${roles}`,
  rolesMissing: (count) => `${count} ${count === 1 ? 'Rolle fehlt' : 'Rollen fehlen'}`,
  batchesSent: (count) => `${count} ${count === 1 ? 'Sendung' : 'Sendungen'} gesendet.`,
};

/** The words about cases that are put together here, in a language. */
export function pileWordsIn(language: FaultLanguage): PileWords {
  return language === 'de' ? german : english;
}
