import { Eraser, Scissors, Trash2, TriangleAlert } from 'lucide-react';
import { memo, type ReactElement, type ReactNode } from 'react';
import type { ScanPageView, ScanProfile, ScanSessionView } from '../../../../shared/scanning.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { formatNumber } from '../../../text/format.ts';
import { type Say, textOf, useText } from '../../../text/index.ts';
import {
  type Arrangement,
  doubts,
  type LeftOutPage,
  leftOutPages,
  type PageDoubt,
  type ShownPage,
} from './arrangement.ts';
import { paperName } from '../paper-words.ts';
import { editSession, startScan } from '../scan-acts.ts';
import { showPage } from '../scan-store.ts';
import styles from '../scan.module.css';

interface NotesProps {
  readonly session: ScanSessionView;
  readonly arrangement: Arrangement;
  readonly profile: ScanProfile | null;
}

function Note({
  icon,
  words,
  act,
  label,
  asks = false,
  disabled = false,
  onAct,
}: {
  readonly icon: ReactNode;
  readonly words: ReactNode;
  readonly act: string;
  readonly label: string;
  readonly asks?: boolean;
  readonly disabled?: boolean;
  readonly onAct: () => void;
}): ReactElement {
  return (
    <li className={classes(styles['note'], asks && styles['asks'])}>
      {icon}
      <span>{words}</span>
      <Button
        kind="quiet"
        label={`${act}: ${label}`}
        why={disabled ? textOf('scan')('why-scanning') : null}
        onPress={onAct}
      >
        {act}
      </Button>
    </li>
  );
}

function percent(page: ScanPageView): string {
  return formatNumber(page.inkPercent ?? 0, 1);
}

function doubtSentence(
  doubt: PageDoubt,
  { page, number }: ShownPage,
  profile: ScanProfile | null,
  say: Say<'scan'>,
): string {
  switch (doubt) {
    case 'askew':
      return say('note-askew', { number, degrees: formatNumber(Math.abs(page.skewDegrees ?? 0), 1) });
    case 'too-long':
      return say('note-too-long', {
        number,
        mm: formatNumber(page.tooLongMm ?? 0),
        paper: profile === null ? '' : paperName(profile.paper, say),
      });
    case 'blank':
      return say('note-blank', { number, percent: percent(page) });
  }
}

const doubtActs = { askew: 'straighten', 'too-long': 'scan-again', blank: 'leave-out' } as const;

function mend(doubt: PageDoubt, pageId: string): void {
  if (doubt === 'askew') void editSession({ act: 'straighten', pageIds: [pageId], on: true });
  else if (doubt === 'blank') void editSession({ act: 'remove', pageIds: [pageId] });
  else void startScan({ kind: 'instead', pageId }, 1);
}

function leftOutSentence(
  { page, after }: LeftOutPage,
  arrangement: Arrangement,
  profile: ScanProfile | null,
  say: Say<'scan'>,
): string {
  if (page.leftOut === 'blank') {
    const number = arrangement.pages.find((shown) => shown.page.id === page.id)?.number ?? after;
    const limit = profile?.blankBelow;
    return limit === undefined
      ? say('out-blank-plain', { number, percent: percent(page) })
      : say('out-blank', { number, percent: percent(page), limit: formatNumber(limit, 1) });
  }
  const kind = page.leftOut === 'separator' ? 'separator' : 'removed';
  return after === 0 ? say(`out-${kind}-first`) : say(`out-${kind}`, { number: after });
}

/** What a person should look at, and what is left out, with what can be done about each. */
export const PageNotes = memo(function PageNotes({ session, arrangement, profile }: NotesProps): ReactElement {
  const say = useText('scan');
  const doubtful = arrangement.pages.flatMap((shown) => doubts(shown.page).map((doubt) => ({ shown, doubt })));
  const out = leftOutPages(session, arrangement);
  return (
    <>
      {doubtful.length > 0 && (
        <section className={styles['notes']}>
          <h3>
            {say('look')} <small className="tabular">{doubtful.length}</small>
          </h3>
          <ul>
            {doubtful.map(({ shown, doubt }) => {
              const words = doubtSentence(doubt, shown, profile, say);
              return (
                <Note
                  key={`${shown.page.id} ${doubt}`}
                  asks
                  icon={<TriangleAlert aria-hidden />}
                  words={
                    <button type="button" className={styles['link']} onClick={() => showPage(shown.page.id)}>
                      {words}
                    </button>
                  }
                  label={words}
                  act={say(doubtActs[doubt])}
                  disabled={doubt === 'too-long' && session.scanning}
                  onAct={() => mend(doubt, shown.page.id)}
                />
              );
            })}
          </ul>
        </section>
      )}
      {out.length > 0 && (
        <section className={styles['notes']}>
          <h3>
            {say('left-out')} <small className="tabular">{out.length}</small>
          </h3>
          <ul>
            {out.map((each) => {
              const words = leftOutSentence(each, arrangement, profile, say);
              const Icon =
                each.page.leftOut === 'blank' ? Eraser : each.page.leftOut === 'separator' ? Scissors : Trash2;
              return (
                <Note
                  key={each.page.id}
                  icon={<Icon aria-hidden />}
                  words={words}
                  label={words}
                  act={say('keep')}
                  onAct={() => void editSession({ act: 'keep', pageIds: [each.page.id] })}
                />
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
});
