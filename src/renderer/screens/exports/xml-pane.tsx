import { FileX } from 'lucide-react';
import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import type { ExportView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/marks.tsx';
import { MiddleName } from '../../components/middle-name.tsx';
import { Preview } from '../../preview/preview.tsx';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';
import { fileName } from './export-columns.tsx';
import styles from './exports.module.css';

const XmlView = lazy(async () => ({ default: (await import('../../preview/xml-view.tsx')).XmlView }));

const lowest = 120;

function XmlName({ view }: { readonly view: ExportView }): ReactElement {
  return (
    <h2 className={styles['xmlName']}>
      <MiddleName name={fileName(view.path ?? '')} />
    </h2>
  );
}

function Missing({ view, fault }: { readonly view: ExportView; readonly fault: Fault }): ReactElement {
  const say = useText('exports');
  const [fresh, setFresh] = useState(false);
  const gone = fault.code === 'file-gone';
  if (fresh) {
    const { connectionId, documentId } = view;
    return (
      <>
        <p className={styles['xmlNote']}>{say('xml-is-now')}</p>
        <div className={styles['xmlBody']}>
          <Preview content={{ kind: 'document-xml', connectionId, documentId }} />
        </div>
      </>
    );
  }
  return (
    <EmptyState
      icon={<FileX aria-hidden />}
      title={say(gone ? 'xml-gone' : 'xml-unreadable')}
      actions={<Button onPress={() => setFresh(true)}>{say('xml-now')}</Button>}
    >
      {gone ? say('xml-gone-text') : `${faultSentence(fault)} ${nextStep(fault)}`}
    </EmptyState>
  );
}

function Written({ view }: { readonly view: ExportView }): ReactElement | null {
  const [answer, setAnswer] = useState<{ readonly url?: string; readonly fault?: Fault }>({});
  useEffect(() => {
    let current = true;
    void bridge()
      .desktop({ name: 'content.open', content: { kind: 'export', exportId: view.id } })
      .then((outcome) => {
        if (current) setAnswer(outcome.ok ? { url: outcome.value.url } : { fault: outcome.fault });
      });
    return () => {
      current = false;
    };
  }, [view.id]);
  if (answer.fault !== undefined) return <Missing view={view} fault={answer.fault} />;
  return answer.url === undefined ? null : (
    <div className={styles['xmlBody']}>
      <Suspense fallback={null}>
        <XmlView url={answer.url} title={<XmlName view={view} />} />
      </Suspense>
    </div>
  );
}

/** The XML of an export below the list, as high as the user sets it (drag, or arrows on its edge). */
export function XmlPane({ view }: { readonly view: ExportView }): ReactElement {
  const say = useText('exports');
  const [height, setHeight] = useState<number | null>(null);
  const limit = (value: number, element: HTMLElement): number =>
    Math.round(Math.min((element.parentElement?.clientHeight ?? 800) - lowest, Math.max(lowest, value)));
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pane = event.currentTarget.parentElement;
    if (pane !== null) setHeight(limit(pane.getBoundingClientRect().bottom - event.clientY, pane));
  };
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = event.key === 'ArrowUp' ? 24 : event.key === 'ArrowDown' ? -24 : 0;
    const pane = event.currentTarget.parentElement;
    if (by === 0 || pane === null) return;
    event.preventDefault();
    setHeight(limit(pane.getBoundingClientRect().height + by, pane));
  };
  return (
    <section
      className={styles['xmlPane']}
      aria-label={say('xml-title')}
      style={{ height: height === null ? '55%' : `${height}px` }}
    >
      <div
        className={styles['xmlHandle']}
        role="separator"
        aria-orientation="horizontal"
        aria-label={say('xml-height')}
        aria-valuenow={height ?? 400}
        aria-valuemin={lowest}
        aria-valuemax={2_000}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
      />
      <Written key={`${view.id} ${view.path ?? ''}`} view={view} />
    </section>
  );
}
