import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { findElectron } from '../../tools/electron-binary.ts';
import { projectRoot } from '../../tools/run-step.ts';
import { writePdfs } from '../e2e/support/bring-files.ts';
import { startKeychainBus } from '../e2e/support/keychain-bus.ts';
import { launchMailroom, until } from '../e2e/support/launch.ts';
import { openScreen, setSetting } from '../e2e/support/mailroom-test.ts';
import type { BenchContext } from './bench-context.ts';
import { withFolder } from './bench-context.ts';
import { median, percentile } from './figures.ts';
import type { BenchReport, Row, Target } from './figures.ts';
import { onDisplay } from './on-display.ts';
import { heldEach, makeStation, nameOf, projects, suppliers } from './window-journal.ts';

const items = 100_000;
const documents = 6_000;
const csvRows = 100_000;
/** Documents of the service's list that a search in Documents looks through. */
const listed = 500;
/** How often each is tried. */
const rounds = 8;
/** ms between two keys of somebody who types fast. */
const typing = 70;
const execute = promisify(execFile);
const inMs = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

const numbers = Array.from({ length: items }, (_, number) => number);
const isHeld = (number: number): boolean => number % heldEach === 0;
/** How many of the items are done and have all these words in their names. */
const doneWith = (...words: readonly string[]): number =>
  numbers.filter((number) => !isHeld(number) && words.every((word) => nameOf(number).includes(word))).length;

/** Lets the page tell how long it is from the next key to the frame after the one in which `isThere` is true, ms. */
const timer = `window.timeKey = (isThere) => {
  window.timed = new Promise((done) => addEventListener('keydown', ({ timeStamp }) => {
    const look = () => requestAnimationFrame(() => {
      if (performance.now() - timeStamp > 20_000) done(null);
      else if (isThere()) requestAnimationFrame(() => done(performance.now() - timeStamp));
      else look();
    });
    look();
  }, { capture: true, once: true }));
}`;

/** ms from a key to what `isThere`, a script, finds. */
async function timeKey(page: Page, key: string, isThere: string): Promise<number> {
  await page.evaluate(`void timeKey(() => ${isThere})`);
  await page.keyboard.press(key);
  const took = z
    .number()
    .nullable()
    .parse(await page.evaluate<unknown>('timed'));
  if (took === null) throw new Error(`not within 20 s: ${isThere}`);
  return took;
}

/** The table shows so many items that are done (null: any number), and a first row with these words. */
const shows = (count: number | null, word: string): string => `(() => {
  const counter = [...document.querySelectorAll('main [role=group] button[aria-pressed]')].at(-1).querySelector('b').textContent;
  const row = document.querySelector('[role=treegrid] [role=row][aria-selected]');
  return ${count === null ? 'true' : `counter === ${JSON.stringify(count.toLocaleString('en'))}`} &&
    (row?.textContent ?? '').includes(${JSON.stringify(word)});
})()`;

/** What somebody searches for: what is typed, the names' words that it finds, and the row that it is measured in. */
const searches = [
  { typed: 'nordwind', words: ['Nordwind'] },
  { typed: '99871', words: ['99871'] },
  { typed: 'reminder dahlke', words: ['Reminder', 'Dahlke'] },
  { typed: '4711 kuestenbau', words: ['4711', 'Küstenbau'] },
  { typed: 'weiß invoice 9', words: ['Weiß', 'Invoice', '9'] },
  { typed: 'pdf', words: ['pdf'] },
] as const;

interface Times {
  readonly search: number[];
  readonly again: number[];
  readonly peer: number[];
}

async function timeSearches(page: Page, list: string): Promise<Times> {
  const times: Times = { search: [], again: [], peer: [] };
  const all = shows(doneWith(), '');
  for (let round = 0; round < rounds; round += 1) {
    for (const { typed, words } of searches) {
      const found = doneWith(...words);
      if (found === 0) continue;
      await page.getByRole('searchbox').focus();
      await page.keyboard.type(typed.slice(0, -1), { delay: typing });
      // Somebody's last key comes as the others did.
      await new Promise((done) => setTimeout(done, typing));
      times.search.push(await timeKey(page, typed.slice(-1), shows(found, words[0])));
      const begun = performance.now();
      await execute('grep', ['-c', '-i', words.join('.*'), list]).catch(() => undefined);
      times.peer.push(performance.now() - begun);
      times.again.push(await timeKey(page, 'Escape', all));
    }
  }
  return times;
}

/** Chooses what needs a person by its counter, and a project in its list, and takes both away again. */
async function timeFilters(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  const total = doneWith();
  const project = numbers.filter((number) => !isHeld(number) && number % projects.length === 1).length;
  // What is held stands first, unless only what is done is shown.
  const first = `Number(/(\\d+)\\.pdf/.exec(document.querySelector('[role=treegrid] [role=row][aria-selected]')?.textContent ?? '')?.[1])`;
  for (let round = 0; round < rounds * 2; round += 1) {
    await page
      .getByRole('button', { name: /^Done today/u })
      .first()
      .focus();
    times.push(await timeKey(page, 'Enter', `${first} % ${String(heldEach)} > 0`));
    times.push(await timeKey(page, 'Enter', `${first} % ${String(heldEach)} === 0`));
    const select = page.getByRole('button', { name: /Project$/u }).first();
    for (const [word, count] of [
      ['Goods in', project],
      ['All', total],
    ] as const) {
      await select.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: word }).focus();
      times.push(await timeKey(page, 'Enter', shows(count, '')));
    }
  }
  return times;
}

