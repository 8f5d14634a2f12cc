import { record } from '../host-state.ts';
import { StrictEmitter } from '../strict.ts';
import { windowEvents } from './window-options.ts';

/** What a desktop draws around a window or on its taskbar: nothing is drawn here, everything is recorded for tests. */
export class DecoratedWindow extends StrictEmitter {
  constructor() {
    super('BrowserWindow', windowEvents);
  }

  setMinimumSize(width: number, height: number): void {
    record('minimum-size', { width, height });
  }

  setProgressBar(progress: number, options: object = {}): void {
    record('progress', { progress, ...options });
  }

  setOverlayIcon(_image: unknown, description: string): void {
    record('overlay-icon', { description });
  }

  flashFrame(flashes: boolean): void {
    record('flash-frame', { flashes });
  }

  setMenuBarVisibility(visible: boolean): void {
    record('menu-bar', { visible });
  }

  setAutoHideMenuBar(hides: boolean): void {
    record('menu-bar-hides', { hides });
  }

  setMenu(menu: unknown): void {
    record('window-menu', { menu });
  }

  removeMenu(): void {
    this.setMenu(null);
  }

  setIcon(): void {
    record('window-icon', {});
  }

  setBackgroundColor(color: string): void {
    record('background', { color });
  }
}
