/**
 * Libraries that are built in: plain JavaScript in hundreds of files, which took a third of a second of each start to find. Those
 * with binaries or files of their own stay in `node_modules`.
 */
export const bundledLibraries: string[] = ['commander', 'saxes', 'undici', 'yaml', 'zod'];
