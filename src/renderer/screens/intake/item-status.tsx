import {
  Ban,
  CheckCheck,
  CircleHelp,
  CirclePause,
  CircleDashed,
  Clock,
  Copy,
  FileCheck2,
  FilePen,
  Hand,
  Send,
  TimerReset,
  Upload,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ItemStage } from '../../../shared/item.ts';
import type { EngineProgress, ItemView } from '../../../shared/views.ts';
import { Chip, Progress } from '../../components/marks.tsx';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { formatBytes, formatSpan } from '../../text/format.ts';
import { useText } from '../../text/index.ts';

const icons: Readonly<Record<ItemStage, LucideIcon>> = {
  seen: Clock,
  settling: FilePen,
  accepted: Clock,
  uploading: Upload,
  uploaded: Send,
  submitting: Send,
  submitted: CircleDashed,
  tracking: CircleDashed,
  settled: FileCheck2,
  exported: FileCheck2,
  'handed-over': CheckCheck,
  held: Hand,
  duplicate: Copy,
  cancelled: Ban,
};

const finished: readonly ItemStage[] = ['settled', 'exported', 'handed-over'];

/** Where an item stands, as a chip; filled only where a person must act. */
export function ItemStatus({ item }: { readonly item: ItemView }): ReactElement {
  const say = useText('intake');
  if (item.stage === 'held') {
    if (item.fault?.owner === 'it') {
      return (
        <Chip kind="caution" icon={<Wrench aria-hidden />}>
          {say('stage-held-it')}
        </Chip>
      );
    }
    const failed = item.fault?.code === 'processing-failed' || item.fault?.code === 'transfer-refused';
    return (
      <Chip kind={failed ? 'critical' : 'caution'} icon={<Hand aria-hidden />}>
        {say('stage-held')}
      </Chip>
    );
  }
  const ended = finished.includes(item.stage) || item.stage === 'duplicate' || item.stage === 'cancelled';
  if (item.paused && !ended) return <Chip icon={<CirclePause aria-hidden />}>{say('paused')}</Chip>;
  if (item.fault !== null && !ended) {
    return item.fault.code === 'outcome-unclear' ? (
      <Chip icon={<CircleHelp aria-hidden />}>{say('unclear')}</Chip>
    ) : (
      <Chip icon={<TimerReset aria-hidden />}>{say('trying-again')}</Chip>
    );
  }
  const Icon = icons[item.stage];
  return (
    <Chip kind={finished.includes(item.stage) ? 'positive' : 'moving'} icon={<Icon aria-hidden />}>
      {say(`stage-${item.stage}`)}
    </Chip>
  );
}

/** The most useful sentence about an item: why, how far, or what came of it. */
export function ItemDetail({
  item,
  progress,
}: {
  readonly item: ItemView;
  readonly progress: EngineProgress | null;
}): ReactElement {
  const say = useText('intake');
  if (item.fault !== null) return <>{faultSentence(item.fault)}</>;
  if (item.paused) return <>{say('by-you', { size: formatBytes(item.size) })}</>;
  const flying = progress?.inFlight.find(({ itemId }) => itemId === item.id);
  if (item.stage === 'uploading' && flying !== undefined && progress !== null) {
    const share = flying.size === 0 ? 0 : flying.sent / flying.size;
    const percent = Math.round(share * 100);
    // The rate is of all uploads; each of those on the wire is taken to have its share of it.
    const rate = progress.bytesPerSecond / Math.max(1, progress.inFlight.length);
    return (
      <Progress
        value={share}
        label={item.name}
        words={
          rate > 0
            ? say('percent-left', { percent, left: formatSpan((flying.size - flying.sent) / rate) })
            : say('percent', { percent })
        }
      />
    );
  }
  if (item.stage === 'duplicate') return <>{say('same-as')}</>;
  if (item.stage === 'uploaded' || item.stage === 'submitting') {
    return <>{say('uploaded-size', { size: formatBytes(item.size) })}</>;
  }
  const [document] = item.documents;
  if (document === undefined) return <>{formatBytes(item.size)}</>;
  return <>{document.title ?? say('at-service', { state: document.state })}</>;
}
