/** A key as a page reports it. */
export interface KeyPress {
  readonly key: string;
  readonly control: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** Electron's names of keys that a page calls otherwise. */
const keyNames: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  tab: 'tab',
  esc: 'escape',
  return: 'enter',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
};

/** Whether a key is the shortcut, such as `CmdOrCtrl+Shift+F`. */
export function matchesAccelerator(accelerator: string, pressed: KeyPress): boolean {
  const parts = accelerator.toLowerCase().split('+');
  const has = (...names: readonly string[]): boolean => parts.some((part) => names.includes(part));
  const last = parts.at(-1) ?? '';
  return (
    (keyNames[last] ?? last) === pressed.key.toLowerCase() &&
    has('cmdorctrl', 'commandorcontrol', 'ctrl', 'control') === pressed.control &&
    has('shift') === pressed.shift &&
    has('alt', 'option') === pressed.alt
  );
}
