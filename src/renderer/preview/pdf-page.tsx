import type { PDFDocumentProxy } from 'pdfjs-dist';
import { getDocument, PDFWorker } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';

/** Size of a page at 100 %, in CSS pixels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels in a point. */
const pixelsOfPoint = 96 / 72;

/** The PDF under an address: undefined while it loads, null where it cannot be read. */
export function usePdf(url: string): PDFDocumentProxy | null | undefined {
  const [loaded, setLoaded] = useState<{ readonly url: string; readonly pdf: PDFDocumentProxy | null }>();
  useEffect(() => {
    let current = true;
    // A thread of the page's own: the library would wrap the address of another scheme in a blob, which the page's rules refuse.
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
export function PdfPage({
  pdf,
  page,
  scale,
  label,
  onSize,
  onBroken,
}: {
  readonly pdf: PDFDocumentProxy;
  readonly page: number;
  readonly scale: number;
  readonly label: string;
  readonly onSize: (size: PageSize) => void;
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
    };
    draw().catch(() => {
      // A drawing that was called off is no broken page.
      if (current) onBroken();
    });
    return () => {
      current = false;
      stop?.();
    };
  }, [pdf, page, scale, onSize, onBroken]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}
