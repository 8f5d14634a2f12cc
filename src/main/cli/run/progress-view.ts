import type { ItemStage } from '../../../shared/item.ts';
import type { EngineProgress } from '../../../shared/views.ts';
import { bytesInWords, fitEnd, fitName, secondsInWords } from '../output/text.ts';
import type { Summary } from './tally.ts';

/** Words of the stages, as people read them. */
export const stageWords: Readonly<Record<ItemStage, string>> = {
  seen: 'seen',
  settling: 'waits to be whole',
  accepted: 'waits to be sent',
  uploading: 'being sent',
  uploaded: 'sent',
  submitting: 'being submitted',
  submitted: 'submitted',
  tracking: 'being processed',
  settled: 'done',
  exported: 'XML written',
  'handed-over': 'handed over',
  held: 'needs you',
  duplicate: 'duplicate',
  cancelled: 'cancelled',
};

/** Lines of the live progress: one bar over everything, then what is on its way just now; each fits `width`. */
export function progressLines(progress: EngineProgress, summary: Summary, width: number): readonly string[] {
  const share = progress.bytesTotal === 0 ? 0 : Math.min(1, progress.bytesSent / progress.bytesTotal);
  const left =
    progress.secondsLeft === null
      ? ''
      : progress.secondsLeft > 0
        ? `, ${secondsInWords(progress.secondsLeft)} left`
        : '';
  const rate = progress.bytesPerSecond > 0 ? `, ${bytesInWords(progress.bytesPerSecond)}/s` : '';
  const words = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${bytesInWords(progress.bytesSent)} of ${bytesInWords(progress.bytesTotal)}${left}${rate}`;
  const room = Math.max(6, Math.min(32, width - words.length));
  const full = Math.round(share * room);
  const bar = '█'.repeat(full) + '░'.repeat(room - full);
  const counted = [
    `${summary.items} files`,
    `${summary.settled} done`,
    ...(summary.exported > 0 ? [`${summary.exported} XML`] : []),
    ...(summary.held > 0 ? [`${summary.held} need you`] : []),
    ...(summary.duplicates > 0 ? [`${summary.duplicates} duplicates`] : []),
  ].join(' · ');
  const flying = progress.inFlight.slice(0, 3).map(({ name, size, stage }) => {
    const tail = `  ${bytesInWords(size)}  ${stageWords[stage]}`;
    return `  ${fitName(name, Math.max(8, width - 2 - tail.length))}${tail}`;
  });
  return [fitEnd(bar + words, width), fitEnd(counted, width), ...flying.map((line) => fitEnd(line, width))];
}
