import type { EngineProgress } from '../../../shared/views.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { bytesInWords, fitEnd, fitName, secondsInWords } from '../output/text.ts';
import { wordsIn } from '../output/words.ts';
import type { Summary } from './tally.ts';

/** Lines of the live progress: one bar over everything, then what is on its way just now; each fits `width`. */
export function progressLines(
  progress: EngineProgress,
  summary: Summary,
  width: number,
  language: FaultLanguage,
): readonly string[] {
  const say = wordsIn(language);
  const share = progress.bytesTotal === 0 ? 0 : Math.min(1, progress.bytesSent / progress.bytesTotal);
  const left =
    progress.secondsLeft === null
      ? ''
      : progress.secondsLeft > 0
        ? `, ${say.left(secondsInWords(progress.secondsLeft))}`
        : '';
  const rate = progress.bytesPerSecond > 0 ? `, ${bytesInWords(progress.bytesPerSecond)}/s` : '';
  const words = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${say.bytesOf(bytesInWords(progress.bytesSent), bytesInWords(progress.bytesTotal))}${left}${rate}`;
  const room = Math.max(6, Math.min(32, width - words.length));
  const full = Math.round(share * room);
  const bar = '█'.repeat(full) + '░'.repeat(room - full);
  const counted = [
    say.files(summary.items),
    say.done(summary.settled),
    ...(summary.exported > 0 ? [`${summary.exported} XML`] : []),
    ...(summary.held > 0 ? [say.needYou(summary.held)] : []),
    ...(summary.duplicates > 0 ? [say.duplicates(summary.duplicates)] : []),
  ].join(' · ');
  const flying = progress.inFlight.slice(0, 3).map(({ name, sent, size, stage }) => {
    const far = sent > 0 ? say.bytesOf(bytesInWords(sent), bytesInWords(size)) : bytesInWords(size);
    const tail = `  ${far}  ${say.stages[stage]}`;
    return `  ${fitName(name, Math.max(8, width - 2 - tail.length))}${tail}`;
  });
  return [fitEnd(bar + words, width), fitEnd(counted, width), ...flying.map((line) => fitEnd(line, width))];
}
