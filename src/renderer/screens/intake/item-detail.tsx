import type { ReactElement } from 'react';
import type { EngineProgress, ItemView } from '../../../shared/views.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { Progress } from '../../components/marks.tsx';
import { MiddleName } from '../../components/middle-name.tsx';
import type { DocumentFacts } from '../../entities/document-facts.ts';
import { formatAmount } from '../../entities/document-facts.ts';
import { useFacts } from '../../entities/facts-store.ts';
import { useClock } from '../../stores/clock.ts';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { formatBytes, formatNumber, formatSpan } from '../../text/format.ts';
import type { Say } from '../../text/index.ts';
import { useText } from '../../text/index.ts';
import styles from './intake.module.css';
import { documentThatAsks, exportThatAsks, standingOf, withoutStop } from './item-standing.ts';

type Flying = EngineProgress['inFlight'][number];

/** How far an upload is: percent, time left, and where there is room its rate. */
function Upload({ item, flying }: { readonly item: ItemView; readonly flying: Flying }): ReactElement {
  const say = useText('intake');
  // The rate is of all uploads; each of those on the wire is taken to have its share of it.
  const rate = useStation(
    ({ progress }) => (progress?.bytesPerSecond ?? 0) / Math.max(1, progress?.inFlight.length ?? 1),
  );
  const share = flying.size === 0 ? 0 : flying.sent / flying.size;
  const percent = Math.round(share * 100);
  return (
    <span className={styles['upload']}>
      <Progress
        value={share}
        label={item.name}
        words={
          rate > 0
            ? say('percent-left', { percent, left: formatSpan((flying.size - flying.sent) / rate) })
            : say('percent', { percent })
        }
      />
      {rate > 0 && <span className={styles['rate']}>{say('rate', { rate: formatBytes(rate) })}</span>}
    </span>
  );
}

/** The item whose content came before, by its name; a click shows it. */
function SameAs({ itemId }: { readonly itemId: string }): ReactElement {
  const say = useText('intake');
  const { value } = useQuery<'items.get'>({ name: 'items.get', idPrefix: itemId }, { live: false });
  if (value === undefined) return <>{say('same-as')}</>;
  return (
    <span className={styles['same']}>
      {say('same-as-short')}{' '}
      <button
        type="button"
        tabIndex={-1}
        className={styles['link']}
        onClick={(event) => {
          event.stopPropagation();
          openScreen('intake', { itemId });
        }}
      >
        <MiddleName name={value.name} />
      </button>
    </span>
  );
}

/** The open case in which an item waits, by its name; a click shows it. */
function InOpenCase({ openCaseId }: { readonly openCaseId: string }): ReactElement {
  const say = useText('intake');
  const { value } = useQuery<'open-cases.get'>({ name: 'open-cases.get', idPrefix: openCaseId }, { live: false });
  return (
    <span className={styles['same']}>
      {say(value === undefined ? 'waits-in-open-case' : 'in-case')}{' '}
      {value !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={styles['link']}
          onClick={(event) => {
            event.stopPropagation();
            openScreen('cases', { view: 'open-cases', openCaseId });
          }}
        >
          <MiddleName name={value.name} />
        </button>
      )}
    </span>
  );
}

function AtService({ since }: { readonly since: number }): ReactElement {
  const say = useText('intake');
  const span = useClock((now) => formatSpan((now - since) / 1000));
  return <span className="tabular">{say('at-service-for', { span })}</span>;
}

/** Why a person is asked, or why it does not get on; null where it does. */
function askedWords(item: ItemView, facts: DocumentFacts | undefined, say: Say<'intake'>): string | null {
  const standing = standingOf(item);
  if (standing === 'review') {
    return facts === undefined || facts.unsure === 0
      ? say('review-asked')
      : say('unsure', { unsure: formatNumber(facts.unsure), count: facts.values });
  }
  const fault = standing === 'not-exported' ? exportThatAsks(item) : item.fault;
  if (fault !== null && fault !== undefined && standing !== 'paused' && standing !== 'cancelled')
    return withoutStop(faultSentence(fault));
  if (standing === 'transfer-failed') return say('transfer-not-taken');
  if (standing === 'not-exported') return say('xml-not-written');
  if (standing === 'failed') return say('not-processed');
  if (standing === 'paused' || standing === 'cancelled') return say('by-you', { size: formatBytes(item.size) });
  return null;
}

const wayKeys = {
  seen: 'being-written',
  settling: 'being-written',
  accepted: 'in-line',
  uploaded: 'uploaded-size',
  submitting: 'uploaded-size',
} as const;

function isOnWay(stage: string): stage is keyof typeof wayKeys {
  return Object.hasOwn(wayKeys, stage);
}

/** How far something is that is on its way; null where it is not, or where its upload says it better. */
function wayWords({ stage, size }: ItemView, say: Say<'intake'>): string | null {
  if (stage === 'duplicate') return say('same-as');
  if (stage === 'separated') return say('parts-on-their-way');
  return isOnWay(stage) ? say(wayKeys[stage], { size: formatBytes(size) }) : null;
}

/** What the service read, in one line: 642.60 EUR, Kraus Elektrotechnik, RE-20411. */
function factWords(facts: DocumentFacts | undefined): string {
  if (facts === undefined) return '';
  const amount = facts.gross === null ? null : formatAmount(facts.gross, facts.currency);
  return [amount, facts.supplier, facts.number].filter((part) => part !== null && part !== '').join(', ');
}

/** The most useful sentence about an item: why, how far, or what came of it. */
export function ItemDetail({ item }: { readonly item: ItemView }): ReactElement {
  const say = useText('intake');
  const standing = standingOf(item);
  const flying = useStation((state) =>
    item.stage === 'uploading' ? state.progress?.inFlight.find(({ itemId }) => itemId === item.id) : undefined,
  );
  const document = documentThatAsks(item) ?? item.documents[0];
  const facts = useFacts(
    document === undefined || standing === 'held'
      ? null
      : { connectionId: item.connectionId, documentId: document.id, state: document.state },
  );
  const asked = askedWords(item, facts, say);
  if (asked !== null) return <>{asked}</>;
  if (flying !== undefined) return <Upload item={item} flying={flying} />;
  if (standing === 'submitted' || standing === 'tracking') return <AtService since={item.updatedAt} />;
  if (standing === 'duplicate' && item.duplicateOf !== null) return <SameAs itemId={item.duplicateOf} />;
  if (standing === 'in-open-case' && item.openCaseId !== undefined) return <InOpenCase openCaseId={item.openCaseId} />;
  const onItsWay = wayWords(item, say);
  if (onItsWay !== null) return <>{onItsWay}</>;
  const told = factWords(facts);
  if (told !== '') return <>{told}</>;
  const written = item.exports
    .find(({ path }) => path !== null)
    ?.path?.split(/[\\/]/u)
    .at(-1);
  if (written !== undefined) return <MiddleName name={written} />;
  const title = document?.title ?? item.name;
  return <>{title === item.name ? formatBytes(item.size) : title}</>;
}
