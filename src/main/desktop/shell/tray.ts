import { Menu, nativeImage, Tray } from 'electron';
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

/** What the tray tells. */
export interface TrayState {
  /** Files on their way. */
  readonly open: number;
  /** Files that wait for a person. */
  readonly held: number;
  readonly paused: boolean;
}

/** The tray: how things stand, and the ways to pause and to quit. Desktops without a tray go without. */
export function createTray(parts: {
  readonly language: () => 'en' | 'de';
  readonly onShow: () => void;
  readonly onPause: (paused: boolean) => void;
  readonly onQuit: () => void;
}): { show(state: TrayState): void } {
  const tray = new Tray(nativeImage.createFromBuffer(Buffer.from(envelope, 'base64')));
  let told = '';

  function show({ open, held, paused }: TrayState): void {
    const words = shellWords[parts.language()];
    const lines = [
      ...(held > 0 ? [words.held(held)] : []),
      ...(paused ? [words.paused] : []),
      ...(open > 0 ? [words.busy(open)] : []),
    ];
    const shown = lines.length === 0 ? [words.idle] : lines;
    const text = `Mailroom: ${shown.join(', ')}`;
    // A language of its own makes other words: only what would look the same is left as it is.
    const key = `${text} ${words.quit} ${paused}`;
    if (key === told) return;
    told = key;
    tray.setToolTip(text);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        ...shown.map((label) => ({ label, enabled: false })),
        { type: 'separator' },
        { id: 'tray-open', label: words.open, click: parts.onShow },
        paused
          ? { id: 'tray-resume', label: words.resume, click: () => parts.onPause(false) }
          : { id: 'tray-pause', label: words.pause, click: () => parts.onPause(true) },
        { type: 'separator' },
        { id: 'tray-quit', label: words.quit, click: parts.onQuit },
      ]),
    );
  }

  show({ open: 0, held: 0, paused: false });
  tray.on('click', parts.onShow);
  return { show };
}
