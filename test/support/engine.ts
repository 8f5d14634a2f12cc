import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { commandAnswers, commandSchema, queryAnswers, querySchema } from '../../src/shared/contract.ts';
import type { Command, CommandAnswer, Query, QueryAnswer } from '../../src/shared/contract.ts';
import type { Outcome } from '../../src/shared/faults.ts';
import type { ItemStage } from '../../src/shared/item.ts';
import { hotFolderSchema, settingsSchema } from '../../src/shared/settings.ts';
import type { HotFolder, Settings } from '../../src/shared/settings.ts';
import type { ItemView } from '../../src/shared/views.ts';
import { createEngine } from '../../src/main/engine/engine.ts';
import type { Engine, EngineOptions } from '../../src/main/engine/engine.ts';
import type { Ports } from '../../src/main/engine/platform/ports.ts';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import type { PracticeOptions, PracticeService } from '../../src/main/practice/practice-service.ts';
import { createTestLog, createTestPorts, makeTestFolder } from './ports.ts';

/** Id of the connection and of the hot folder in these tests. */
export const connectionId = 'office';
/** See {@link connectionId}. */
export const sourceId = 'inbox';

/** A small whole PDF; `salt` makes the content distinct, `padding` adds bytes. */
export function smallPdf(salt: string | number, padding = 0): Buffer {
  const body = `%PDF-1.4\n% ${salt}\n${'x'.repeat(padding)}\n1 0 obj<</Type/Catalog>>endobj\n`;
  const end = `xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, 'latin1');
}

/** Lower-case hex SHA-256. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The same for everything that a fresh engine in a test is given: quick looks, quick grace. */
export type SettingsFields = Partial<
  Pick<Settings, 'connections' | 'limits' | 'tracking' | 'scanning' | 'intake' | 'hotFolders' | 'team'>
>;

/** Folders, service and settings of one station; engines come and go. */
export interface TestStation {
  readonly root: string;
  readonly folder: string;
  readonly out: string;
  readonly dataDirectory: string;
  readonly practice: PracticeService;
  /** The secret that the next sign-in reads. */
  secret: string;
  settings(fields?: SettingsFields): Settings;
  /** Configuration of the hot folder. */
  hotFolder(rule?: Partial<HotFolder['rule']>, fields?: Partial<HotFolder>): HotFolder;
  /** Puts a file into the hot folder; returns its path. */
  put(name: string, bytes: Uint8Array): Promise<string>;
  /** Another station at the same folder and service. */
  beside(id: string): TestStation;
  /** Starts an engine on the data directory; stopped when the test ends. */
  start(fields?: SettingsFields, overrides?: Partial<Ports>, options?: EngineOptions): Promise<TestEngine>;
}

/** A running engine with typed ways to it. */
export interface TestEngine {
  readonly engine: Engine;
  readonly log: readonly string[];
  /** Every stage that was announced, by item name. */
  readonly told: Map<string, ItemStage[]>;
  ask<Name extends Query['name']>(
    name: Name,
    fields: Omit<Extract<Query, { name: Name }>, 'name'>,
  ): Promise<QueryAnswer<Name>>;
  act<Name extends Command['name']>(
    name: Name,
    fields: Omit<Extract<Command, { name: Name }>, 'name'>,
  ): Promise<CommandAnswer<Name>>;
  watch(hotFolder: HotFolder): Promise<void>;
  items(): Promise<readonly ItemView[]>;
  /** The one item of that name. */
  item(name: string): Promise<ItemView>;
  /** Resolves when items.once says so. */
  finished(until?: 'settled' | 'submitted'): Promise<void>;
  /** Resolves when the item of that name stands in the stage. */
  reaches(name: string, stage: ItemStage): Promise<ItemView>;
  counts(): Promise<Readonly<Partial<Record<ItemStage, number>>>>;
}

const querySchemas: { readonly [Name in Query['name']]: z.ZodType<QueryAnswer<Name>> } = queryAnswers;
const commandSchemas: { readonly [Name in Command['name']]: z.ZodType<CommandAnswer<Name>> } = commandAnswers;

function valueOf(outcome: Outcome<unknown>): unknown {
  if (!outcome.ok) throw new Error(`${outcome.fault.code} ${JSON.stringify(outcome.fault.params)}`);
  return outcome.value;
}

/** Makes a station with an empty hot folder and a practice service that settles documents fast. */
export async function createTestStation(options: PracticeOptions = {}): Promise<TestStation> {
  const root = await makeTestFolder();
  const folder = join(root, 'inbox');
  await mkdir(folder);
  const practice = await startPracticeService({ processingMs: 200, ...options });
  onTestFinished(() => practice.close());

  const made = (id: string, dataDirectory: string): TestStation => {
    const station: TestStation = {
      root,
      folder,
      out: join(root, 'out'),
      dataDirectory,
      practice,
      secret: practice.clientSecret,
      settings: (fields = {}) =>
        settingsSchema.parse({
          station: { id, name: id },
          connections: [{ id: connectionId, name: 'Office', baseUrl: practice.baseUrl, clientId: practice.clientId }],
          tracking: { fastestMs: 100, slowestMs: 500 },
          limits: { unclearGraceMs: 600 },
          ...fields,
        }),
      hotFolder: (rule = {}, fields = {}) =>
        hotFolderSchema.parse({
          id: sourceId,
          name: 'Inbox',
          folder,
          rescanMs: 1_000,
          quietTextMs: 100,
          ...fields,
          rule: { connectionId, projectId: 'accounts-payable', tidyGraceMs: 0, ...rule },
        }),
      async put(name, bytes) {
        const path = join(folder, name);
        await writeFile(path, bytes);
        return path;
      },
      beside: (other) => made(other, join(root, `data-${other}`)),
      start: (fields, overrides, engineOptions) => startTestEngine(station, fields, overrides, engineOptions),
    };
    return station;
  };
  return made('station', join(root, 'data'));
}

async function startTestEngine(
  station: TestStation,
  fields?: SettingsFields,
  overrides: Partial<Ports> = {},
  options: EngineOptions = {},
): Promise<TestEngine> {
  const log = createTestLog();
  const ports = createTestPorts(station.dataDirectory, {
    log,
    secrets: {
      read: () => Promise.resolve({ ok: true, value: station.secret }),
      write: () => Promise.resolve({ ok: true, value: undefined }),
      remove: () => Promise.resolve({ ok: true, value: undefined }),
    },
    ...overrides,
  });
  const opened = await createEngine(ports, station.settings(fields), options);
  if (!opened.ok) throw new Error(opened.fault.code);
  const engine = opened.value;
  onTestFinished(() => engine.stop());
  const told = new Map<string, ItemStage[]>();
  engine.onItem(({ name, stage }) => told.set(name, [...(told.get(name) ?? []), stage]));

  const ask: TestEngine['ask'] = async (name, fields) =>
    querySchemas[name].parse(valueOf(await engine.query(querySchema.parse({ ...fields, name }))));
  const act: TestEngine['act'] = async (name, fields) =>
    commandSchemas[name].parse(valueOf(await engine.dispatch(commandSchema.parse({ ...fields, name }))));

  const self: TestEngine = {
    engine,
    log: log.lines,
    told,
    ask,
    act,
    async watch(source) {
      await act('source.add', { source });
    },
    async items() {
      const rows: ItemView[] = [];
      let cursor: string | undefined;
      do {
        const page = await ask('items.page', {
          limit: 1_000,
          order: 'oldest',
          ...(cursor === undefined ? {} : { cursor }),
        });
        rows.push(...page.rows);
        cursor = page.next;
      } while (cursor !== undefined);
      return rows;
    },
    async item(name) {
      const found = (await self.items()).filter((item) => item.name === name);
      const [item] = found;
      if (item === undefined || found.length > 1) throw new Error(`${String(found.length)} items named ${name}`);
      return item;
    },
    async finished(until = 'settled') {
      await expect
        .poll(
          async () => {
            const { done, outstanding, rows } = await ask('items.once', { sourceIds: [sourceId], until });
            return done
              ? 'done'
              : { outstanding, first: rows.slice(0, 5).map(({ name, stage, fault }) => ({ name, stage, fault })) };
          },
          { interval: 50 },
        )
        .toBe('done');
    },
    async reaches(name, stage) {
      await expect
        .poll(async () => (await self.items()).find((item) => item.name === name)?.stage, {
          interval: 25,
        })
        .toBe(stage);
      return self.item(name);
    },
    async counts() {
      return (await ask('items.page', { limit: 1 })).counts;
    },
  };
  return self;
}

/** What must hold of the service whatever happened on the way: each content became one document, no file two. */
export async function expectOneDocumentEach(station: TestStation, contents: readonly Uint8Array[]): Promise<void> {
  const documents = await station.practice.documents();
  expect(station.practice.stats().duplicateFileIds).toBe(0);
  expect(documents.map((document) => document.sha256).sort()).toEqual(contents.map(sha256).sort());
}

/** The custody chain is whole. */
export async function expectWholeCustody(engine: TestEngine): Promise<void> {
  const { rows, brokenAt } = await engine.ask('custody.verify', {});
  expect(brokenAt).toBeNull();
  expect(rows).toBeGreaterThan(0);
}

/** The items in the history of one item, in order. */
export async function trailOf(engine: TestEngine, itemId: string): Promise<readonly string[]> {
  const { rows } = await engine.ask('custody.page', { subjectId: itemId, limit: 1_000 });
  return rows.map(({ event }) => event);
}
