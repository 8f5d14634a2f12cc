import { appendFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import { misuse } from '../../faults/usage-sentences.ts';
import type { ScannerDriver, Trace } from './driver.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/**
 * What would name one device among all of its kind is no habit; nobody needs it to tell one. Addresses of its pages have a name that is
 * made of its hardware address, and so has the end of an id of version 1 (RFC 9562, 5.1).
 */
const ofOneDevice = [
  [/(<(?:[\w-]+:)?(?:SerialNumber|UUID|AdminURI|IconURI)(?: [^>]*)?>)[^<]*/g, '$1'],
  [/(serial=)[^\s&;"'`]+/gi, '$1'],
  [/([\da-f]{8}-(?:[\da-f]{4}-){3})[\da-f]{12}/gi, '$1000000000000'],
] as const;

/** Hides in texts which device it is; the name that SANE has for it says so behind its backend. */
function hiding(driver: ScannerDriver['name'], scannerId: string): (text: string) => string {
  const device = driver === 'sane' ? scannerId.replace(/^sane:/, '') : '';
  const hidden = `${device.split(':')[0] ?? ''}:DEVICE`;
  return (text) => {
    const unnamed = device === '' ? text : text.replaceAll(device, hidden);
    return ofOneDevice.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), unnamed);
  };
}

/**
 * The same driver, writing the conversation of its runs with the device into a file, one JSON object a line: what was asked (`run`,
 * `asked`, `program`), what came (`answered`, `text`, `bytes`, `failed`, `said`), what a person was told (`note`) and the end. Each with
 * the time since the beginning, ms. No page and nothing that names the one device stands in it. The file is a new one unless a trace
 * goes on in it: `wrong-usage` where it is there already, `export-folder-unusable` where it can't be written.
 */
export async function tracedDriver(
  driver: ScannerDriver,
  path: string,
  goesOn = false,
): Promise<Outcome<ScannerDriver>> {
  try {
    if (!goesOn) await writeFile(path, '', { flag: 'wx' });
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST';
    if (isThere) return misuse('trace-there', { given: path });
    return failure('export-folder-unusable', { folder: dirname(path) }, String(error).slice(0, 200));
  }
  const begun = Date.now();
  let written = Promise.resolve();
  return success({
    ...driver,
    async scan(scannerId, request, taker, signal) {
      const hidden = hiding(driver.name, scannerId);
      const trace: Trace = (said) => {
        const line = JSON.stringify({ ms: Date.now() - begun, ...said }, (_name, value: unknown) =>
          typeof value === 'string' ? hidden(value) : value,
        );
        // A fault of the trace does not end the run.
        written = written.then(() => appendFile(path, `${line}\n`)).catch(() => undefined);
      };
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
