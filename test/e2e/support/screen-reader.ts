import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const nodeSchema = z.object({
  role: z.string(),
  name: z.string(),
  description: z.string(),
  /** `polite` or `assertive` where changes are read aloud. */
  live: z.string().nullable(),
  level: z.string().nullable(),
  focused: z.boolean(),
  enabled: z.boolean(),
});
const lineSchema = z.union([
  z.object({ ready: z.literal(true) }),
  nodeSchema.extend({ event: z.string(), text: z.string() }),
  z.object({ tree: z.array(nodeSchema).nullable() }),
]);

/** What a screen reader knows of a thing on the screen. */
export type Spoken = z.output<typeof nodeSchema>;

/** A program that asks the accessibility bus of the desktop as a screen reader does. */
export interface ScreenReader {
  /** What a program needs in its environment to be read. */
  readonly env: Readonly<Record<string, string>>;
  /** The texts of all that was told by itself since the start: alerts, and live regions that changed. */
  heard(): readonly string[];
  /** What has the keyboard now, as it was told; null: nothing was told yet. */
  focus(): Spoken | null;
  /** All there is on the screen, in reading order. */
  read(): Promise<readonly Spoken[]>;
  stop(): Promise<void>;
}

/** Starts the accessibility bus on a session bus, and a reader on it. Throws where the machine lacks AT-SPI. */
export async function startScreenReader(session: Readonly<Record<string, string>>): Promise<ScreenReader> {
  const env = { ...process.env, ...session };
  const launcher = spawn('/usr/libexec/at-spi-bus-launcher', ['--launch-immediately'], { env, stdio: 'ignore' });
  const reader = spawn('/usr/bin/python3', [join(import.meta.dirname, 'screen-reader.py')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const heard: string[] = [];
  let focus: Spoken | null = null;
  let answer: (tree: readonly Spoken[]) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    reader.once('exit', () => reject(new Error('the accessibility bus could not be read')));
    createInterface({ input: reader.stdout }).on('line', (line) => {
      const told = lineSchema.parse(JSON.parse(line));
      if ('ready' in told) resolve();
      else if ('tree' in told) answer(told.tree ?? []);
      else if (told.event.startsWith('object:state-changed:focused')) focus = told;
      else if (told.role === 'alert' || told.live !== null) heard.push(told.text);
    });
  });
  await ready;
  return {
    env: { ACCESSIBILITY_ENABLED: '1' },
    heard: () => heard,
    focus: () => focus,
    read: () =>
      new Promise((resolve) => {
        answer = resolve;
        reader.stdin.write('\n');
      }),
    async stop() {
      for (const child of [reader, launcher]) await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
