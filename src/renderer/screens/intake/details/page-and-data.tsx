import { Maximize2, Minimize2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useMemo, useState } from 'react';
import type { DocumentDetail, ItemView } from '../../../../shared/views.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { documentFacts } from '../../../entities/document-facts.ts';
import { Preview } from '../../../preview/preview.tsx';
import { useText } from '../../../text/index.ts';
import { DocumentValues, mainValues, regionsOf, useFieldName } from './document-values.tsx';
import styles from './details.module.css';

/** The page of an item beside what the service read in it; the page can be made large, with all its tools. */
export function PageAndData({
  item,
  detail,
  trouble,
}: {
  readonly item: ItemView;
  readonly detail: DocumentDetail | undefined;
  /** Why the data could not be fetched. */
  readonly trouble: string | null;
}): ReactElement {
  const say = useText('intake');
  const nameOf = useFieldName();
  const [large, setLarge] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  // The names change with the language only, and then all is drawn anew.
  // oxlint-disable-next-line react/exhaustive-deps
  const values = useMemo(() => mainValues(detail?.entities ?? null, nameOf), [detail?.entities]);
  const [document] = item.documents;
  const preview = (
    <Preview content={{ kind: 'item', itemId: item.id }} regions={regionsOf(values, active)} glance={!large} />
  );
  return (
    <div className={classes(styles['pageAndData'], large && styles['large'])}>
      <div className={styles['pageSide']}>
        <div className={styles['preview']}>{preview}</div>
        <Button
          kind="quiet"
          icon={large ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          onPress={() => setLarge(!large)}
        >
          {say(large ? 'page-small' : 'page-large')}
        </Button>
      </div>
      <div>
        {trouble !== null && <p className={styles['note']}>{trouble}</p>}
        {trouble === null && values.length === 0 && (
          <p className={styles['note']}>{say(document === undefined ? 'no-data' : 'no-values')}</p>
        )}
        <DocumentValues
          values={values}
          currency={documentFacts(detail?.entities ?? null).currency}
          active={active}
          onActive={setActive}
        />
      </div>
    </div>
  );
}
