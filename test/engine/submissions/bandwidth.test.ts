import { describe, expect, test } from 'vitest';
import { createBandwidth } from '../../../src/main/engine/submissions/bandwidth.ts';
import type { UploadBody } from '../../../src/main/engine/service/client.ts';
import { createTestClock } from '../../support/ports.ts';

/** Reads a body as a socket does; `at` = the bytes that have left by each instant. */
function drain(body: UploadBody): { readonly left: () => number; readonly done: Promise<void> } {
  let left = 0;
  const read = async (): Promise<void> => {
    if ('bytes' in body) {
      left += body.bytes.length;
      return;
    }
    for await (const chunk of body.stream()) left += chunk.length;
  };
  return { left: () => left, done: read() };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function advance(clock: ReturnType<typeof createTestClock>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    clock.advance(10);
    await turn();
  }
}

const streamOf = (size: number): UploadBody => ({
  // oxlint-disable-next-line typescript/require-await -- as the file's body does it
  async *stream() {
    for (let sent = 0; sent < size; sent += 100_000) yield new Uint8Array(Math.min(100_000, size - sent));
  },
  size,
});

describe('the bandwidth of uploads', () => {
  test('is not touched without a limit', () => {
    const body = { bytes: new Uint8Array(10) };
    expect(createBandwidth(createTestClock(), undefined).paced(body)).toBe(body);
  });

  test('is kept over all uploads together, after a first second’s worth', async () => {
    const clock = createTestClock();
    const bandwidth = createBandwidth(clock, 100_000);
    const uploads = [1, 2, 3].map(() => drain(bandwidth.paced(streamOf(1_000_000))));
    const left = (): number => uploads.reduce((sum, upload) => sum + upload.left(), 0);
    await advance(clock, 5_000);
    expect(left()).toBeGreaterThan(580_000);
    expect(left()).toBeLessThan(620_000);
    const shares = uploads.map((upload) => upload.left());
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(20_000);
  });

  test('lets a small file go at once, also beside a large one', async () => {
    const clock = createTestClock();
    const bandwidth = createBandwidth(clock, 100_000);
    const alone = drain(bandwidth.paced({ bytes: new Uint8Array(50_000) }));
    await alone.done;
    expect(clock.now()).toBe(1_700_000_000_000);

    const large = drain(bandwidth.paced(streamOf(10_000_000)));
    await advance(clock, 3_000);
    const small = drain(bandwidth.paced({ bytes: new Uint8Array(4_000) }));
    await advance(clock, 200);
    expect(small.left()).toBe(4_000);
    expect(large.left()).toBeLessThan(500_000);
  });

  test('changes at once, also for what is being sent', async () => {
    const clock = createTestClock();
    const bandwidth = createBandwidth(clock, 1_000);
    const upload = drain(bandwidth.paced(streamOf(2_000_000)));
    await advance(clock, 2_000);
    expect(upload.left()).toBeLessThan(8_000);
    bandwidth.set(200_000);
    await advance(clock, 2_000);
    expect(upload.left()).toBeGreaterThan(350_000);
    expect(upload.left()).toBeLessThan(450_000);
    bandwidth.set(undefined);
    await upload.done;
    expect(upload.left()).toBe(2_000_000);
  });

  test('set anew holds back what was free before', async () => {
    const clock = createTestClock();
    const bandwidth = createBandwidth(clock, undefined);
    bandwidth.set(10_000);
    const upload = drain(bandwidth.paced(streamOf(100_000)));
    await advance(clock, 1_000);
    expect(upload.left()).toBeLessThan(20_000);
  });
});
