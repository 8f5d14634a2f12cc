import type { ReactElement } from 'react';
import { useQuery } from '../../../bridge/use-query.ts';
import { formatNumber } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import preview from './preview.module.css';
import type { ItemGroup } from '../../../../shared/views.ts';
import { classes } from '../../../components/classes.ts';

/** How many items of a hot folder there are and where they stand. */
export function FolderCounts({ sourceId }: { readonly sourceId: string }): ReactElement {
  const say = useText('hotFolders');
  const all = useCount(sourceId);
  const counts = [
    ['taken-in', all],
    ['on-its-way', useCount(sourceId, 'on-its-way')],
    ['needs-you', useCount(sourceId, 'needs-you')],
  ] as const;
  return (
    <dl className={classes(preview['totals'], preview['soFar'])} aria-label={say('so-far')}>
      {counts.map(([key, count]) => (
        <div key={key}>
          <dt>{say(`count-${key}`)}</dt>
          <dd className="tabular">{count === undefined ? '–' : formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function useCount(sourceId: string, group?: ItemGroup): number | undefined {
  return useQuery<'items.page'>({
    name: 'items.page',
    sourceId,
    offset: 0,
    limit: 1,
    ...(group === undefined ? {} : { group }),
  }).value?.total;
}
