import { currentLanguage } from '../../text/language.ts';
import { textOf } from '../../text/index.ts';

/** Roles that have words of their own; others are shown as they were typed. */
const worded = [
  'invoice',
  'deliveryNote',
  'purchaseOrder',
  'orderConfirmation',
  'creditNote',
  'contract',
  'photo',
  'testReport',
  'receipt',
  'letter',
  'attachment',
] as const;

/** Roles to choose from where none were used yet. */
export const commonRoles: readonly string[] = ['invoice', 'deliveryNote', 'purchaseOrder', 'contract', 'attachment'];

/** A role as a word. */
export function roleWord(role: string): string {
  const known = worded.find((name) => name.toLowerCase() === role.toLowerCase());
  return known === undefined ? role : textOf('cases')(`role-${known}`);
}

/** Roles inside a sentence: in English without capitals. */
export function roleWords(roles: readonly string[]): string {
  return roles
    .map((role) => {
      const word = roleWord(role);
      return word === role || currentLanguage() === 'de' ? word : word.charAt(0).toLowerCase() + word.slice(1);
    })
    .join(', ');
}
