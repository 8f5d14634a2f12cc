import type { LucideIcon } from 'lucide-react';
import { ChevronLeft, ChevronRight, File, FileCode, FileText, Files, Folder, History, Monitor } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components';
import type { LogSubject } from '../../../shared/activity-views.ts';
import type { CustodyView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { FailedState } from '../../components/failed-state.tsx';
import { EmptyState } from '../../components/marks.tsx';
import type { MenuEntry } from '../../components/menu.tsx';
import { useContextMenu } from '../../components/menu.tsx';
import { historyColumns, toldLines, type ToldLine } from '../../lists/history-columns.ts';
import { ListMenu } from '../../lists/list-menu.tsx';
import { partsOf, type SavedList } from '../../lists/save-list.ts';
import { openScreen } from '../../stores/navigation.ts';
import { formatDay, formatTime } from '../../text/format.ts';
import { textOf, useText } from '../../text/index.ts';
import frame from './activity.module.css';
import type { LogEvent } from './log-lines.ts';
import { placeOf, subjectName } from './log-lines.ts';
import styles from './log.module.css';
import { sentenceOf } from './sentence.ts';
import { useReload } from '../../bridge/use-reload.ts';

/** Lines of a page. */
const pageLines = 100;
/** ms between two looks at the newest page while events come. */
const newestPause = 1_000;

const icons: Readonly<Record<CustodyView['subject'], LucideIcon>> = {
  item: File,
  submission: Files,
  document: FileText,
  case: Folder,
  export: FileCode,
  station: Monitor,
  'open-case': Folder,
};

const asking: readonly string[] = [
  'held',
  'held-again',
  'report-refused',
  'tidy-up-failed',
  'external-data-left-out',
  'journal-recovered',
];

/** Lines of one day after the other, as they come. */
function byDay(rows: readonly CustodyView[]): readonly (readonly [day: string, rows: readonly CustodyView[]])[] {
  const days = new Map<string, CustodyView[]>();
  for (const row of rows) {
    const day = formatDay(row.at);
    const own = days.get(day);
    if (own === undefined) days.set(day, [row]);
    else own.push(row);
  }
  return [...days];
}

function Line({
  row,
  name,
  leads,
}: {
  readonly row: CustodyView;
  readonly name: string;
  readonly leads: boolean;
}): ReactElement {
  const say = useText('activity');
  const { before, after, reason, facts } = sentenceOf(row);
  const Icon = icons[row.subject];
  const small = [...facts, ...(row.actor === 'engine' ? [] : [say('by', { actor: row.actor })])].join(' · ');
  return (
    <>
      <time className="tabular" dateTime={new Date(row.at).toISOString()}>
        {formatTime(row.at, true)}
      </time>
      <Icon aria-hidden className={classes(asking.includes(row.event) && styles['asks'])} />
      <span className={styles['words']} title={`${before}${name}${after} ${reason}`}>
        {before}
        <b className={classes(leads && styles['leads'])}>{name}</b>
        {after} {reason}
      </span>
      <small title={small}>{small}</small>
    </>
  );
}

/** Lines of one question while all are saved. */
const savedAtOnce = 500;

/** All lines that the filters show, newest first. */
function logList({ subject, event, since, sourceName }: Omit<LogProps, 'onEverything'>): SavedList<ToldLine> {
  return {
    title: textOf('activity')('log'),
    columns: historyColumns(sourceName),
    total: null,
    rows: () =>
      partsOf<ToldLine, number>(async (before) => {
        const lines = await bridge().query({
          name: 'activity.log',
          limit: savedAtOnce,
          ...(subject === null ? {} : { subject }),
          ...(event === null ? {} : { event }),
          ...(since === 0 ? {} : { since }),
          ...(before === null ? {} : { before }),
        });
        if (!lines.ok) return lines;
        return { ok: true, value: { rows: toldLines(lines.value), next: lines.value.rows.at(-1)?.sequence ?? null } };
      }),
  };
}

/** What can be done with a line of the log. */
function lineCommands(
  row: CustodyView,
  known: LogSubject | undefined,
  sourceName: LogProps['sourceName'],
): readonly MenuEntry[] {
  const say = textOf('activity');
  const place = placeOf(row, known);
  const copy = (text: string): void => void bridge().desktop({ name: 'clipboard.copy', text });
  return [
    {
      id: 'open',
      label: say('open-subject'),
      why: place === null ? say('why-nowhere') : null,
      onAction: () => {
        if (place !== null) openScreen(place.screen, place.params);
      },
    },
    {
      id: 'copy',
      label: say('copy-line'),
      onAction() {
        const { before, after, reason, facts } = sentenceOf(row);
        const sentence = `${before}${subjectName(row, known, sourceName)}${after} ${reason}`.trim();
        copy([new Date(row.at).toISOString(), sentence, ...facts].join('\t'));
      },
    },
    { id: 'copy-id', label: textOf('shared')('copy-id'), onAction: () => copy(row.subjectId) },
  ];
}

interface LogProps {
  readonly subject: CustodyView['subject'] | null;
  readonly event: LogEvent | null;
  /** ms; 0 = since ever. */
  readonly since: number;
  readonly sourceName: (id: string) => string;
  readonly onEverything: () => void;
}

/** What happened, in sentences, newest first; a line leads to what it is about. Give it a key of its filters: pages begin anew with them. */
export function Log({ subject, event, since, sourceName, onEverything }: LogProps): ReactElement {
  const say = useText('activity');
  /** Where each page before the present one began; the newest has no bound. */
  const [starts, setStarts] = useState<readonly number[]>([]);
  const before = starts.at(-1);
  const { value, fault, reload } = useQuery<'activity.log'>(
    {
      name: 'activity.log',
      limit: pageLines,
      ...(subject === null ? {} : { subject }),
      ...(event === null ? {} : { event }),
      ...(since === 0 ? {} : { since }),
      ...(before === undefined ? {} : { before }),
    },
    { live: false },
  );
  useReload(reload, newestPause, before === undefined);
  const rows = value?.rows ?? [];
  const subjects = new Map((value?.subjects ?? []).map((known) => [known.id, known] as const));
  const oldest = rows.at(-1)?.sequence;
  const limited = subject !== null || event !== null || since !== 0;
  const open = (row: CustodyView, known: LogSubject | undefined): void => {
    const place = placeOf(row, known);
    if (place !== null) openScreen(place.screen, place.params);
  };
  const { on, menu } = useContextMenu(say('log'), (inside) => {
    const key = inside.closest('[role=option]')?.getAttribute('data-key');
    const row = rows.find(({ sequence }) => String(sequence) === key);
    return row === undefined ? null : lineCommands(row, subjects.get(row.subjectId), sourceName);
  });
  if (fault !== undefined && value === undefined) {
    return (
      <FailedState
        icon={<History aria-hidden />}
        title={say('log-failed')}
        fault={fault}
        again={say('again')}
        onAgain={reload}
      />
    );
  }
  if (value !== undefined && rows.length === 0 && before === undefined) {
    return (
      <EmptyState
        icon={<History aria-hidden />}
        title={say(limited ? 'nothing-found' : 'log-empty-title')}
        actions={limited ? <Button onPress={onEverything}>{say('show-everything')}</Button> : undefined}
      >
        {say(limited ? 'nothing-found-text' : 'log-empty-text')}
      </EmptyState>
    );
  }
  return (
    <div className={frame['log']} {...on}>
      {menu}
      <ListBox
        aria-label={say('log')}
        className={styles['lines'] ?? ''}
        selectionMode="none"
        onAction={(key) => {
          const row = rows.find(({ sequence }) => sequence === key);
          if (row !== undefined) open(row, subjects.get(row.subjectId));
        }}
      >
        {byDay(rows).map(([day, own]) => (
          <ListBoxSection key={day} id={day} className={styles['day'] ?? ''}>
            <Header>{day}</Header>
            {own.map((row) => {
              const known = subjects.get(row.subjectId);
              const name = subjectName(row, known, sourceName);
              const { before: head, after, reason } = sentenceOf(row);
              return (
                <ListBoxItem
                  key={row.sequence}
                  id={row.sequence}
                  className={styles['line'] ?? ''}
                  textValue={`${formatTime(row.at)} ${head}${name}${after} ${reason}`}
                >
                  <Line row={row} name={name} leads={placeOf(row, known) !== null} />
                </ListBoxItem>
              );
            })}
          </ListBoxSection>
        ))}
      </ListBox>
      <div className={styles['pager']}>
        <ListMenu list={() => logList({ subject, event, since, sourceName })} />
        <Button why={starts.length === 0 ? say('why-newest') : null} onPress={() => setStarts([])}>
          {say('newest')}
        </Button>
        <Button
          kind="icon"
          label={say('newer')}
          icon={<ChevronLeft aria-hidden />}
          why={starts.length === 0 ? say('why-newest') : null}
          onPress={() => setStarts(starts.slice(0, -1))}
        />
        <span className="tabular" role="status">
          {say('page', { page: starts.length + 1 })}
        </span>
        <Button
          kind="icon"
          label={say('older')}
          icon={<ChevronRight aria-hidden />}
          why={oldest === undefined || rows.length < pageLines ? say('why-oldest') : null}
          onPress={() => {
            if (oldest !== undefined) setStarts([...starts, oldest]);
          }}
        />
      </div>
    </div>
  );
}
