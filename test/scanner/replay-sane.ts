import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { makeTestFolder } from '../support/ports.ts';

const optionSchema = z.object({
  name: z.string(),
  values: z.array(z.string()),
  range: z.object({ min: z.number(), max: z.number() }).nullable(),
  inPixels: z.boolean(),
  inactive: z.boolean(),
});
const lineSchema = z.object({
  options: z.array(optionSchema).optional(),
  program: z.array(z.string()).optional(),
  said: z.string().optional(),
  status: z.number().nullable().optional(),
});

/** An option as `scanimage -A` lists it. */
function listed({ name, values, range, inPixels, inactive }: z.infer<typeof optionSchema>): string {
  const taken = range === null ? values.join('|') : `${range.min}..${range.max}${inPixels ? 'pel' : ''}`;
  const set = inactive ? 'inactive' : (values[0] ?? range?.min ?? '');
  return `    ${name.length === 1 ? '-' : '--'}${name} ${taken === '' ? '<string>' : taken} [${set}]`;
}

/** Plays `scanimage`: what it lists, what it says, how it ends; how it was asked lies beside it. */
const program = `#!${process.execPath}
const { copyFileSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { lines, said, status, pages } = JSON.parse(readFileSync(join(__dirname, 'played.json'), 'utf8'));
const args = process.argv.slice(2);
if (args.includes('-A')) console.log(lines.join('\\n'));
else {
  writeFileSync(join(__dirname, 'asked.json'), JSON.stringify(args));
  const path = args.find((each) => each.startsWith('--batch=')).slice('--batch='.length);
  for (let page = 1; page <= pages; page += 1) {
    const file = path.replace('%d', page);
    copyFileSync(join(__dirname, 'page.tif'), file);
    console.log(file);
  }
  process.stderr.write(said);
  process.exitCode = status ?? 1;
}
`;

/** A `scanimage` that says again what one said in a trace of `mailroom scan --trace`; its pages are others. `asked`: how it was asked, and how in the trace. */
export async function replaySane(
  trace: string,
  pages: number,
): Promise<{
  readonly environment: NodeJS.ProcessEnv;
  asked(folder: string): Promise<{ readonly now: readonly string[]; readonly then: readonly string[] }>;
}> {
  const lines = trace
    .trim()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)));
  const { options = [] } = lines.find((each) => each.options !== undefined) ?? {};
  const { program: then = [] } = lines.find((each) => each.program !== undefined) ?? {};
  const { said = '', status = null } = lines.find((each) => each.said !== undefined) ?? {};
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'played.json'), JSON.stringify({ lines: options.map(listed), said, status, pages }));
  const white = { width: 100, height: 100, channels: 3, background: '#fff' } as const;
  await sharp({ create: white }).tiff().toFile(join(folder, 'page.tif'));
  await writeFile(join(folder, 'scanimage'), program);
  await chmod(join(folder, 'scanimage'), 0o755);
  return {
    environment: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    async asked(taken) {
      const args = z.array(z.string()).parse(JSON.parse(await readFile(join(folder, 'asked.json'), 'utf8')));
      return { now: args.map((each) => each.replace(taken, 'FOLDER')), then };
    },
  };
}
