import { Menu, nativeImage, Tray } from 'electron';
import type { EngineProgress } from '../../../shared/views.ts';
import { shellWords } from './words.ts';

/** An envelope, 22 pixels square, as the base64 of a PNG. */
const envelope = [
  'iVBORw0KGgoAAAANSUhEUgAAABYAAAAWCAMAAADzapwJAAAA0lBMVEVMaXE/Pz8kJCQzMzM4ODg4ODhiYmI5OTkzMzNjY2M0NDQz',
  'MzM0NDQ0NDQzMzM4ODhYWFgyMjI3NzdXV1f///+goKCSkpL29vZGRkbS0tLo6OhaWlpPT0+Xl5eJiYm5ubmDg4NoaGjt7e1iYmLx',
  '8fE0NDQ5OTn6+vo6Ojr8/PyZmZm0tLQzMzM1NTWtra3+/v6Li4vBwcF1dXU2Njbd3d39/f1LS0s9PT1OTk7h4eGMjIzHx8dvb29S',
  'UlJNTU1AQEBdXV1DQ0Pp6elYWFj09PTm5uaiv+/hAAAAFHRSTlMACAdz4Pv75J/7mJ6XlnL8/HT8/LDiRyEAAAAJcEhZcwAACxMA',
  'AAsTAQCanBgAAACaSURBVBjTtdHFFoJgEIZhpARs/ZDG7u5uvf9bkl8OCOiWdzXn2c0MRcVZQmKToViJdriQW9vlQPtzkXFYyKvb',
  'Jfx2p1spRVi8XzczTw+Xx0sUPgxlPpJdHS+OT3iMSb9V7QA9ezhd4ctApduoN2vtAZkDDE01TVVDlKEbho5fhqLgH/u5zEeZJ+sw',
  'nCWHsrgsOVU6eqoMHetv3urZFuX3yrQNAAAAAElFTkSuQmCC',
].join('');

/** The tray: how much is on its way, and the ways to pause and to quit. Desktops without a tray go without. */
export function createTray(parts: {
  readonly language: () => 'en' | 'de';
  readonly onShow: () => void;
  readonly onPause: (paused: boolean) => void;
  readonly onQuit: () => void;
}): { show(progress: EngineProgress): void } {
  const tray = new Tray(nativeImage.createFromBuffer(Buffer.from(envelope, 'base64')));
  let told = '';

  function tell(open: number): void {
    const words = shellWords[parts.language()];
    const state = open === 0 ? words.idle : words.busy(open);
    if (state === told) return;
    told = state;
    tray.setToolTip(state);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: state, enabled: false },
        { id: 'tray-open', label: words.open, click: parts.onShow },
        { type: 'separator' },
        { id: 'tray-pause', label: words.pause, click: () => parts.onPause(true) },
        { id: 'tray-resume', label: words.resume, click: () => parts.onPause(false) },
        { type: 'separator' },
        { id: 'tray-quit', label: words.quit, click: parts.onQuit },
      ]),
    );
  }

  tell(0);
  tray.on('click', parts.onShow);
  return {
    show({ items }) {
      const open = Object.entries(items).filter(([stage]) => !resting.has(stage));
      tell(open.reduce((sum, [, count]) => sum + count, 0));
    },
  };
}

/** Stages in which nothing is on its way. */
const resting: ReadonlySet<string> = new Set(['held', 'duplicate', 'cancelled', 'settled', 'exported', 'handed-over']);
