import type { ReactElement } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../text/index.ts';
import { NoPreview } from './no-preview.tsx';
import type { PartProps } from './page-parts.tsx';
import { Pages } from './page-parts.tsx';
import type { PageSize } from './pages-view.tsx';
import styles from './preview.module.css';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { getDocument, PDFWorker } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** CSS pixels in a point. */
const pixelsOfPoint = 96 / 72;

/** The PDF under an address: undefined while it loads, null where it cannot be read. */
export function usePdf(url: string): PDFDocumentProxy | null | undefined {
  const [loaded, setLoaded] = useState<{ readonly url: string; readonly pdf: PDFDocumentProxy | null }>();
  useEffect(() => {
    let current = true;
    // A thread of the page's own: the librarywrap the address of another scheme in a blob, which the page's rules refuse.
    const thread = new Worker(workerAddress, { type: 'module' });
    const worker = PDFWorker.create({ port: thread });
    // Decoders of rare pictures lie beside the page (electron.vite.config.ts).
    const wasmUrl = new URL('pdfjs/', document.baseURI).href;
    const task = getDocument({ url, worker, wasmUrl, isEvalSupported: false, useWasm: false, enableXfa: false });
    task.promise.then(
      (pdf) => {
        if (current) setLoaded({ url, pdf });
      },
      () => {
        if (current) setLoaded({ url, pdf: null });
      },
    );
    return () => {
      current = false;
      void task.destroy().finally(() => {
        worker.destroy();
        thread.terminate();
      });
    };
  }, [url]);
  return loaded?.url === url ? loaded.pdf : undefined;
}

/** One page of a PDF, drawn at `scale` (1 = true size); tells its size and whether it could not be drawn. */
function PdfPage({
  pdf,
  page,
  scale,
  label,
  onSize,
  onDrawn,
  onBroken,
}: {
  readonly pdf: PDFDocumentProxy;
  readonly page: number;
  readonly scale: number;
  readonly label: string;
  readonly onSize: (size: PageSize) => void;
  readonly onDrawn: (() => void) | undefined;
  readonly onBroken: () => void;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let current = true;
    const draw = async (): Promise<void> => {
      const found = await pdf.getPage(page);
      const target = canvas.current;
      if (!current || target === null) return;
      const size = found.getViewport({ scale: pixelsOfPoint });
      onSize({ width: size.width, height: size.height });
      const viewport = found.getViewport({ scale: pixelsOfPoint * scale * window.devicePixelRatio });
      target.width = Math.round(viewport.width);
      target.height = Math.round(viewport.height);
      const task = found.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
      onDrawn?.();
    };
    draw().catch(() => {
      // A drawing that was called off is no broken page.
      if (current) onBroken();
    });
    return () => {
      current = false;
      stop?.();
    };
  }, [pdf, page, scale, onSize, onDrawn, onBroken]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

/** The pages of a PDF. */
export function PdfView(props: PartProps): ReactElement {
  const { opened, content, glance } = props;
  const say = useText('preview');
  const pdf = usePdf(opened.url);
  const [broken, setBroken] = useState(false);
  const breakUp = useCallback(() => setBroken(true), []);
  if (pdf === null || broken) return <NoPreview content={content} glance={glance} broken />;
  if (pdf === undefined) return <p className={styles['note']}>{say('loading')}</p>;
  return (
    <Pages
      {...props}
      pages={pdf.numPages}
      draw={(page, scale, onSize, onDrawn, onBroken = breakUp) => (
        <PdfPage
          pdf={pdf}
          page={page}
          scale={scale}
          label={say('page-name', { name: opened.name, page })}
          onSize={onSize}
          onDrawn={onDrawn}
          onBroken={onBroken}
        />
      )}
    />
  );
}
