/** Items that one command can name: a chosen list is no longer than this. */
export const mostSelected = 100_000;
