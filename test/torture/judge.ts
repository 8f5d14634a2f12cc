import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PracticeService } from '../../src/main/practice/practice-service.ts';
import type { Tally } from './lab.ts';
import type { StationItem, StationReport } from './station/station-order.ts';

/** One file that was given to a station. */
export interface Arrival {
  readonly name: string;
  /** Lower-case hex SHA-256 of what the service is to get. */
  readonly sha256: string;
  /**
   * `held`: no reader opens it, so that a person is to be told and nothing sent. `may`: a version that lay there whole for a while before
   * it became another one: it may have been sent once. Default: `sent`.
   */
  readonly expected?: 'sent' | 'held' | 'may';
}

/** What is judged: what was put in, against what is at the service, what the stations say and what lies on the disk. */
export interface Case {
  /** Named in complaints, with what is needed to do it again. */
  readonly title: string;
  readonly arrivals: readonly Arrival[];
  readonly reports: readonly StationReport[];
  readonly service: Pick<PracticeService, 'documents' | 'files'>;
  /** Folders in which an original may lie. */
  readonly folders: readonly string[];
  /** XML folder, where each document is to be written once. */
  readonly out?: string;
  /** Whether a hash belongs to another case at the same service. */
  readonly isForeign?: (sha256: string) => boolean;
  /** Faults with which an item may rightly be held at the end. */
  readonly mayHold?: readonly string[];
  /** Faults with which what is no document may rightly be held at the end. */
  readonly mayHoldUnsent?: readonly string[];
  /** Whether the history may be damaged, where the station says so itself. Default: false. */
  readonly mayBreak?: boolean;
  /** Whether an original may be where no folder of ours is (a disk that went back in time). Default: false. */
  readonly mayBeGone?: boolean;
}

const atTheirEnd: readonly StationItem['stage'][] = [
  'settled',
  'exported',
  'handed-over',
  'duplicate',
  'separated',
  'cancelled',
];

/** Lower-case hex SHA-256. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function hashesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(async (entry) => sha256Of(await readFile(join(entry.parentPath, entry.name)))));
}

function countsOf(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Judges one case and adds it to the tally; knows nothing of the product but what it shows. */
export async function judge(
  tally: Tally,
  { title, arrivals, reports, service, folders, out, ...rest }: Case,
): Promise<void> {
  const [documents, uploads] = await Promise.all([service.documents(), service.files()]);
  const uploaded = new Map(uploads.map(({ id, sha256 }) => [id, sha256]));
  const isForeign = rest.isForeign ?? ((): boolean => false);
  const own = documents.flatMap((document) => {
    const parts =
      document.files.length === 0 ? [document.sha256] : document.files.map(({ id }) => uploaded.get(id) ?? '');
    return parts.some(isForeign) ? [] : [{ id: document.id, parts: [...new Set(parts)] }];
  });
  const sent = countsOf(own.flatMap(({ parts }) => parts));
  const onDisk = new Set((await Promise.all(folders.map(hashesBelow))).flat());
  const items = reports.flatMap((report) => report.items);
  const shown = reports.flatMap((report) => report.shown);
  const given = new Map<string, Arrival>();
  for (const arrival of arrivals) given.set(arrival.sha256, arrival);

  const complain = (kind: 'lost' | 'doubled' | 'wronglyHeld' | 'neverTold', what: string): void => {
    tally[kind] += 1;
    tally.complaints.push(`${title}: ${kind}: ${what}`);
  };

  tally.runs += 1;
  tally.filesIn += arrivals.length;
  tally.documents += own.length;
  for (const { name, sha256, expected = 'sent' } of given.values()) {
    const there = sent.get(sha256) ?? 0;
    if (there > 1) complain('doubled', `${name} is ${String(there)} documents`);
    if (there === 1 && expected === 'held') complain('doubled', `${name}, which no reader opens, was sent`);
    if (there > 0 || expected === 'may') continue;
    const of = items.filter((item) => item.sha256 === sha256 || item.name === name);
    if (!onDisk.has(sha256) && rest.mayBeGone !== true) {
      complain(
        'lost',
        `${name} is neither a document nor on the disk (${of.map(({ stage }) => stage).join(', ') || 'no item'})`,
      );
      continue;
    }
    const told = of.find(({ fault }) => fault !== null);
    if (told?.fault === undefined || told.fault === null) {
      const kept = of.map(({ stage }) => stage).join(', ') || 'no item';
      if (shown.length === 0) complain('neverTold', `${name} was not sent and nobody is told why (${kept})`);
    } else if (
      expected === 'sent' &&
      ![...(rest.mayHold ?? []), ...(rest.mayHoldUnsent ?? [])].includes(told.fault.code)
    )
      complain('wronglyHeld', `${name} is ${told.stage}: ${told.fault.code} ${JSON.stringify(told.fault.params)}`);
  }
  for (const [sha256, count] of sent)
    if (!given.has(sha256))
      complain('doubled', `${String(count)} documents of content that nobody gave (${sha256.slice(0, 12)})`);

  for (const item of items) {
    if (atTheirEnd.includes(item.stage)) continue;
    const sentAlready = item.sha256 !== null && sent.has(item.sha256);
    if (!sentAlready) continue;
    const code = item.fault?.code ?? null;
    if (code === null) complain('neverTold', `${item.name} is a document and stands in ${item.stage}`);
    else if (rest.mayHold?.includes(code) !== true)
      complain(
        'wronglyHeld',
        `${item.name} is a document and ${item.stage}: ${code} ${JSON.stringify(item.fault?.params)}`,
      );
  }
  for (const { brokenAt, ended, shown: why } of reports) {
    if (brokenAt !== null && rest.mayBreak !== true)
      complain('lost', `the history is broken at line ${String(brokenAt)}`);
    if (ended === 'refused') complain('neverTold', `a station does not start: ${JSON.stringify(why)}`);
  }
  if (out === undefined) return;
  // Of what waits for a person, who is told why, there is no XML yet.
  const waiting = new Set(
    items.flatMap(({ stage, sha256, fault }) =>
      stage === 'held' && fault !== null && rest.mayHold?.includes(fault.code) === true ? [sha256] : [],
    ),
  );
  await judgeXml(
    out,
    own.map(({ id, parts }) => ({ id, mayWait: parts.some((part) => waiting.has(part)) })),
    complain,
  );
}

/** One XML for each document, whole, and nothing else; of one that may wait there need not be one. */
async function judgeXml(
  out: string,
  documents: readonly { readonly id: string; readonly mayWait: boolean }[],
  complain: (kind: 'lost' | 'doubled', what: string) => void,
): Promise<void> {
  const names = new Set(await readdir(out).catch(() => []));
  for (const { id, mayWait } of documents) {
    if (!names.delete(`${id}.xml`)) {
      if (!mayWait) complain('lost', `the XML of document ${id} is not there`);
    } else if (!(await readFile(join(out, `${id}.xml`), 'utf8')).trimEnd().endsWith('>'))
      complain('lost', `the XML of document ${id} is not whole`);
  }
  // Half an XML that a journal which went back forgot is hidden, and nothing takes it for an XML.
  const shown = [...names].filter((name) => !/^\..*\.xml\.part$/u.test(name));
  for (const name of shown) complain('doubled', `${name} lies beside the XML of the documents`);
}
