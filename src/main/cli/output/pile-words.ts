import type { PileState } from '../../../shared/case-views.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';

/** What the command line says of cases that are put together here. */
export interface PileWords {
  readonly states: Readonly<Record<PileState, string>>;
  readonly noCases: string;
  readonly goesNext: string;
  readonly complete: string;
  readonly caseWord: string;
  readonly setAside: string;
  /** Heads of the table of piles, and of what was set aside for them. */
  readonly heads: Readonly<Record<'name' | 'state' | 'files' | 'what' | 'role' | 'cameFor' | 'isIn', string>>;
  waitingFor(roles: string): string;
  withoutRole(count: number): string;
  sent(batches: number): string;
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
  noCases: 'No cases here.',
  goesNext: 'It goes when Mailroom runs next.',
  complete: 'complete',
  caseWord: 'case',
  setAside: 'Set aside, since their content was taken in before (mailroom send-anyway puts one in):',
  heads: {
    name: 'Name',
    state: 'State',
    files: 'Files',
    what: 'What',
    role: 'Role',
    cameFor: 'Came for',
    isIn: 'Is in',
  },
  waitingFor: (roles) => `waiting for: ${roles}`,
  withoutRole: (count) => `${count} ${count === 1 ? 'role' : 'roles'} missing`,
  sent: (batches) => `${batches} ${batches === 1 ? 'batch' : 'batches'} sent.`,
};

const german: PileWords = {
  states: {
    open: 'offen',
    held: 'angehalten',
    released: 'freigegeben',
    submitting: 'wird gesendet',
    unclear: 'unklar',
    refused: 'nicht angenommen',
    submitted: 'gesendet',
    dissolved: 'aufgelöst',
  },
  noCases: 'Hier sind keine Fälle.',
  goesNext: 'Er geht ab, wenn Mailroom das nächste Mal läuft.',
  complete: 'vollständig',
  caseWord: 'Fall',
  setAside: 'Beiseitegelegt, da der Inhalt schon aufgenommen ist (mailroom send-anyway nimmt eine Datei auf):',
  heads: {
    name: 'Name',
    state: 'Stand',
    files: 'Dateien',
    what: 'Was',
    role: 'Rolle',
    cameFor: 'Kam für',
    isIn: 'Liegt in',
  },
  waitingFor: (roles) => `es fehlt: ${roles}`,
  withoutRole: (count) => `${count} ${count === 1 ? 'Rolle fehlt' : 'Rollen fehlen'}`,
  sent: (batches) => `${batches} Stapel gesendet.`,
};

/** See {@link PileWords}. */
export function pileWordsIn(language: FaultLanguage): PileWords {
  return language === 'de' ? german : english;
}
