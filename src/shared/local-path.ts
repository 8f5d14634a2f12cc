import { z } from 'zod';

/** An absolute path on this computer. Every path of a message or setting is made with this schema: main finds by it what a message names. */
export const localPath = z.string().min(1).meta({ isLocalPath: true });
