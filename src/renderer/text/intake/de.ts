import type { Words } from '../words.ts';
import type { englishIntake } from './en.ts';

/** Words of the Intake screen. */
export const germanIntake: Words<typeof englishIntake> = {
  title: 'Eingang',
};
