import { FileX } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import type { DocumentDetail } from '../../../shared/views.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { FailedState } from '../../components/failed-state.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { SplitPane, useWindowFrom } from '../../components/split-pane.tsx';
import { Preview } from '../../preview/preview.tsx';
import type { PageRegion } from '../../preview/regions.tsx';
import { useText } from '../../text/index.ts';
import { Details } from './details.tsx';
import styles from './documents.module.css';
import { entityTree, isUnsure, valuesOf } from '../../entities/entity-tree.ts';
import { keepFacts } from '../../entities/facts-store.ts';
import { fieldName } from '../../entities/field-names.ts';

/** The page of a document beside its data: a value that is chosen is framed on the page. */
export function PageAndDetails({
  connectionId,
  documentId,
  onDetail,
  onClose,
  onChanged,
}: {
  readonly connectionId: string;
  readonly documentId: string;
  /** Tells what the service says of the document now. */
  readonly onDetail: (detail: DocumentDetail) => void;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}): ReactElement {
  const say = useText('documents');
  const { value, fault, reload } = useQuery<'documents.detail'>(
    { name: 'documents.detail', connectionId, documentId },
    { live: false },
  );
  useEffect(() => {
    if (value === undefined) return;
    onDetail(value);
    keepFacts({ connectionId, documentId, state: value.state }, value.entities);
  }, [value, connectionId, documentId, onDetail]);
  const [active, setActive] = useState<string | null>(null);
  // Without room for three, the page is one of the details: the list stays.
  const roomy = useWindowFrom(1000);
  const [fileChosen, setFileChosen] = useState<string | null>(null);
  if (value === undefined) {
    if (fault === undefined) return <p className={styles['note']}>{say('loading')}</p>;
    return (
      <FailedState
        icon={<FileX aria-hidden />}
        title={say('failed')}
        fault={fault}
        again={say('again')}
        onAgain={reload}
      />
    );
  }
  const tree = entityTree(value.entities ?? {}, (name) => fieldName(name, say));
  const mainFile = value.files.find((file) => file.mainFile) ?? value.files[0];
  const fileId = fileChosen ?? value.previewFileId ?? mainFile?.id;
  // Regions are of the main file's pages (or its preview's), not of what is attached to it.
  const regions: readonly PageRegion[] =
    fileId === mainFile?.id || fileId === value.previewFileId
      ? valuesOf(tree).flatMap((node) =>
          node.region === null
            ? []
            : [{ ...node.region, id: node.id, label: node.name, unsure: isUnsure(node), active: node.id === active }],
        )
      : [];
  const page = (
    <section className={styles['page']} aria-label={say('page')}>
      {value.files.length > 1 && fileId !== undefined && (
        <div className={styles['pick']}>
          <SelectField
            label={say('choose-file')}
            labelHidden
            value={fileId}
            options={value.files.map((file, index) => ({
              value: file.id,
              label: `${index + 1} · ${file.mainFile ? say('main') : (file.type ?? file.id)}`,
            }))}
            onChange={setFileChosen}
          />
        </div>
      )}
      {fileId === undefined ? (
        <p className={styles['note']}>{say('no-files')}</p>
      ) : (
        <Preview content={{ kind: 'file', connectionId, fileId }} regions={regions} />
      )}
    </section>
  );
  const details = (
    <Details
      place={{ connectionId, document: value }}
      tree={tree}
      active={active}
      page={roomy ? null : page}
      onActive={setActive}
      onClose={onClose}
      onChanged={() => {
        reload();
        onChanged();
      }}
    />
  );
  return roomy ? <SplitPane details={details}>{page}</SplitPane> : details;
}
