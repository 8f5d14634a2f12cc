import type { ReactElement } from 'react';
import { useState } from 'react';
import type { CustodyView } from '../../../shared/views.ts';
import { SelectField } from '../../components/fields/select-field.tsx';
import { Segmented } from '../../components/tabs.tsx';
import { SavedFilters } from '../../lists/saved-filters.tsx';
import { SinceFilter, sinceOf } from '../../lists/since-filter.tsx';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import type { ScreenParams } from '../../stores/navigation.ts';
import { useClock } from '../../stores/clock.ts';
import { useText } from '../../text/index.ts';
import { Figures } from './figures.tsx';
import { Log } from './log.tsx';
import type { LogEvent } from './log-lines.ts';
import { eventsOf, logSubjects } from './log-lines.ts';
import type { Span } from './span.ts';
import { useNames } from './use-names.ts';

const all = 'all';
const shownSpans = ['today', 'week', 'month', 'quarter'] as const satisfies readonly Span[];

/** The Activity screen: what came in, was processed and held over time, and the log in words. `params.view` = `log` shows this. */
export function Activity({ params }: { readonly params: ScreenParams }): ReactElement {
  const say = useText('activity');
  const names = useNames();
  const [view, setView] = useState<'figures' | 'log'>(params['view'] === 'log' ? 'log' : 'figures');
  const [span, setSpan] = useState<Span>('week');
  const [sourceId, setSourceId] = useState('');
  const [projectId, setProjectId] = useState('');
  const [subject, setSubject] = useState<CustodyView['subject'] | null>(null);
  const [event, setEvent] = useState<LogEvent | null>(null);
  const [since, setSince] = useState('');
  const from = useClock((now) => sinceOf(since, now));
  const events = eventsOf(subject);
  const figures = (
    <>
      <Segmented
        label={say('span')}
        value={span}
        options={shownSpans.map((each) => ({ value: each, label: say(`span-${each}`) }))}
        onChange={setSpan}
      />
      <SelectField
        label={say('source')}
        labelHidden
        value={sourceId === '' ? all : sourceId}
        options={[
          { value: all, label: say('all-sources') },
          ...names.sources.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => setSourceId(value === all ? '' : value)}
      />
      <SelectField
        label={say('project')}
        labelHidden
        value={projectId === '' ? all : projectId}
        options={[
          { value: all, label: say('all-projects') },
          ...names.projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => setProjectId(value === all ? '' : value)}
      />
    </>
  );
  const log = (
    <>
      <SelectField
        label={say('kind')}
        labelHidden
        value={subject ?? all}
        options={[
          { value: all, label: say('all-kinds') },
          ...logSubjects.map((each) => ({ value: each, label: say(`kind-${each}`) })),
        ]}
        onChange={(value) => {
          const chosen = logSubjects.find((each) => each === value) ?? null;
          setSubject(chosen);
          if (event !== null && !eventsOf(chosen).includes(event)) setEvent(null);
        }}
      />
      <SelectField
        label={say('event')}
        labelHidden
        value={event ?? all}
        options={[
          { value: all, label: say('all-events') },
          ...events.map((each) => ({ value: each, label: say(`event-${each}`) })),
        ]}
        onChange={(value) => setEvent(events.find((each) => each === value) ?? null)}
      />
      <SinceFilter value={since} onChange={setSince} />
      <SavedFilters
        screen="activity"
        values={{ subject: subject ?? '', event: event ?? '', since }}
        onApply={(values) => {
          const kind = logSubjects.find((each) => each === values['subject']) ?? null;
          setSubject(kind);
          setEvent(eventsOf(kind).find((each) => each === values['event']) ?? null);
          setSince(values['since'] ?? '');
        }}
      />
    </>
  );
  return (
    <ScreenFrame
      title={say('title')}
      filters={
        <>
          <Segmented
            label={say('view')}
            value={view}
            options={[
              { value: 'figures', label: say('view-figures') },
              { value: 'log', label: say('view-log') },
            ]}
            onChange={setView}
          />
          {view === 'figures' ? figures : log}
        </>
      }
    >
      {view === 'figures' ? (
        <Figures span={span} onSpan={setSpan} sourceId={sourceId} projectId={projectId} names={names} />
      ) : (
        <Log
          key={`${subject ?? ''} ${event ?? ''} ${from}`}
          since={from}
          subject={subject}
          event={event}
          sourceName={names.sourceName}
          onEverything={() => {
            setSubject(null);
            setEvent(null);
            setSince('');
          }}
        />
      )}
    </ScreenFrame>
  );
}
