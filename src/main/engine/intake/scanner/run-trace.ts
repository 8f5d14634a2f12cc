import { appendFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import type { ScannerDriver, Trace } from './driver.ts';

/** What would name one device among all of its kind is no habit; nobody needs it to tell one. */
const serialNumber = /(<(?:\w+:)?SerialNumber>)[^<]*/g;

/**
 * The same driver, writing the conversation of its runs with the device into a file, one JSON object a line: what was asked (`run`,
 * `asked`, `program`), what came (`answered`, `text`, `bytes`, `failed`, `said`), what a person was told (`note`) and the end. Each with
 * the time since the beginning, ms. No page and no serial number stands in it. `export-folder-unusable` where it can't be written.
 */
export async function tracedDriver(driver: ScannerDriver, path: string): Promise<Outcome<ScannerDriver>> {
  try {
    await writeFile(path, '');
  } catch (error) {
    return failure('export-folder-unusable', { folder: dirname(path) }, String(error).slice(0, 200));
  }
  const begun = Date.now();
  let written = Promise.resolve();
  const trace: Trace = (said) => {
    const line = JSON.stringify({ ms: Date.now() - begun, ...said }).replace(serialNumber, '$1');
    // A trace that breaks off ends no run.
    written = written.then(() => appendFile(path, `${line}\n`)).catch(() => undefined);
  };
  return success({
    ...driver,
    async scan(scannerId, request, taker, signal) {
      trace({ run: request, driver: driver.name });
      const ended = await driver.scan(
        scannerId,
        request,
        {
          ...taker,
          trace,
          note(note) {
            trace({ note });
            taker.note(note);
          },
        },
        signal,
      );
      trace({ ended: ended.ok ? ended.value : { fault: ended.fault.code, cause: ended.fault.cause } });
      await written;
      return ended;
    },
  });
}
