import { answers } from './families/answers.ts';
import { crashPoints } from './families/crash-points.ts';
import { clocks } from './families/clocks.ts';
import { quota } from './families/quota.ts';
import { soak } from './families/soak.ts';
import { sharedFolders } from './families/shared-folders.ts';
import { storage } from './families/storage.ts';
import { writing } from './families/writers.ts';
import type { Lab } from './lab.ts';

/** A part of the laboratory: what it does, for the report, and doing it. */
export interface Family {
  readonly about: string;
  /** What it does that no program could tell apart from ordinary work, and what comes of it: one sentence each. */
  readonly untold?: readonly string[];
  readonly run: (lab: Lab) => Promise<void>;
}

/** All families, by the name that the command line knows. */
export const families: Readonly<Record<string, Family>> = {
  'crash-points': {
    about:
      'Stations in one process, each with its own journal and way of working (keep, move, delete, batch, case; XML and reports), killed with SIGKILL before or after any commit, fsync, write, rename, link, removal, request or answer, twelve times in a life, while files come in.',
    run: (lab) => crashPoints(lab),
  },
  answers: {
    about:
      'A gateway before the service loses requests and answers, cuts them off, refuses them (400, 401, 408, 413, 429, 5xx) before or after the service acted, answers pages, redirects, nothing, far too much or other JSON, in nine of ten calls of every operation.',
    run: (lab) => answers(lab),
  },
  writers: {
    about:
      'Programs that write in parts, page by page, with holes or zeros first, out of order, under another name first, with the same size and time, under a name that is just being tidied, or into a file that was sent (rsync, cp and a download by aria2, pages appended by Pillow and tiffcp among them), against keep, move and delete.',
    run: (lab) => writing(lab),
  },
  storage: {
    about:
      'Bits flipped in the journal and its log, an older journal, an older copy of the whole data directory, no write-ahead log, a full disk, a hot folder that is read only for a while, and the power cut (an ext4 disk in an image that loses what was not flushed), each between kills.',
    untold: [
      'An older copy of the whole machine, the second mark of the journal included, which is not tried here: what was taken in after the copy was made is in no journal any more, and where its file still lies in the hot folder it is sent again. The copy is sound and says nothing of its age; the service knows a file by an id that only the lost part of the journal had, and cannot be asked by content.',
    ],
    run: storage,
  },
  'shared-folders': {
    about:
      'Three stations with claims on one folder, each in a process of its own, killed, or frozen for longer than their lease, while files come in.',
    run: (lab) => sharedFolders(lab),
  },
  clocks: {
    about:
      'Clocks that are two hours, a day or 400 days ahead or behind at a start (that of the whole process in every other one, by faketime) and are set again while the station works, with the service away; then killed, and started with the right time.',
    run: (lab) => clocks(lab),
  },
  quota: {
    about:
      'Other programs take any part of the quota of the same credentials, and refusals announce nothing. A fault is a refused request.',
    run: (lab) => quota(lab),
  },
  soak: {
    about:
      'Stations that work without a restart as long as the run lasts, while files come in unevenly and one of twenty answers is lost or strange; what their process holds in memory must not grow with what they did.',
    run: (lab) => soak(lab),
  },
};