/** Goes down the table row by row: to the head, and to the newest lines of the history. */
async function timeDetails(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  await page.locator('[role=treegrid]').focus();
  await page.keyboard.press('Home');
  const shown = `(() => {
    const details = document.querySelector('section[aria-label=Details]');
    const row = document.querySelector('[role=treegrid] [aria-selected=true]');
    const name = details?.querySelector('h2')?.textContent ?? '';
    return name !== '' && name !== window.nameBefore && row.textContent.includes(name.slice(-9)) &&
      details.querySelectorAll('li time').length > 1;
  })()`;
  for (let row = 0; row < rounds * 6; row += 1) {
    await page.evaluate(
      `void (window.nameBefore = document.querySelector('section[aria-label=Details] h2')?.textContent)`,
    );
    times.push(await timeKey(page, 'ArrowDown', shown));
  }
  return times;
}

/** The peer of the details: words that are put on the page at the key. */
async function timePlainPage(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  await page.evaluate(
    `void addEventListener('keydown', () => { document.body.dataset.keys = 1 + Number(document.body.dataset.keys ?? 0); })`,
  );
  for (let key = 1; key <= rounds * 6; key += 1) {
    times.push(await timeKey(page, 'F8', `document.body.dataset.keys === '${String(key)}'`));
  }
  return times;
}

async function timeDocuments(page: Page, folder: string): Promise<readonly number[]> {
  const times: number[] = [];
  // As many as a search asks the service for.
  const watched = join(folder, 'many');
  const names = Array.from({ length: listed + 50 }, (_, number) => `listed ${String(number)}.pdf`);
  await writePdfs(watched, names);
  const rule = { connectionId: 'office', projectId: projects[0] };
  await setSetting(page, 'hotFolders', [{ id: 'many', name: 'Many', folder: watched, rescanMs: 500, rule }]);
  const sent = `mailroom.query({ name: 'items.page', sourceId: 'many', offset: 0, limit: 1, stages: ['settled', 'exported'] })
    .then(({ ok, value }) => ok && value.total >= ${String(names.length)})`;
  await until(page, sent);
  for (let round = 0; round < rounds; round += 1) {
    for (const number of [items - 11, items - 1_502, items - 4_203]) {
      await page.getByRole('searchbox', { name: /supplier/u }).fill('');
      const typed = `${(suppliers[number % suppliers.length] ?? '').toLowerCase()} ${String(number)},40`;
      await page.getByRole('searchbox', { name: /supplier/u }).focus();
      await page.keyboard.type(typed.slice(0, -1), { delay: typing });
      await new Promise((done) => setTimeout(done, typing));
      times.push(
        await timeKey(
          page,
          typed.slice(-1),
          `(() => { const rows = document.querySelectorAll('[role=grid] [role=row][aria-selected]');
            return rows.length === 1 && rows[0].textContent.includes(${JSON.stringify(String(number))}); })()`,
        ),
      );
    }
  }
  return times;
}

/** Looks rows up in a list of customers: the question alone, as the page asks it, and the same by grep. */
async function timeLookups(page: Page, folder: string): Promise<{ readonly own: number[]; readonly peer: number[] }> {
  const file = join(folder, 'customers.csv');
  const lines = Array.from(
    { length: csvRows },
    (_, at) => `${String(at + 10_000)};${suppliers[at % 8] ?? ''} ${String(at)} GmbH;Town ${String(at % 977)}`,
  );
  await writeFile(file, `No;Name;Town\n${lines.join('\n')}\n`);
  const field = { kind: 'lookup', key: 'customer', label: 'Customer', required: true, file, keyColumn: 'No' };
  const rule = {
    connectionId: 'office',
    projectId: projects[0],
    fields: [{ ...field, labelColumns: ['Name', 'Town'] }],
  };
  const watched = join(folder, 'bills');
  await writePdfs(watched, ['bill.pdf']);
  await setSetting(page, 'hotFolders', [{ id: 'bills', name: 'Bills', folder: watched, rescanMs: 500, rule }]);
  const held = `mailroom.query({ name: 'items.page', sourceId: 'bills', limit: 1 })
    .then(({ ok, value }) => ok && value.rows[0]?.stage === 'held')`;
  await until(page, held);
  const ask = (typed: string): string => `(async () => {
    const { value } = await mailroom.query({ name: 'items.page', sourceId: 'bills', limit: 1 });
    const begun = performance.now();
    const found = await mailroom.query({ name: 'items.lookup', of: { itemId: value.rows[0].id }, key: 'customer',
      search: ${JSON.stringify(typed)}, limit: 50 });
    return found.ok && found.value.rows.length > 0 ? performance.now() - begun : found;
  })()`;
  // The first question reads the list.
  await page.evaluate<unknown>(ask('nordwind'));
  const times: { own: number[]; peer: number[] } = { own: [], peer: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const typed of ['n', '99', '109999', 'nordwind gmbh', 'town 976 weiß', 'küsten', 'gmbh 4711']) {
      times.own.push(z.number().parse(await page.evaluate<unknown>(ask(typed))));
      const begun = performance.now();
      await execute('grep', ['-i', '-m', '50', typed.split(' ')[0] ?? '', file]).catch(() => undefined);
      times.peer.push(performance.now() - begun);
    }
  }
  return times;
}

