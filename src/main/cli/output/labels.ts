import type { FaultLanguage } from '../../engine/faults/describe.ts';

/** What values of the service and its operations are called, in German; the keys are English. */
const german = {
  ID: 'ID',
  Title: 'Titel',
  Status: 'Status',
  Project: 'Projekt',
  'External ID': 'Externe ID',
  Case: 'Fall',
  Created: 'Angelegt',
  Updated: 'Geändert',
  Address: 'Adresse',
  Files: 'Dateien',
  'Items here': 'Hier',
  Batch: 'Sendung',
  File: 'Datei',
  Role: 'Rolle',
  Main: 'Haupt',
  Document: 'Dokument',
  Name: 'Name',
  Completion: 'Abschluss',
  Duplicates: 'Duplikate',
  Live: 'Aktiv',
  Key: 'Schlüssel',
  Value: 'Wert',
  'Shown as': 'Gezeigt als',
  Type: 'Art',
  Source: 'Quelle',
  Note: 'Notiz',
  'Kept for': 'Aufbewahrt',
  Model: 'Modell',
  Schema: 'Schema',
  Operation: 'Operation',
  Method: 'Methode',
  Path: 'Pfad',
  Scope: 'Recht',
  Repeat: 'Erneut',
  What: 'Was',
  'Came for': 'Gekommen für',
  'Is in': 'Liegt in',
} as const;

/** A value's name as tables and lists show it. */
export type Label = keyof typeof german;

/** A value's name in a language. */
export function labelIn(language: FaultLanguage, label: Label): string {
  return language === 'de' ? german[label] : label;
}
