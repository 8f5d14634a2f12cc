import { FileX } from 'lucide-react';
import type { ReactElement } from 'react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ContentReference, DesktopAnswer } from '../../shared/desktop-contract.ts';
import type { Fault } from '../../shared/faults.ts';
import { bridge } from '../bridge/bridge.ts';
import { classes } from '../components/classes.ts';
import { FailedState } from '../components/failed-state.tsx';
import { useText } from '../text/index.ts';
import { NoPreview } from './no-preview.tsx';
import type { PartProps } from './page-parts.tsx';
import { Pages } from './page-parts.tsx';
import styles from './preview.module.css';
import type { PageRegion } from './regions.tsx';

/** Most characters of a text that are shown. */
const maxLength = 200_000;

/** A plain text, at most its first 200,000 characters. */
function TextView({ url, name }: { readonly url: string; readonly name: string }): ReactElement {
  const say = useText('preview');
  const [text, setText] = useState<string>();
  useEffect(() => {
    let current = true;
    const load = async (): Promise<void> => {
      const words = await (await fetch(url)).text();
      if (current) setText(words.slice(0, maxLength));
    };
    load().catch(() => {
      if (current) setText(say('broken-text'));
    });
    return () => {
      current = false;
    };
    // Words of another language need no new reading.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [url]);
  return (
    <pre className={styles['text']} role="region" aria-label={say('preview', { name })} tabIndex={0}>
      {text ?? say('loading')}
    </pre>
  );
}

type Opened = DesktopAnswer<'content.open'>;

// What draws PDFs is large and not needed for a start: it comes with the first one.
const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));
const XmlView = lazy(async () => ({ default: (await import('./xml-view.tsx')).XmlView }));

function ImageView(props: PartProps): ReactElement {
  const { opened, content, glance } = props;
  const say = useText('preview');
  const [broken, setBroken] = useState(false);
  if (broken) return <NoPreview content={content} glance={glance} broken />;
  return (
    <Pages
      {...props}
      pages={opened.pages ?? 1}
      draw={(page, _, onSize, onDrawn, onBroken = () => setBroken(true)) => (
        <img
          src={opened.pages === null ? opened.url : `${opened.url}?page=${page}`}
          alt={say('page-name', { name: opened.name, page })}
          draggable={false}
          onLoad={({ currentTarget }) => {
            onSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight });
            onDrawn?.();
          }}
          onError={onBroken}
        />
      )}
    />
  );
}

function View(props: PartProps): ReactElement {
  const { opened, content, glance } = props;
  if (glance && (opened.kind === 'xml' || opened.kind === 'text')) {
    return <NoPreview content={content} glance broken={false} />;
  }
  switch (opened.kind) {
    case 'pdf':
      return <PdfView {...props} />;
    case 'image':
    case 'pages':
      return <ImageView {...props} />;
    case 'xml':
      return <XmlView url={opened.url} />;
    case 'text':
      return <TextView url={opened.url} name={opened.name} />;
    case 'other':
      return <NoPreview content={content} glance={glance} broken={false} />;
  }
}

/** Shows a content as far as the window can, with regions over its pages; says in words what it cannot show, and what to do. */
export function Preview({
  content,
  regions = [],
  glance = false,
}: {
  readonly content: ContentReference;
  readonly regions?: readonly PageRegion[];
  /** Only the first page and nothing to press. */
  readonly glance?: boolean;
}): ReactElement {
  const say = useText('preview');
  const key = JSON.stringify(content);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ key: string; opened?: Opened; fault?: Fault }>();
  useEffect(() => {
    let current = true;
    void bridge()
      .desktop({ name: 'content.open', content })
      .then((outcome) => {
        if (current) setAnswer(outcome.ok ? { key, opened: outcome.value } : { key, fault: outcome.fault });
      });
    return () => {
      current = false;
    };
    // The key says all of the content; the object itself is a new one at each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, round]);
  // Drawn as what comes will be, so that nothing jumps when it is there.
  const loading = glance ? (
    <p className={classes(styles['noGlance'], styles['glance'])}>{say('loading')}</p>
  ) : (
    <div className={styles['preview']}>
      <div className={styles['bar']} />
      <p className={classes(styles['well'], styles['coming'])}>{say('loading')}</p>
    </div>
  );
  if (answer?.key !== key) return loading;
  if (answer.fault !== undefined && glance) return <NoPreview content={content} glance broken />;
  if (answer.fault !== undefined) {
    return (
      <FailedState
        icon={<FileX aria-hidden />}
        title={say('no-content')}
        fault={answer.fault}
        again={say('again')}
        onAgain={() => setRound((value) => value + 1)}
      />
    );
  }
  return answer.opened === undefined ? (
    <NoPreview content={content} glance={glance} broken={false} />
  ) : (
    <Suspense fallback={loading}>
      <View key={answer.opened.url} opened={answer.opened} content={content} regions={regions} glance={glance} />
    </Suspense>
  );
}
