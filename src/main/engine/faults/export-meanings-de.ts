import type { FaultSentences } from './sentence.ts';

/** What the faults of exports and of the hand-over to a target system say, in German. */
export const germanExportSentences = {
  'export-folder-unusable': {
    reason: 'Der Exportordner[ {folder}] ist nicht verwendbar[: {problem}].',
    nextStep: 'Prüfen, ob er da und beschreibbar ist. Mailroom versucht es von selbst erneut.',
  },
  'export-not-well-formed': {
    reason: 'Das XML des Dienstes ist fehlerhaft[, Zeile {line}]. Nichts wurde geschrieben.',
    nextStep: 'Umwandlungsregel des Projekts berichtigen, dann erneut versuchen.',
  },
  'export-doctype-refused': {
    reason:
      'Der DOCTYPE[ {doctype}] im XML des Dienstes kann fremde Dateien nachladen oder ändern, was im XML steht. Nichts wurde geschrieben.',
    nextStep: 'Aus der Umwandlungsregel des Projekts nehmen oder in exports.doctypes erlauben, dann erneut versuchen.',
  },
  'export-refused': {
    reason: 'Der Dienst konnte aus diesem Dokument kein XML machen[: {message}].',
    nextStep: 'Umwandlungsregel des Projekts prüfen, dann erneut versuchen.',
  },
  'hand-over-unanswered': {
    reason: 'Das Zielsystem hat {name|die Datei} nicht beantwortet[, seit {waited}].',
    nextStep:
      'Dort nachsehen, ob es die Datei hat. Eine späte Antwort zählt noch; „Erneut versuchen“ wartet noch einmal.',
  },
  'hand-over-refused': {
    reason: 'Das Zielsystem hat {name|das} nicht angenommen[: {message}].',
    nextStep: 'Ursache dort beheben. „Erneut versuchen“ schreibt die Datei noch einmal.',
  },
  'hand-over-answer-invalid': {
    reason: 'Die Antwort des Zielsystems[ {name}] ist nicht zu gebrauchen[: {problem}].',
    nextStep: 'Diese Datei berichtigen oder entfernen, dann erneut versuchen.',
  },
} as const satisfies Readonly<Record<string, FaultSentences>>;
