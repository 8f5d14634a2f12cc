import { StrictEmitter } from '../strict.ts';
import type { Menu } from './menu.ts';

/** The trays that are there, oldest first; tests read them from `hostRecords.trays`. */
export const trays: Tray[] = [];

/** `Tray`: never drawn; keeps what it would show. */
export class Tray extends StrictEmitter {
  #image: unknown;
  #toolTip = '';
  #menu: Menu | null = null;
  #destroyed = false;

  constructor(image: unknown) {
    super('tray', ['click', 'right-click', 'double-click', 'middle-click']);
    this.#image = image;
    trays.push(this);
  }

  setToolTip(text: string): void {
    this.#toolTip = text;
  }

  /** What it would show; for tests. */
  get toolTip(): string {
    return this.#toolTip;
  }

  setContextMenu(menu: Menu | null): void {
    this.#menu = menu;
  }

  /** Its menu; for tests. */
  get contextMenu(): Menu | null {
    return this.#menu;
  }

  setImage(image: unknown): void {
    this.#image = image;
  }

  /** The picture it would show; for tests. */
  get image(): unknown {
    return this.#image;
  }

  destroy(): void {
    this.#destroyed = true;
    trays.splice(trays.indexOf(this), 1);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }
}
