import { File, FileCode, FileImage, FileSpreadsheet, FileText, FileType } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import type { ItemView } from '../../../shared/views.ts';
import { MiddleName } from '../../components/middle-name.tsx';
import type { TableColumn } from '../../components/table.tsx';
import { useStation } from '../../stores/station.ts';
import { formatSince } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { ItemDetail, ItemStatus } from './item-status.tsx';

const kinds: readonly (readonly [pattern: RegExp, icon: LucideIcon])[] = [
  [/pdf$/u, FileText],
  [/^image\/|^(?:png|jpe?g|tiff?|heic)$/u, FileImage],
  [/xml$|json$|html?$/u, FileCode],
  [/sheet|excel|csv|xlsx?$/u, FileSpreadsheet],
  [/word|docx?$|text/u, FileType],
];

/** The ending of a name in capitals, as the word for its kind: PDF. */
export function kindWord(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toUpperCase();
}

function Kind({ item }: { readonly item: ItemView }): ReactElement {
  const word = kindWord(item.name);
  const type = item.mediaType ?? word.toLowerCase();
  const Icon = kinds.find(([pattern]) => pattern.test(type))?.[1] ?? File;
  return (
    <span title={word}>
      <Icon aria-hidden style={{ display: 'block' }} />
      <span className="spoken">{word}</span>
    </span>
  );
}

function Since({ at }: { readonly at: number }): ReactElement {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return <>{formatSince(at, now)}</>;
}

function Detail({ item }: { readonly item: ItemView }): ReactElement {
  const progress = useStation((state) => (item.stage === 'uploading' ? state.progress : null));
  return <ItemDetail item={item} progress={progress} />;
}

/** Name of a source as the settings call it; files that were dropped have none. */
export function useSourceName(): (sourceId: string) => string {
  const say = useText('intake');
  const settings = useStation((state) => state.settings);
  return (sourceId) => settings?.hotFolders.find(({ id }) => id === sourceId)?.name ?? say('dropped');
}

/** The columns of the Intake table. */
export function useItemColumns(): readonly TableColumn<ItemView>[] {
  const say = useText('intake');
  const sourceName = useSourceName();
  return [
    { id: 'kind', title: say('kind'), titleHidden: true, width: '28px', cell: (item) => <Kind item={item} /> },
    {
      id: 'name',
      title: say('name'),
      width: 'minmax(160px, 2fr)',
      cell: (item) => <MiddleName name={item.name} />,
    },
    {
      id: 'source',
      title: say('source'),
      width: 'minmax(72px, 120px)',
      cell: (item) => sourceName(item.sourceId),
    },
    { id: 'status', title: say('status'), width: '148px', cell: (item) => <ItemStatus item={item} /> },
    { id: 'detail', title: say('detail'), width: 'minmax(120px, 1.6fr)', cell: (item) => <Detail item={item} /> },
    { id: 'since', title: say('since'), width: '72px', align: 'end', cell: (item) => <Since at={item.updatedAt} /> },
  ];
}
