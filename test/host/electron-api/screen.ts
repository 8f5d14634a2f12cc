import { execFileSync } from 'node:child_process';
import type { Display } from 'electron';
import { StrictEmitter } from '../strict.ts';

type HostDisplay = Pick<
  Display,
  'id' | 'label' | 'bounds' | 'workArea' | 'size' | 'workAreaSize' | 'scaleFactor' | 'rotation' | 'internal'
>;

/** `screen`: one display, as large as that of the X server, or 1920 by 1080 without one. */
class HostScreen extends StrictEmitter {
  #display: HostDisplay | undefined;

  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed']);
  }

  getPrimaryDisplay(): HostDisplay {
    this.#display ??= describe(measure());
    return this.#display;
  }

  getAllDisplays(): HostDisplay[] {
    return [this.getPrimaryDisplay()];
  }

  getDisplayMatching(): HostDisplay {
    return this.getPrimaryDisplay();
  }

  getDisplayNearestPoint(): HostDisplay {
    return this.getPrimaryDisplay();
  }
}

function describe(size: { width: number; height: number }): HostDisplay {
  const bounds = { x: 0, y: 0, ...size };
  const area = { bounds, workArea: bounds, size, workAreaSize: size };
  return { id: 1, label: '', scaleFactor: 1, rotation: 0, internal: false, ...area };
}

function measure(): { width: number; height: number } {
  if ((process.env['DISPLAY'] ?? '') === '') return { width: 1920, height: 1080 };
  const [width = 1920, height = 1080] = execFileSync('xdotool', ['getdisplaygeometry'], { encoding: 'utf8' })
    .split(' ')
    .map(Number);
  return { width, height };
}

/** Electron's `screen`: the displays as Chromium sees them. */
export const screen = new HostScreen();
