import type { FaultLanguage } from '../../engine/faults/describe.ts';

const english = {
  askUser: 'Name of a database user who may make roles: ',
  askPassword: 'Password (it is not kept): ',
  created: (schema: string): string =>
    `The team is ready in schema ${schema}. Each station joins with mailroom team join.`,
  upToDate: 'The team is there and up to date.',
  joined:
    'This station has joined the team. A window that is open takes that up at once, mailroom watch at its next start.',
  left: 'This station has left the team and works alone.',
  alone: 'This station works alone: it has joined no team.',
  member: (address: string, schema: string): string => `Member of the team at ${address}, schema ${schema}.`,
  columns: ['Station', 'Now', 'Joined'],
  present: 'there',
  silent: 'not heard of',
  gone: 'left',
  this: (name: string): string => `${name} (this one)`,
  nothingDone: 'Nothing was changed.',
  open: 'Nothing is encrypted on the way to this database. That is for one on this computer, or for trying out.',
};

const german: typeof english = {
  askUser: 'Name eines Datenbankbenutzers, der Rollen anlegen darf: ',
  askPassword: 'Kennwort (wird nicht aufbewahrt): ',
  created: (schema) => `Das Team steht im Schema ${schema} bereit. Jede Station tritt mit mailroom team join bei.`,
  upToDate: 'Das Team ist vorhanden und aktuell.',
  joined:
    'Diese Station ist dem Team beigetreten. Ein offenes Fenster übernimmt das sofort, mailroom watch beim nächsten Start.',
  left: 'Diese Station hat das Team verlassen und arbeitet allein.',
  alone: 'Diese Station arbeitet allein: Sie gehört zu keinem Team.',
  member: (address, schema) => `Mitglied des Teams unter ${address}, Schema ${schema}.`,
  columns: ['Station', 'Jetzt', 'Beigetreten'],
  present: 'da',
  silent: 'meldet sich nicht',
  gone: 'ausgetreten',
  this: (name) => `${name} (diese)`,
  nothingDone: 'Nichts wurde geändert.',
  open: 'Auf dem Weg zu dieser Datenbank ist nichts verschlüsselt. Das ist für eine auf diesem Rechner gedacht oder zum Ausprobieren.',
};

/** What mailroom team says, in the language of the station. */
export const teamWordsIn = (language: FaultLanguage): typeof english => ({ en: english, de: german })[language];
