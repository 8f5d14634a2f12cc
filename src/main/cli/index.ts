#!/usr/bin/env node
import { tooFewOpenFiles } from '../engine/platform/disk/open-files.ts';

/* The `mailroom` command. Loading it opens more files at once than a narrow limit allows. */

const limit = tooFewOpenFiles();
if (limit === null) await import('./run-program.ts');
else (await import('./say-few-files.ts')).sayFewFiles(limit);
