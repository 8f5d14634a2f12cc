import { ExternalLink } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { DocumentDetail, ItemView } from '../../../../shared/views.ts';
import { Button } from '../../../components/button.tsx';
import { ReasonCard, TaskCard } from '../../../components/marks.tsx';
import { documentFacts, headValues } from '../../../entities/document-facts.ts';
import { fieldName } from '../../../entities/field-names.ts';
import { entityTree, isUnsure } from '../../../entities/entity-tree.ts';
import { CommandButton } from '../../../lists/command-button.tsx';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { openScreen } from '../../../stores/navigation.ts';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import { openInBrowser } from '../../documents/acts.ts';
import { HandOverDialog } from '../../documents/hand-over-dialog.tsx';
import { editPages } from '../../scan/edit-acts.tsx';
import { actsNamedBy, documentThatAsks, exportThatAsks, needsOtherFile, standingOf } from '../item-standing.ts';
import { standingMarks } from '../item-status.tsx';

const needsSettings = [
  'sign-in-refused',
  'credentials-missing',
  'credentials-elsewhere',
  'project-unknown',
  'access-refused',
  'scope-missing',
];

function Fault({
  item,
  commands,
  url,
}: {
  readonly item: ItemView;
  readonly commands: readonly RowCommand[];
  /** Where the service shows its document; null where there is none. */
  readonly url: string | null;
}): ReactElement | null {
  const say = useText('intake');
  const { fault } = item;
  // Who cancelled it has decided: its reason is history.
  if (fault === null || item.stage === 'cancelled') return null;
  const held = item.stage === 'held';
  const other = needsOtherFile(item);
  const settings = needsSettings.includes(fault.code);
  const locked = fault.code === 'pdf-password';
  const unfilled = fault.code === 'fields-missing' || fault.code === 'field-unfit';
  const named = actsNamedBy(fault.code);
  // Its next step is a look at the service.
  const looks = url !== null && (standingOf(item) === 'failed' || named.includes('service'));
  return (
    <ReasonCard
      title={say(`stage-${standingOf(item)}`)}
      fault={fault}
      failed={standingOf(item) === 'failed'}
      calm={!held}
      actions={
        held ? (
          <>
            <CommandButton commands={commands} id="items.unlock" kind="primary" />
            <CommandButton commands={commands} id="fill-fields" kind="primary" />
            <CommandButton commands={commands} id="copy" kind={locked ? 'plain' : 'primary'} />
            {fault.code === 'pages-edited' && (
              <Button kind="primary" onPress={() => void editPages([item.id])}>
                {say('edit-pages')}
              </Button>
            )}
            {settings && (
              <Button kind="primary" onPress={() => openScreen('settings', { section: 'connections' })}>
                {say('open-settings')}
              </Button>
            )}
            {looks && (
              <Button kind="primary" icon={<ExternalLink aria-hidden />} onPress={() => void openInBrowser(url)}>
                {say('open-in-browser')}
              </Button>
            )}
            {named.map((id) => id !== 'service' && <CommandButton key={id} commands={commands} id={id} kind="plain" />)}
            <CommandButton
              commands={commands}
              id="items.retry"
              kind={other || settings || looks || unfilled ? 'plain' : 'primary'}
            />
          </>
        ) : undefined
      }
    />
  );
}

/** Which values a person should look at, in words: Due, Cost centre. Of the same values that are counted beside it. */
function unsureNames(detail: DocumentDetail | undefined, nameOf: (name: string) => string): string {
  const unsure = headValues(entityTree(detail?.entities ?? {}, nameOf)).filter(isUnsure);
  const names = unsure.slice(0, 3).map(({ name }) => name);
  return [...names, ...(unsure.length > names.length ? ['…'] : [])].join(', ');
}

/** Why an item needs a person, or is not getting on: reason, next step, who, and the buttons for it. */
export function Reason({
  item,
  commands,
  detail,
  onChanged,
}: {
  readonly item: ItemView;
  readonly commands: readonly RowCommand[];
  /** The document that the item became, once it is known. */
  readonly detail: DocumentDetail | undefined;
  readonly onChanged: () => void;
}): ReactElement | null {
  const say = useText('intake');
  const fields = useText('documents');
  const [rejects, setRejects] = useState(false);
  const standing = standingOf(item);
  const [Icon, kind] = standingMarks[standing];
  const fault = item.fault ?? (standing === 'not-exported' ? exportThatAsks(item) : undefined);
  const document = documentThatAsks(item);
  if (standing === 'duplicate') {
    return (
      <TaskCard
        icon={<Icon aria-hidden />}
        title={say('stage-duplicate')}
        calm
        reason={item.fault === null ? say('duplicate-reason') : faultSentence(item.fault)}
        next={say('duplicate-next')}
        who={say('you')}
        actions={
          <>
            <CommandButton commands={commands} id="first" />
            <CommandButton commands={commands} id="items.send-anyway" />
          </>
        }
      />
    );
  }
  if (item.stage === 'held' || document === undefined) {
    if (standing === 'not-exported' && fault !== undefined) {
      return (
        <ReasonCard
          title={say('stage-not-exported')}
          fault={fault}
          failed
          actions={<Button onPress={() => openScreen('exports')}>{say('open-exports')}</Button>}
        />
      );
    }
    return <Fault item={item} commands={commands} url={detail?.url ?? null} />;
  }
  const facts = detail === undefined ? undefined : documentFacts(detail.entities);
  const unsure = unsureNames(detail, (name) => fieldName(name, fields));
  const url = detail?.url ?? null;
  const review = standing === 'review';
  return (
    <>
      <TaskCard
        icon={<Icon aria-hidden />}
        title={say(`stage-${standing}`)}
        failed={kind === 'critical'}
        reason={
          review
            ? facts === undefined || facts.unsure === 0
              ? say('review-reason')
              : say('unsure-reason', { unsure: facts.unsure, count: facts.values })
            : say(standing === 'failed' ? 'failed-reason' : 'transfer-reason')
        }
        next={
          review
            ? unsure === ''
              ? say('review-next')
              : say('unsure-next', { names: unsure })
            : say(standing === 'failed' ? 'failed-next' : 'transfer-next')
        }
        who={say('you')}
        actions={
          <>
            {url !== null && (
              <Button kind="primary" icon={<ExternalLink aria-hidden />} onPress={() => void openInBrowser(url)}>
                {say(review ? 'review' : 'open-in-browser')}
              </Button>
            )}
            {detail !== undefined && standing !== 'transfer-failed' && (
              <Button onPress={() => setRejects(true)}>{say('reject')}</Button>
            )}
          </>
        }
      />
      {rejects && detail !== undefined && (
        <HandOverDialog
          place={{ connectionId: item.connectionId, document: detail }}
          kind="reject"
          onClose={() => setRejects(false)}
          onDone={onChanged}
        />
      )}
    </>
  );
}
