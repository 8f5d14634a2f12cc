import { isBuildStale } from '../../tools/build-state.ts';
import { projectCommand, projectRoot, runStep } from '../../tools/run-step.ts';
import { startDisplay } from '../e2e/support/display.ts';

/** Does something with the window as it is built now, on a display of its own. */
export async function onDisplay<T>(act: () => Promise<T>): Promise<T> {
  if (await isBuildStale(projectRoot)) {
    for (const tool of ['vite', 'electron-vite']) {
      const { status } = await runStep(projectCommand(tool), ['build', '--logLevel', 'warn']);
      if (status !== 0) throw new Error(`the build by ${tool} failed`);
    }
  }
  const display = await startDisplay();
  process.env['DISPLAY'] = display.name;
  try {
    return await act();
  } finally {
    await display.stop();
  }
}
