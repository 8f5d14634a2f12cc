import type { LucideIcon } from 'lucide-react';
import { Check, CheckCheck, CircleDashed, CircleHelp, CircleX, Hand, Hourglass, Send, Split } from 'lucide-react';
import type { ReactElement } from 'react';
import type { OpenCaseView } from '../../../../shared/case-views.ts';
import { Chip } from '../../../components/marks.tsx';
import { formatTime } from '../../../text/format.ts';
import type { Say } from '../../../text/index.ts';
import { useText } from '../../../text/index.ts';
import { roleWords } from '../role-words.ts';

interface Mark {
  readonly icon: LucideIcon;
  readonly kind: 'moving' | 'caution' | 'critical' | 'positive';
  readonly words: string;
}

const later: Readonly<
  Record<Exclude<OpenCaseView['state'], 'open' | 'held' | 'released'>, Pick<Mark, 'icon' | 'kind'>>
> = {
  submitting: { icon: Send, kind: 'moving' },
  unclear: { icon: CircleHelp, kind: 'moving' },
  refused: { icon: CircleX, kind: 'critical' },
  submitted: { icon: CheckCheck, kind: 'positive' },
  dissolved: { icon: Split, kind: 'moving' },
};

const atService: readonly string[] = [
  'uploaded',
  'submitting',
  'submitted',
  'tracking',
  'settled',
  'exported',
  'handed-over',
];

/** How an open case stands: its most useful words, filled only where a person must act. */
export function markOfOpenCase(openCase: OpenCaseView, say: Say<'cases'>): Mark {
  const { state, missing, withoutRole, members, complete, dueAt, awaited } = openCase;
  if (state === 'held') {
    const words =
      missing.length > 0
        ? say('missing-roles', { roles: roleWords(missing) })
        : withoutRole > 0
          ? say('roles-missing', { count: withoutRole })
          : say('state-held');
    return { icon: Hand, kind: 'caution', words };
  }
  if (state === 'open') {
    if (members.length === 0) return { icon: CircleDashed, kind: 'moving', words: say('empty') };
    if (missing.length > 0) {
      return { icon: Hourglass, kind: 'moving', words: say('waiting-for', { roles: roleWords(missing) }) };
    }
    if (withoutRole > 0) return { icon: Hand, kind: 'caution', words: say('roles-missing', { count: withoutRole }) };
    if (awaited !== null) {
      const words = say(awaited === '' ? 'complete-looks' : 'complete-awaits', { name: awaited });
      return { icon: Hourglass, kind: 'moving', words };
    }
    const goes = complete && openCase.release !== 'decision' && dueAt !== null;
    return {
      icon: Check,
      kind: 'positive',
      words: goes ? say('complete-at', { time: formatTime(dueAt) }) : say('complete'),
    };
  }
  if (state === 'released') {
    const comes = members.some(({ stage }) => !atService.includes(stage));
    return { icon: Send, kind: 'moving', words: say(comes ? 'state-released-waits' : 'state-released') };
  }
  return { ...later[state], words: say(`state-${state}`) };
}

/** {@link markOfOpenCase} drawn. */
export function OpenCaseMark({ openCase }: { readonly openCase: OpenCaseView }): ReactElement {
  const say = useText('cases');
  const { icon: Icon, kind, words } = markOfOpenCase(openCase, say);
  return (
    <Chip icon={<Icon aria-hidden />} kind={kind}>
      {words}
    </Chip>
  );
}
