import { fault } from '../../faults/fault.ts';
import { BrokenBody } from '../transport/broken-body.ts';
import type { ClientProblem } from '../problems.ts';

/**
 * One file out of a case download, while it streams: its name as it came (nothing in it is trusted; null: none came), its media
 * type where told. Its body has to be read to its end before the next file is asked for.
 */
export interface PackedFile {
  readonly name: string | null;
  readonly mediaType: string | null;
  readonly body: AsyncIterable<Uint8Array>;
}

/** What is thrown out of an archive that can't be gone on with: fault `answer-not-understood` with {problem}. */
export function brokenArchive(
  problem: Extract<ClientProblem, `archive-${string}` | 'too-many-entries' | 'unexpected-shape'>,
  cause: string,
): BrokenBody {
  return new BrokenBody(fault('answer-not-understood', { operation: 'cases.files', problem }, cause));
}
