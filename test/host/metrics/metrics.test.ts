import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '../../../src/main/host/metrics/metrics.ts';
import { createStationMetrics } from '../../../src/main/host/metrics/station-metrics.ts';
import { projectRoot } from '../../../tools/run-step.ts';
import { makeTestFolder } from '../../support/ports.ts';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** An engine of which everything is known. */
const engine = {
  progress: () => ({
    items: {},
    bytesTotal: 2_000,
    bytesSent: 500,
    bytesPerSecond: 0,
    secondsLeft: null,
    inFlight: [],
    quota: { limit: 600, windowSeconds: 60, remaining: 599, resetsAt: null, waiting: 0, inFlight: 0 },
  }),
  query: ({ name }: { readonly name: string }) => {
    const fault = { code: 'quota-exhausted', retry: 'later', owner: 'it', params: {} };
    const source = {
      sourceId: 's1',
      name: 'Scans of Meier',
      folder: '/home/meier/scans',
      lastScanAt: 40_000,
      fault: null,
    };
    const values: Readonly<Record<string, unknown>> = {
      'station.figures': {
        stages: { held: 3, settled: 9 },
        held: { 'file-damaged': 2, 'role-missing': 1 },
        oldestAt: 10_000,
      },
      'station.pauses': { all: false, sourceIds: [] },
      'connections.health': {
        blocks: [{ scope: 'connection', connectionId: 'office', projectId: null, kind: null, until: null, fault }],
      },
      'sources.health': {
        sources: [
          { ...source, state: 'watching' },
          { ...source, sourceId: 's2', state: 'silent' },
          { ...source, sourceId: 's3', state: 'paused', lastScanAt: null },
        ],
      },
    };
    return Promise.resolve({ ok: true as const, value: values[name] });
  },
};

describe('metrics', () => {
  it('tell how much lies where and how well it goes, by closed words and ids alone', async () => {
    const metrics = createMetrics(() => 70_000);
    metrics.measured({ kind: 'commit' });
    metrics.measured({ kind: 'request', connectionId: 'office', operation: 'files.create', status: 201, ms: 1_200 });
    metrics.measured({ kind: 'request', connectionId: 'office', operation: 'files.create', status: null, ms: 30 });
    const lines = (await metrics.text(engine)).split('\n');
    for (const line of [
      'mailroom_items{stage="held"} 3',
      'mailroom_items{stage="uploading"} 0',
      'mailroom_items_held{reason="file-damaged"} 2',
      'mailroom_oldest_item_age_seconds 60',
      'mailroom_run_bytes 2000',
      'mailroom_run_sent_bytes 500',
      'mailroom_quota_remaining_requests 599',
      'mailroom_paused 0',
      'mailroom_blocked{scope="connection",reason="quota-exhausted"} 1',
      'mailroom_folder_up{folder="s1"} 1',
      'mailroom_folder_up{folder="s2"} 0',
      'mailroom_folder_up{folder="s3"} 1',
      'mailroom_folder_last_scan_age_seconds{folder="s1"} 30',
      'mailroom_service_requests_total{connection="office",operation="files.create",status="201"} 1',
      'mailroom_service_requests_total{connection="office",operation="files.create",status="none"} 1',
      'mailroom_service_request_duration_seconds_bucket{le="2.5",connection="office"} 2',
      'mailroom_journal_commits_total 1',
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.join('\n')).not.toMatch(/Meier|meier|last_scan_age_seconds\{folder="s3"\}/u);
  });

  it('tell nothing of an engine that is not there, and nothing of what it said before', async () => {
    const metrics = createMetrics(() => 70_000);
    await metrics.text(engine);
    const text = await metrics.text(null);
    expect(text).not.toMatch(/mailroom_(?:items|folder_up|blocked)\{/u);
    expect(text).toMatch(/^mailroom_journal_commits_total 0$/mu);
  });

  it('stand in the guide for IT, each of them', async () => {
    const text = await createMetrics(() => 0).text(engine);
    const guide = await readFile(join(projectRoot, 'docs/operations.md'), 'utf8');
    const names = [...text.matchAll(/^# TYPE (\S+)/gmu)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('metrics of a station', () => {
  const readAt = async (place: string): Promise<Response> => fetch(place);

  it('are at a port of this computer, where the settings say, and no longer once they say otherwise', async () => {
    const station = createStationMetrics(
      () => engine,
      () => quiet,
    );
    onTestFinished(() => station.close());
    const file = join(await makeTestFolder(), 'mailroom.prom');
    const followed = await station.follow({ port: 0 });
    expect(followed.ok).toBe(true);
    const [place = ''] = followed.ok ? followed.value : [];
    expect(place).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/u);
    const answer = await readAt(place);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/u);
    expect(await answer.text()).toMatch(/^mailroom_items\{stage="held"\} 3$/mu);
    expect((await readAt(place.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(place, { method: 'POST' })).status).toBe(405);

    expect(await station.follow({ file })).toEqual({ ok: true, value: [file] });
    await expect(readAt(place)).rejects.toThrow(TypeError);
    expect(await readFile(file, 'utf8')).toMatch(/^mailroom_items\{stage="held"\} 3$/mu);
    await station.close();
    // Old figures would say that all is well.
    await expect(readFile(file, 'utf8')).rejects.toThrow('ENOENT');
  });

  it('say why they can not be had: a port that is taken, a folder that is not there', async () => {
    const [first, second] = [0, 1].map(() =>
      createStationMetrics(
        () => null,
        () => quiet,
      ),
    );
    onTestFinished(async () => {
      await first?.close();
      await second?.close();
    });
    const followed = await first?.follow({ port: 0 });
    const port = Number(/:(\d+)\//u.exec(followed?.ok === true ? (followed.value[0] ?? '') : '')?.[1]);
    expect(await second?.follow({ port })).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
    expect(await second?.follow({ file: join(await makeTestFolder(), 'gone', 'm.prom') })).toMatchObject({
      ok: false,
      fault: { code: 'folder-missing' },
    });
  });
});
