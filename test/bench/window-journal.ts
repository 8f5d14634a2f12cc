import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../../src/main/engine/faults/fault.ts';
import { createIds } from '../../src/main/engine/platform/ids.ts';
import type { Change } from '../../src/main/engine/journal/changes.ts';
import type { DocumentRecord } from '../../src/main/engine/journal/records.ts';
import { createJournal } from '../../src/main/engine/journal/open-journal.ts';
import { createNodePorts } from '../../src/main/host/node-ports.ts';
import { intakeRuleSchema } from '../../src/shared/settings.ts';
import type { ItemStage } from '../../src/shared/item.ts';

const passed: readonly ItemStage[] = [
  'seen',
  'settling',
  'accepted',
  'uploading',
  'uploaded',
  'submitting',
  'submitted',
  'tracking',
  'settled',
  'exported',
];

/** Words that names of files and data of documents are made of, each as often as the others. */
export const suppliers = [
  'Nordwind',
  'Dahlke',
  'Müller',
  'Küstenbau',
  'Fischer',
  'Weiß',
  'Ostermann',
  'Baltic',
] as const;
/** Projects that the items belong to in turn. */
export const projects = ['accounts-payable', 'goods-in', 'contracts'] as const;

/** What of many items is not done: one in so many is held. */
export const heldEach = 50;

/** The name of the item of that number. */
export const nameOf = (number: number): string =>
  `${['Invoice', 'Reminder'][number % 2] ?? ''} ${suppliers[number % suppliers.length] ?? ''} ${String(number)}.pdf`;

/** The document of the item of that number, with data to find it by. */
function documentChanges(itemId: string, number: number, projectId: string, at: number): readonly Change[] {
  const supplier = suppliers[number % suppliers.length] ?? '';
  const when = new Date(at).toISOString();
  const document: DocumentRecord = {
    ...{
      id: `document-${String(number)}`,
      connectionId: 'office',
      projectId,
      state: 'completed',
      title: nameOf(number),
    },
    ...{ caseId: null, externalId: `R-${String(number)}`, createdAt: when, updatedAt: when, settled: true },
    ...{ hasData: true, files: [], firstSeenAt: at },
  };
  const values = [`${supplier} GmbH`, `RE-${String(number)}`, `${String(number)}.40`, `${String(number)},40`].join(
    '\n',
  );
  return [
    {
      kind: 'document-seen',
      document,
      words: {
        data: values,
        external: null,
        facts: { supplier: `${supplier} GmbH`, number: `RE-${String(number)}`, gross: number + 0.4 },
      },
      at,
    },
    { kind: 'document-linked', documentId: document.id, itemId, role: null, at },
  ];
}

/**
 * Makes a station's data directory with a connection that answers nothing, and a journal of so many items: all of them done within the last
 * minutes but one in {@link heldEach}, and the newest of them with a document.
 */
export async function makeStation(
  directory: string,
  items: number,
  workersDirectory: string,
  documents = 0,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const connection = { id: 'office', name: 'Office', baseUrl: 'http://127.0.0.1:9/v2', clientId: 'client' };
  const settings = { version: 1, station: { id: 'bench', name: 'Bench' }, connections: [connection] };
  await writeFile(join(directory, 'settings.json'), JSON.stringify(settings));
  if (items === 0) return;
  const nothing = { ok: true, value: undefined } as const;
  const ports = createNodePorts({
    dataDirectory: directory,
    secrets: {
      read: () => Promise.resolve({ ok: true, value: null }),
      write: () => Promise.resolve(nothing),
      remove: () => Promise.resolve(nothing),
    },
    notifier: { notify: () => undefined },
    workersDirectory,
  });
  const opened = await createJournal({ directory, startWorker: ports.startWorker, clock: ports.clock, log: ports.log });
  if (!opened.ok) throw new Error(`no journal: ${opened.fault.code}`);
  const { journal } = opened.value;
  const newId = createIds(() => ports.clock.now(), Math.random);
  const rules = projects.map((projectId) => intakeRuleSchema.parse({ connectionId: connection.id, projectId }));
  for (let first = 0; first < items; first += 2_000) {
    const commits = Array.from({ length: Math.min(2_000, items - first) }, (_, offset) => {
      const number = first + offset;
      const name = nameOf(number);
      const at = ports.clock.now() - (items - number);
      const rule = rules[number % rules.length];
      if (rule === undefined) throw new Error('no rule');
      const held = number % heldEach === 0;
      const itemId = newId();
      const stages: readonly ItemStage[] = held ? ['seen', 'settling', 'held'] : passed;
      return journal.commit([
        {
          kind: 'item-added',
          item: {
            id: itemId,
            sourceId: 'drop',
            path: `/in/${name}`,
            name,
            size: 100_000 + number,
            modifiedAt: at,
            rule,
            sha256: number.toString(16).padStart(64, '0'),
            mediaType: 'application/pdf',
            ...(held ? { fault: fault('pdf-password', { file: name }) } : {}),
          },
          trail: stages.map((stage) => ({ stage, at })),
        },
        ...(held || number < items - documents ? [] : documentChanges(itemId, number, rule.projectId, at)),
      ]);
    });
    await Promise.all(commits);
  }
  await journal.close();
  ports.close();
}
