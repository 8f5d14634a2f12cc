/** Longest name of an open case, in UTF-16 units. */
export const maxNameLength = 200;
/** Longest external id that the service takes, in UTF-16 units. */
export const maxExternalIdLength = 256;
