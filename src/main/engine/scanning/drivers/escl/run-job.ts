import { setTimeout as wait } from 'node:timers/promises';
import type { Fault, FaultCode, Outcome } from '../../../../../shared/faults.ts';
import type { ScanNote } from '../../../../../shared/scanning.ts';
import { failure, fault, success } from '../../../faults/fault.ts';
import type { PageTaker, ScanRequest } from '../driver.ts';
import { standingOf, type Standing } from './ask-device.ts';
import type { DeviceAnswer, DeviceLink } from './device-link.ts';
import { savePage } from './save-page.ts';
import type { JobPlan } from './scan-settings.ts';

/** Maximum number of requests for a page that is not ready: two minutes at one a second. */
const maxLooks = 120;
/** Maximum number of offers of a job to a device that is busy or warms up. */
const maxOffers = 20;
/** Number of requests for a page while the device says that there is none but still works. */
const looksAtWork = 30;
/** The same while it rests: a page may still be inside, and its sensor takes seconds to see that the feeder is empty. */
const looksAtRest = 5;
/** Maximum number of pages of one run: more than any feeder holds. */
const maxPages = 5_000;
/** After this number of identical pages in a row the device is asked whether paper is left. */
const maxAlike = 5;
/** Maximum wait for a device to say that the glass has no second page, and to end a job, ms. */
const closingMs = 10_000;

/** One run at a device. */
export interface JobRun {
  readonly link: DeviceLink;
  readonly request: ScanRequest;
  readonly taker: PageTaker;
  readonly signal: AbortSignal;
  /** Between two looks at a page that is not ready, ms. */
  readonly retryMs: number;
}

/** A job that a device has taken: its address, and how it was offered. */
interface Job {
  readonly place: string;
  readonly plan: JobPlan;
}

/** What came of a run so far: its pages, and what is to be said of its end (null: nothing). */
interface Fetched {
  readonly pages: number;
  readonly end: ScanNote | null;
}

function isStopped({ signal }: JobRun): boolean {
  return signal.aborted;
}

async function rest({ retryMs, signal }: JobRun): Promise<void> {
  await wait(retryMs, undefined, { signal }).catch(() => undefined);
}

/** Offers a job; answers its address. What is done otherwise than it was asked is said once in a run. What the device said of its feeder before is only a hint: it is asked when it refuses. */
async function startJob(
  run: JobRun,
  [plan, ...others]: readonly [JobPlan, ...JobPlan[]],
  isFirst: boolean,
): Promise<Outcome<Job>> {
  const { link, taker, signal } = run;
  const { source } = plan;
  for (let offers = 1; ; offers += 1) {
    const answer = await link.send('POST', 'ScanJobs', signal, plan.settings);
    if (!answer.ok) return answer;
    link.drop(answer.value);
    const { status, headers } = answer.value;
    const place = headers['location'];
    if (status >= 200 && status < 300) {
      if (place === undefined) return failure('scanner-failed', { problem: 'no-job-address' }, `status ${status}`);
      for (const note of isFirst ? plan.notes : []) taker.note(note);
      return success({ place: place.replace(/\/+$/, ''), plan });
    }
    if (status === 401 || status === 403) return failure('scanner-denied');
    const { trouble, paperLeft } = await standingOf(link, source, null, signal);
    if (trouble !== null) return { ok: false, fault: trouble };
    if (status === 503) {
      if (offers >= maxOffers || isStopped(run)) return failure('scanner-busy');
      if (offers === 1) taker.note({ about: 'waiting' });
      await rest(run);
      continue;
    }
    if (paperLeft === false) return failure('scanner-empty');
    if (status !== 400 && status !== 409 && status !== 415) return failure('scanner-failed', {}, `status ${status}`);
    const [next, ...further] = others;
    return next === undefined
      ? failure('scanner-refused', {}, `status ${status}`)
      : startJob(run, [next, ...further], isFirst);
  }
}

/** Answers by which devices end a job, beside the 404 of the protocol. They are normal where the feeder is empty. */
const usualEnds: ReadonlySet<number | null> = new Set([404, 409, 410, 204]);

/** Why a job ended before its first page. */
function withoutPages(source: JobPlan['source'], status: number | null, isEmpty: boolean, cause: string): Fault {
  if (status === 401 || status === 403) return fault('scanner-denied');
  const hasNoPaper = source !== 'flatbed' && (status === 404 || (status !== 503 && isEmpty));
  return fault(hasNoPaper ? 'scanner-empty' : 'scanner-failed', {}, cause);
}

