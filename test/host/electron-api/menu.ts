import type { MenuItemConstructorOptions } from 'electron';
import { unsupported } from '../strict.ts';
import type { BrowserWindow } from './browser-window.ts';
import { runRole } from './menu-roles.ts';
import { matchesAccelerator } from './accelerator.ts';
import type { KeyPress } from './accelerator.ts';
import { focusedWindow } from './window-registry.ts';

type Click = (item: MenuItem, window: BrowserWindow | null, event: object) => void;

/** What an item of a menu is made of; `submenu` may be a menu already. */
interface ItemOptions extends Pick<
  MenuItemConstructorOptions,
  'id' | 'label' | 'sublabel' | 'type' | 'role' | 'accelerator' | 'enabled' | 'visible' | 'checked' | 'toolTip'
> {
  readonly click?: Click;
  readonly submenu?: readonly ItemOptions[] | Menu;
  readonly registerAccelerator?: boolean;
}

/** One entry of a menu. Tests press it with `click()`. */
export class MenuItem {
  readonly id: string | undefined;
  readonly type: NonNullable<MenuItemConstructorOptions['type']>;
  readonly role: MenuItemConstructorOptions['role'];
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  label: string;
  sublabel: string;
  toolTip: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly #click: Click | undefined;

  constructor(options: ItemOptions) {
    this.id = options.id;
    this.submenu =
      options.submenu === undefined || options.submenu instanceof Menu
        ? options.submenu
        : Menu.buildFromTemplate(options.submenu);
    this.type = options.type ?? (this.submenu === undefined ? 'normal' : 'submenu');
    this.role = options.role;
    this.accelerator = options.accelerator ?? undefined;
    this.label = options.label ?? options.role ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.#click = options.click;
  }

  click(event: object = {}, window: BrowserWindow | null = focusedWindow.get()): void {
    if (!this.enabled) return;
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.type === 'radio') this.checked = true;
    if (this.#click !== undefined) this.#click(this, window, event);
    else if (this.role !== undefined) runRole(this.role, window);
  }
}

/** A menu. It is never drawn; its items do what they would do. */
export class Menu {
  static #application: Menu | null = null;
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (ItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const each of template) menu.append(each instanceof MenuItem ? each : new MenuItem(each));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found !== undefined && found !== null) return found;
    }
    return null;
  }

  popup(): never {
    throw unsupported('Menu.popup');
  }
}

/** A key that the page left alone: presses the item of the application menu that has it as its shortcut. */
export function pressMenuKey(key: KeyPress, window: BrowserWindow): void {
  const press = (menu: Menu | null | undefined): boolean =>
    (menu?.items ?? []).some((item) => {
      if (item.accelerator !== undefined && matchesAccelerator(item.accelerator, key)) {
        item.click({ triggeredByAccelerator: true }, window);
        return true;
      }
      return press(item.submenu);
    });
  press(Menu.getApplicationMenu());
}
