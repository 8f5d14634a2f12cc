/** The code that the system or Node gave an error (`ENOENT`); `otherwise` where it has none. */
export function codeOf(error: unknown, otherwise = ''): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : otherwise;
}

/** Whether a code says that the disk has no room, or the account's share of it has none. */
export function isFull(code: string | null): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Words of the fault sentences for what keeps a folder from being used, by code. */
export const folderProblems: Readonly<Record<string, string>> = {
  EACCES: 'not-allowed',
  EPERM: 'not-allowed',
  EROFS: 'read-only',
  ENOTDIR: 'not-a-folder',
  EEXIST: 'not-a-folder',
};
