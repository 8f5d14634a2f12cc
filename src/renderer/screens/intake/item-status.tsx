import {
  Ban,
  CheckCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleX,
  ClipboardPen,
  Clock,
  Copy,
  Eye,
  FileCheck2,
  FilePen,
  FileX,
  Hand,
  Layers3,
  PackageX,
  Scissors,
  Send,
  TimerReset,
  Trash2,
  Upload,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ItemView } from '../../../shared/views.ts';
import { Chip } from '../../components/marks.tsx';
import { useText } from '../../text/index.ts';
import type { Standing } from './item-standing.ts';
import { standingOf } from './item-standing.ts';

/** How a standing is marked; filled (caution, critical) only where a person must act. */
export const standingMarks: Readonly<
  Record<Standing, readonly [LucideIcon, 'moving' | 'caution' | 'critical' | 'positive']>
> = {
  held: [Hand, 'caution'],
  'held-it': [Wrench, 'caution'],
  failed: [CircleX, 'critical'],
  review: [Eye, 'caution'],
  'transfer-failed': [PackageX, 'critical'],
  'not-exported': [FileX, 'critical'],
  paused: [CirclePause, 'moving'],
  'trying-again': [TimerReset, 'moving'],
  unclear: [CircleHelp, 'moving'],
  complete: [ClipboardPen, 'moving'],
  rejected: [Ban, 'moving'],
  junk: [Trash2, 'moving'],
  seen: [Clock, 'moving'],
  settling: [FilePen, 'moving'],
  accepted: [Clock, 'moving'],
  uploading: [Upload, 'moving'],
  uploaded: [Send, 'moving'],
  'in-open-case': [Layers3, 'moving'],
  submitting: [Send, 'moving'],
  submitted: [CircleDashed, 'moving'],
  tracking: [CircleDashed, 'moving'],
  settled: [FileCheck2, 'positive'],
  exported: [FileCheck2, 'positive'],
  'handed-over': [CheckCheck, 'positive'],
  duplicate: [Copy, 'moving'],
  separated: [Scissors, 'moving'],
  cancelled: [Ban, 'moving'],
};

/** Where an item stands, as a chip. */
export function ItemStatus({ item }: { readonly item: ItemView }): ReactElement {
  const say = useText('intake');
  const standing = standingOf(item);
  const [Icon, kind] = standingMarks[standing];
  return (
    <Chip kind={kind} icon={<Icon aria-hidden />}>
      {say(`stage-${standing}`)}
    </Chip>
  );
}
