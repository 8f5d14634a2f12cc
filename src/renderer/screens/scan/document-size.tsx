import type { ReactElement } from 'react';
import type { ScanSessionView } from '../../../shared/scanning.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { formatBytes } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import type { ShownDocument } from './pages/arrangement.ts';
import styles from './scan.module.css';

interface SizeProps {
  readonly session: ScanSessionView;
  readonly shown: ShownDocument;
  readonly format: 'pdf' | 'tiff';
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactElement {
  return (
    <dl className={styles['facts']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </dl>
  );
}

/** The size of the file that will be made; asked anew (by its key) whenever that will be another one. */
function FileSize({ session, shown, format }: SizeProps): ReactElement {
  const say = useText('scan');
  const { value, fault } = useQuery<'scan.size'>(
    { name: 'scan.size', sessionId: session.id, documentId: shown.document.id, format },
    { live: false },
  );
  const pages = say('pages', { count: shown.kept });
  const size = value === undefined ? '' : formatBytes(value.bytes);
  return (
    <Fact
      name={say('size-as', { format: format.toUpperCase() })}
      value={
        value !== undefined
          ? say(value.exact ? 'size-exact' : 'size-about', { pages, size })
          : say(fault === undefined ? 'size-asked' : 'size-unknown', { pages })
      }
    />
  );
}

/** How large a document will be as it would be sent now; while pages come in, how much was scanned for it. */
export function DocumentSize({ session, shown, format }: SizeProps): ReactElement {
  const say = useText('scan');
  const kept = shown.pages.filter(({ page }) => page.leftOut === null);
  const isSettled = !session.scanning && kept.every(({ page }) => page.inkPercent !== null);
  if (isSettled) {
    const made = kept.map(({ page }) => `${page.id}.${page.version}`).join(' ');
    return <FileSize key={`${format} ${made}`} session={session} shown={shown} format={format} />;
  }
  const scanned = kept.reduce((sum, { page }) => sum + (page.bytes ?? 0), 0);
  const pages = say('pages', { count: shown.kept });
  return <Fact name={say('scanned')} value={say('size-exact', { pages, size: formatBytes(scanned) })} />;
}
