import type { ReactElement } from 'react';
import { useCallback, useState } from 'react';
import { useText } from '../text/index.ts';
import { NoPreview } from './no-preview.tsx';
import type { PartProps } from './page-parts.tsx';
import { Pages } from './page-parts.tsx';
import { PdfPage, usePdf } from './pdf-page.tsx';
import styles from './preview.module.css';

/** The pages of a PDF. */
export function PdfView(props: PartProps): ReactElement {
  const { opened, content, glance } = props;
  const say = useText('preview');
  const pdf = usePdf(opened.url);
  const [broken, setBroken] = useState(false);
  const onBroken = useCallback(() => setBroken(true), []);
  if (pdf === null || broken) return <NoPreview content={content} glance={glance} broken />;
  if (pdf === undefined) return <p className={styles['note']}>{say('loading')}</p>;
  return (
    <Pages
      {...props}
      pages={pdf.numPages}
      draw={(page, scale, onSize) => (
        <PdfPage
          pdf={pdf}
          page={page}
          scale={scale}
          label={say('page-name', { name: opened.name, page })}
          onSize={onSize}
          onBroken={onBroken}
        />
      )}
    />
  );
}
