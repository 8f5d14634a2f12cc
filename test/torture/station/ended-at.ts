/** What begins the line in which a station tells at which step it was ended. */
export const endedAtWord = 'ended at ';
