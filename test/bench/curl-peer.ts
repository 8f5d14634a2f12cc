import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { monotonicNow } from './messages.ts';

/** Runs a peer command to its end; answers the instants (ms, monotonic) before and after. Throws where it fails. */
export async function runPeer(
  command: string,
  args: readonly string[],
): Promise<{ readonly from: number; readonly to: number }> {
  const from = monotonicNow();
  const status = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(`${command} ended with status ${status ?? 'none'}`);
  return { from, to: monotonicNow() };
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * Writes a configuration for `curl --config` that makes the same two POSTs for each file: the content to /files, then a
 * process-file. curl can't carry an id from one to the other, so the second names an invented one; the sink takes any.
 */
export async function writeCurlConfiguration(path: string, files: readonly string[], baseUrl: string): Promise<void> {
  const common = [
    'request = "POST"',
    'header = "Authorization: Bearer bench"',
    'output = "/dev/null"',
    'no-progress-meter',
  ];
  const transfers = files.flatMap((file, index) => [
    [
      `url = ${quoted(`${baseUrl}/files`)}`,
      ...common,
      `upload-file = ${quoted(file)}`,
      'header = "Content-Type: application/pdf"',
      'header = "Expect:"',
    ],
    [
      `url = ${quoted(`${baseUrl}/documents/process-file`)}`,
      ...common,
      'header = "Content-Type: application/json"',
      `data = ${quoted(JSON.stringify({ fileId: `file-${index}`, projectId: 'bench', externalId: `bench-${index}` }))}`,
    ],
  ]);
  await writeFile(path, `${transfers.map((lines) => lines.join('\n')).join('\nnext\n')}\n`);
}

/** Sends everything that a configuration names, 16 transfers at once over kept connections. */
export function runCurl(configuration: string): Promise<{ readonly from: number; readonly to: number }> {
  return runPeer('curl', ['--parallel', '--parallel-max', '16', '--fail', '--config', configuration]);
}