/** What an answer without a page means: what is to be said of the end (null: nothing); null = ask again. */
function endOf(
  { source }: JobPlan,
  answer: Outcome<DeviceAnswer>,
  { trouble, working, brokenOff, paperLeft, reached }: Standing,
  { pages, looks }: { readonly pages: number; readonly looks: number },
): Outcome<ScanNote | null> | null {
  if (trouble !== null) return { ok: false, fault: trouble };
  const status = answer.ok ? answer.value.status : null;
  const cause = answer.ok ? `status ${answer.value.status}` : (answer.fault.cause ?? 'the connection was closed');
  const isLast = paperLeft === false && pages > 0;
  const isEnd = usualEnds.has(status);
  const saysBoth = isEnd && paperLeft === true && pages > 0 && !brokenOff;
  const patience = isLast ? looksAtRest : status === 503 ? maxLooks : working ? looksAtWork : looksAtRest;
  if ((working || status === 503 || saysBoth) && looks < patience) return null;
  if (!answer.ok && (pages === 0 || paperLeft === true || !reached)) return answer;
  if (pages === 0) return { ok: false, fault: withoutPages(source, status, paperLeft === false, cause) };
  // Some devices have no paper sensor and always say that paper is there (AirSane up to 2025).
  if (saysBoth) return success({ about: 'end', cause, paper: 'left' });
  if (paperLeft === true) return failure('scanner-failed', {}, `${cause}, paper is left`);
  if (status === 503 && !isLast) return failure('scanner-failed', {}, cause);
  const isUsual = status === 404 || (isLast && isEnd) || source === 'flatbed';
  return success(isUsual ? null : { about: 'end', cause, ...(isLast ? {} : { paper: 'unsaid' }) });
}

/** Asks a device until it has no second page of the glass, so that it is free again; what it says does not matter. */
async function askForMore({ link, signal }: JobRun, { place }: Job): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(closingMs)]);
  const answer = await link.send('GET', `${place}/NextDocument`, limit);
  if (answer.ok) link.drop(answer.value);
}

/** Fetches pages behind those before until the device has no more. */
async function fetchPages(run: JobRun, job: Job, before: Fetched): Promise<Outcome<Fetched>> {
  const { link, request, taker, signal } = run;
  const { place, plan } = job;
  const isGlass = plan.source === 'flatbed';
  const max = isGlass ? 1 : (request.pages ?? maxPages);
  let { pages } = before;
  let ending: ScanNote | null = null;
  // A job that is offered again only tests whether there is paper.
  let looks = pages > 0 ? looksAtRest - 1 : 0;
  let last = { sha256: '', times: 0 };
  while (pages < max && !isStopped(run)) {
    const answer = await link.send('GET', `${place}/NextDocument`, signal);
    if (isStopped(run)) break;
    if (!answer.ok || answer.value.status !== 200) {
      if (answer.ok) link.drop(answer.value);
      const standing = await standingOf(link, plan.source, place, signal);
      if (isStopped(run)) break;
      const end = endOf(plan, answer, standing, { pages, looks });
      if (end?.ok === false) return end;
      if (end !== null) {
        ending = end.value;
        break;
      }
      looks += 1;
      await rest(run);
      continue;
    }
    const saved = await savePage(link, answer.value, taker.folder, pages + 1);
    if (!saved.ok) return isStopped(run) ? success({ pages, end: null }) : saved;
    for (const page of saved.value.pages) await taker.take({ ...page, ...plan.fit });
    pages += saved.value.pages.length;
    looks = 0;
    const { sha256 } = saved.value;
    last = { sha256, times: sha256 === last.sha256 ? last.times + 1 : 1 };
    if (last.times < maxAlike || pages >= max) continue;
    const { trouble, paperLeft } = await standingOf(link, plan.source, place, signal);
    // Blank sheets may be identical while paper is left; without paper the device repeats a page.
    if (trouble !== null || paperLeft !== true) return failure('scanner-failed', {}, 'the same page again and again');
  }
  if (isGlass && pages > 0 && !isStopped(run)) await askForMore(run, job);
  if (pages >= maxPages) return failure('scanner-failed', {}, 'more pages than any feeder holds');
  return success({ pages, end: ending });
}

/** Runs a job to its end. However it ends it is taken back: some devices stay busy with one that ran to its end, too. */
async function oneJob(
  run: JobRun,
  plans: readonly [JobPlan, ...JobPlan[]],
  before: Fetched,
): Promise<Outcome<Fetched>> {
  const job = await startJob(run, plans, before.pages === 0);
  if (!job.ok) {
    if (isStopped(run)) return success({ pages: before.pages, end: null });
    const isNoMore = before.pages > 0 && noMore.has(job.fault.code);
    return isNoMore ? success(job.fault.code === 'scanner-empty' ? { ...before, end: null } : before) : job;
  }
  try {
    return await fetchPages(run, job.value, before);
  } finally {
    const gone = await run.link.send('DELETE', job.value.place, AbortSignal.timeout(closingMs / 2)).catch(() => null);
    if (gone?.ok === true) run.link.drop(gone.value);
  }
}

/** Faults by which a device refuses a second job because it has no paper. */
const noMore: ReadonlySet<FaultCode> = new Set(['scanner-empty', 'scanner-refused', 'scanner-failed']);

/**
 * Scans until the device has no more pages. One that says so, and also that paper lies in its feeder, is offered the job again: it has
 * forgotten it, and pages come, or it has no eye for paper.
 */
export async function runJob(
  run: JobRun,
  plans: readonly [JobPlan, ...JobPlan[]],
): Promise<Outcome<{ readonly pages: number }>> {
  let so: Fetched = { pages: 0, end: null };
  for (;;) {
    const next = await oneJob(run, plans, so);
    if (!next.ok) return next;
    const { pages, end } = next.value;
    if (end?.about === 'end' && end.paper === 'left' && pages > so.pages) {
      so = next.value;
      continue;
    }
    if (end !== null) run.taker.note(end);
    return success({ pages });
  }
}
