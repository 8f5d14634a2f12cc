import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Outcome } from '../../../../../shared/faults.ts';
import type { ScannerCapabilities } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import { powerShellArguments } from '../../../platform/system-program.ts';
import type { ScannerDriver } from '../driver.ts';
import { fittingOf, nearestNotes, nearestRequest } from '../nearest.ts';
import { readWiaAnswer, wiaAsk, wiaCapabilities, wiaFault, wiaScanner, type WiaAnswer } from './wia-answers.ts';
import { askVariable, capabilitiesScript, listScript, scanScript } from './wia-script.ts';

/**
 * Scanners of Windows, by its PowerShell. Another program, and what it is told before PowerShell's arguments, are for tests. Elsewhere than
 * on Windows there are none.
 */
export function createWiaDriver(program = 'powershell.exe', before: readonly string[] = []): ScannerDriver {
  /** The answers of a script, as they come. Ends with the script; an abort ends the script. */
  async function* answers(
    script: string,
    ask: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): AsyncGenerator<WiaAnswer, void> {
    const child = spawn(program, [...before, ...powerShellArguments(script)], {
      env: { ...process.env, [askVariable]: JSON.stringify(ask) },
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
      signal,
    });
    const closed = once(child, 'close').catch(() => undefined);
    child.on('error', () => undefined);
    for await (const line of createInterface({ input: child.stdout })) {
      const answer = readWiaAnswer(line);
      if (answer !== null) yield answer;
    }
    await closed;
  }

  /** Capabilities of devices that answered before: PowerShell takes a second for each question. */
  const known = new Map<string, ScannerCapabilities>();

  async function capabilities(scannerId: string, signal: AbortSignal): Promise<Outcome<ScannerCapabilities>> {
    for await (const answer of answers(capabilitiesScript, { device: deviceOf(scannerId) }, signal)) {
      if (answer.event === 'fault') return { ok: false, fault: wiaFault(answer) };
      if (answer.event !== 'capabilities') continue;
      const told = wiaCapabilities(answer);
      known.set(scannerId, told);
      return success(told);
    }
    return failure('scanner-software-missing', { program: 'PowerShell' });
  }

  return {
    name: 'wia',
    async list(signal) {
      const found = [];
      let ended = false;
      for await (const answer of answers(listScript, {}, signal)) {
        if (answer.event === 'scanner') found.push(wiaScanner(answer));
        if (answer.event === 'fault') return { ok: false, fault: wiaFault(answer) };
        if (answer.event === 'end') ended = true;
      }
      // PowerShell is not there, or an administrator lets scripts do little (constrained language mode).
      if (!ended && !signal.aborted) return failure('scanner-software-missing', { program: 'PowerShell' });
      return success(found);
    },
    capabilities,
    async scan(scannerId, request, taker, signal) {
      const told = known.get(scannerId);
      const able = told === undefined ? await capabilities(scannerId, signal) : success(told);
      if (!able.ok) return signal.aborted ? success({ pages: 0 }) : able;
      const done = nearestRequest(request, able.value);
      if (!done.ok) return done;
      for (const note of nearestNotes(request, done.value)) taker.note(note);
      const fit = fittingOf(request, done.value);
      let pages = 0;
      let ended = false;
      for await (const answer of answers(scanScript, wiaAsk(deviceOf(scannerId), done.value, taker.folder), signal)) {
        if (answer.event === 'page') {
          await taker.take({ path: answer.path, mediaType: 'image/png', density: done.value.resolution, ...fit });
          pages += 1;
        } else if (answer.event === 'end') ended = true;
        else if (answer.event === 'fault') {
          const problem = wiaFault(answer);
          // An empty feeder after a page is the good end of a run.
          return problem.code === 'scanner-empty' && pages > 0 ? success({ pages }) : { ok: false, fault: problem };
        }
      }
      if (ended || signal.aborted) return success({ pages });
      return failure('scanner-failed', {}, 'PowerShell ended early');
    },
  };
}

function deviceOf(scannerId: string): string {
  return scannerId.replace(/^wia:/, '');
}
