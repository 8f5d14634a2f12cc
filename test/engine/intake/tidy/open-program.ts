import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** A program that opens a file as Python's `open` does and says so; it keeps it open until it is ended. */
export async function keepOpen(path: string, mode: string): Promise<() => Promise<void>> {
  const script = 'import sys; f = open(sys.argv[1], sys.argv[2]); print("open", flush=True); sys.stdin.read()';
  const child = spawn('python3', ['-c', script, path, mode], { stdio: ['pipe', 'pipe', 'ignore'] });
  const over = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const end = (): Promise<void> => {
    child.stdin.end();
    return over;
  };
  onTestFinished(end);
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  return end;
}
