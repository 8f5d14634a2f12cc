import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createIds } from '../../src/main/engine/platform/ids.ts';
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

/** Makes a station's data directory with a connection that answers nothing, and a journal of so many items that ended. */
export async function makeStation(directory: string, items: number, workersDirectory: string): Promise<void> {
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
  const rule = intakeRuleSchema.parse({ connectionId: connection.id, projectId: 'accounts-payable' });
  for (let first = 0; first < items; first += 2_000) {
    const commits = Array.from({ length: Math.min(2_000, items - first) }, (_, offset) => {
      const number = first + offset;
      const name = `Invoice ${String(number)}.pdf`;
      const at = ports.clock.now() - 1_000 * (items - number);
      return journal.commit([
        {
          kind: 'item-added',
          item: {
            id: newId(),
            sourceId: 'drop',
            path: `/in/${name}`,
            name,
            size: 100_000 + number,
            modifiedAt: at,
            rule,
            sha256: number.toString(16).padStart(64, '0'),
            mediaType: 'application/pdf',
          },
          trail: passed.map((stage, step) => ({ stage, at: at + step })),
        },
      ]);
    });
    await Promise.all(commits);
  }
  await journal.close();
  ports.close();
}
