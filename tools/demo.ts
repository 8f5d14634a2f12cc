import { projectCommand, projectRoot, runStep } from './run-step.ts';
import { join } from 'node:path';

// The demo needs no system packages: Node is there, and every library brings its own binaries.
const build = await runStep(projectCommand('vite'), ['build', '--logLevel', 'warn']);
if (build.status === 0) {
  const demo = await runStep(process.execPath, [
    join(projectRoot, 'out', 'cli', 'index.js'),
    'demo',
    ...process.argv.slice(2),
  ]);
  process.exitCode = demo.status;
} else {
  process.stderr.write('The build failed, so there is nothing to demonstrate. What it printed above says why.\n');
  process.exitCode = build.status;
}
