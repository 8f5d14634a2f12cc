import { execFile } from 'node:child_process';
import type {
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';
import { record } from '../host-state.ts';
import { strict, unsupported } from '../strict.ts';

/** What zenity said: its exit status (0 yes, 1 no or closed, above: trouble) and what was chosen. */
interface Said {
  readonly status: number;
  readonly text: string;
}

/** Asks a person. Without a display nobody could answer, and a test that forgot to stand in for the person would wait for ever. */
function askPerson(what: string, args: readonly string[]): Promise<Said> {
  if ((process.env['DISPLAY'] ?? '') === '') throw unsupported(`${what} without a display`);
  return new Promise((resolve, reject) => {
    execFile('zenity', [...args], (error, stdout) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      if (status < 0) reject(error ?? new Error('zenity'));
      else resolve({ status, text: stdout.replace(/\n$/u, '') });
    });
  });
}

function optionsOf<T extends object>(parameters: readonly [unknown, T] | readonly [T]): T {
  return parameters.length === 2 ? parameters[1] : parameters[0];
}

function filters(options: OpenDialogOptions | SaveDialogOptions): string[] {
  return (options.filters ?? []).map(
    ({ name, extensions }) =>
      `--file-filter=${name} | ${extensions.map((each) => (each === '*' ? '*' : `*.${each}`)).join(' ')}`,
  );
}

function start(options: OpenDialogOptions | SaveDialogOptions): string[] {
  const place = options.defaultPath === undefined ? [] : [`--filename=${options.defaultPath}`];
  return [...(options.title === undefined ? [] : [`--title=${options.title}`]), ...place, ...filters(options)];
}

/** Pango markup is on for these texts and cannot be turned off for all of them. */
function plain(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');
}

/** `dialog`: by zenity. Tests put functions of their own in its place through `electronApp.evaluate`. */
export const dialog = strict('dialog', {
  async showOpenDialog(
    ...parameters: readonly [unknown, OpenDialogOptions] | readonly [OpenDialogOptions]
  ): Promise<OpenDialogReturnValue> {
    const options = optionsOf(parameters);
    const properties = options.properties ?? ['openFile'];
    const args = ['--file-selection', '--separator=\n', ...start(options)];
    if (properties.includes('openDirectory')) args.push('--directory');
    if (properties.includes('multiSelections')) args.push('--multiple');
    const said = await askPerson('dialog.showOpenDialog', args);
    if (said.status !== 0) return { canceled: true, filePaths: [] };
    return { canceled: false, filePaths: said.text.split('\n') };
  },
  async showSaveDialog(
    ...parameters: readonly [unknown, SaveDialogOptions] | readonly [SaveDialogOptions]
  ): Promise<SaveDialogReturnValue> {
    const args = ['--file-selection', '--save', ...start(optionsOf(parameters))];
    const said = await askPerson('dialog.showSaveDialog', args);
    return said.status === 0 ? { canceled: false, filePath: said.text } : { canceled: true, filePath: '' };
  },
  async showMessageBox(
    ...parameters: readonly [unknown, MessageBoxOptions] | readonly [MessageBoxOptions]
  ): Promise<MessageBoxReturnValue> {
    const options = optionsOf(parameters);
    const buttons = options.buttons ?? ['OK'];
    const text = plain([options.message, options.detail ?? ''].join('\n\n').trim());
    // Buttons of our own all say their name; closing the box says nothing.
    const args = ['--question', '--switch', `--text=${text}`, ...buttons.map((each) => `--extra-button=${each}`)];
    const said = await askPerson('dialog.showMessageBox', args);
    const response = buttons.indexOf(said.text);
    return { response: response < 0 ? (options.cancelId ?? 0) : response, checkboxChecked: false };
  },
  showErrorBox(title: string, content: string): void {
    record('error-box', { title, content });
    process.stderr.write(`${title}\n${content}\n`);
  },
});
