/** Size and time are not enough to know a file by: also its number on the volume, and when anything of it last changed. */
export const identityOfSeenFiles = `
ALTER TABLE seen_files ADD COLUMN inode REAL;
ALTER TABLE seen_files ADD COLUMN changed_at REAL;
`;
