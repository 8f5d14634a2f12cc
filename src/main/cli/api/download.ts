import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { faultOfBrokenBody } from '../../engine/service/transport/broken-body.ts';
import type { Download } from '../../engine/service/client.ts';
import type { CommandContext } from '../command-context.ts';
import { exitStatus } from '../exit-status.ts';
import { serviceWordsIn } from '../output/service-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { safeText } from '../output/text.ts';
import type { Ending } from '../commands/with-station.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';

const textual = /^(text\/|application\/(json|xml|[\w.+-]+\+(json|xml)))/i;

/** Writes the bytes of an answer as they come, to a new file or to stdout; binary bytes never to a terminal. */
export async function writeDownload(
  download: Download,
  out: string | undefined,
  context: CommandContext,
  terminal: Terminal,
): Promise<Ending> {
  if (out === undefined && context.stdout.isTTY === true && !textual.test(download.mediaType)) {
    return misuse('not-for-terminals', { type: safeText(download.mediaType) });
  }
  const source = Readable.from(download.body);
  try {
    if (out === undefined) {
      await pipeline(source, context.stdout, { end: false });
      return success(exitStatus.ok);
    }
    const target = createWriteStream(out, { flags: 'wx' });
    await pipeline(source, target);
    const size = serviceWordsIn(terminal.language).bytes(target.bytesWritten);
    terminal.note(`${safeText(out)}: ${size}${download.mediaType === '' ? '' : `, ${safeText(download.mediaType)}`}.`);
    return success(exitStatus.ok);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EPIPE') return success(exitStatus.ok);
    if (code === 'EEXIST') {
      return misuse('is-there', { given: out ?? '' });
    }
    if (out !== undefined) await rm(out, { force: true });
    const broken = faultOfBrokenBody(error);
    if (broken !== null) return { ok: false, fault: broken };
    return misuse('not-written', { given: out ?? 'stdout', code });
  }
}
