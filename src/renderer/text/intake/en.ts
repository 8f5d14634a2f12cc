/** Words of the Intake screen. */
export const englishIntake = {
  title: 'Intake',
};