/** Half of the tries and 95 of 100, each against the peer. */
function rowsOf(measured: string, times: readonly number[], peer: readonly number[] | null, most: number): Row[] {
  return [50, 95].map((p): Row => {
    const [own, other] = [percentile(times, p), peer === null ? NaN : percentile(peer, p)];
    const target: Target = { text: `under ${String(most)} ms`, met: own < most };
    return {
      measured: `${measured}, ${p === 50 ? `half of ${String(times.length)}` : '95 %'}`,
      mailroom: inMs(own),
      ...(peer === null ? { peer: '', ratio: '' } : { peer: inMs(other), ratio: (own / other).toFixed(2) }),
      target,
    };
  });
}

/** How soon what is looked for among very many items is there. */
export async function benchSearch(context: BenchContext): Promise<BenchReport> {
  return onDisplay(() =>
    withFolder(context, async (folder) => {
      const dataDirectory = join(folder, 'data');
      await mkdir(folder, { recursive: true });
      await makeStation(dataDirectory, items, join(projectRoot, 'out', 'workers'), documents);
      const list = join(folder, 'list.txt');
      await writeFile(list, `${numbers.map(nameOf).join('\n')}\n`);
      const service = await startPracticeService({});
      const keychain = await startKeychainBus(join(folder, 'home'), 'open');
      const run = await launchMailroom({ dataDirectory, env: keychain.env });
      try {
        const { page } = run;
        const { baseUrl, clientId, clientSecret } = service;
        const connection = { id: 'office', name: 'Office', baseUrl, clientId };
        const save = JSON.stringify({ name: 'connections.save', connection, secret: clientSecret });
        await until(page, `mailroom.desktop(${save}).then(({ ok }) => ok)`);
        // Projects are asked for when a screen comes.
        await openScreen(run, 'settings');
        await page.getByRole('navigation', { name: 'Settings' }).waitFor();
        await openScreen(run, 'intake');
        await page.waitForSelector('[role=row] [role=gridcell]');
        await page.evaluate(`void (${timer})`);
        await until(page, shows(doneWith(), ''));
        const found = await timeSearches(page, list);
        context.say(`search: half within ${inMs(median(found.search))}, grep ${inMs(median(found.peer))}`);
        const filters = await timeFilters(page);
        context.say(`filters: half within ${inMs(median(filters))}`);
        const details = await timeDetails(page);
        context.say(`details: half within ${inMs(median(details))}`);
        const lookups = await timeLookups(page, folder);
        context.say(`lookups: half within ${inMs(median(lookups.own))}, grep ${inMs(median(lookups.peer))}`);
        await openScreen(run, 'documents');
        await page.waitForSelector('[role=searchbox], input[type=search]');
        const inDocuments = await timeDocuments(page, folder);
        context.say(`documents: half within ${inMs(median(inDocuments))}`);
        const plain = await timePlainPage(page);
        return {
          title: `Search, filters and details among 100,000 items`,
          how:
            `In ${findElectron().kind}, from the press of a key to the frame in which its rows or details are drawn, as the page sees it; the last of several keys ` +
            `that come every ${String(typing)} ms. A journal of 100,000 items, ${items / heldEach} of them held, ${documents.toLocaleString('en')} with a document and its ` +
            'data. Search finds from one item to all of them, by one to three words. Details: the head, the reason and the history, on the way down the table; what only ' +
            'the service knows comes after them. Documents: those that Mailroom followed, and the newest 500 of the list of the practice service beside it. The peer of a search is grep over a list of the names, without a window; of the details, words put on the page by the ' +
            'same key: what the browser itself takes. Lookup: the question of the page to the list of an index field, the peer is grep in the same file.',
          rows: [
            ...rowsOf('search in Intake, from the last key to the rows', found.search, found.peer, 150),
            ...rowsOf('the search taken away, all rows again', found.again, plain, 150),
            ...rowsOf('counter or project chosen or taken away', filters, plain, 150),
            ...rowsOf('details of the next row', details, plain, 100),
            ...rowsOf('search in Documents (supplier and amount)', inDocuments, null, 150),
            ...rowsOf('rows of a list of 100,000 in CSV', lookups.own, lookups.peer, 50),
          ],
        };
      } finally {
        await run.kill();
        await keychain.stop();
        await service.close();
      }
    }),
  );
}
