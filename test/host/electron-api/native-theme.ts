import type { NativeTheme } from 'electron';
import { StrictEmitter } from '../strict.ts';
import { allWebContents } from './web-contents-registry.ts';

type Checked = Pick<
  NativeTheme,
  'themeSource' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors' | 'shouldUseInvertedColorScheme'
>;

/** `nativeTheme`: the theme of all pages. The system's own theme is light here. */
class HostTheme extends StrictEmitter implements Checked {
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly prefersReducedTransparency = false;
  readonly inForcedColorsMode = false;
  #source: NativeTheme['themeSource'] = 'system';

  constructor() {
    super('nativeTheme', ['updated']);
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(source: NativeTheme['themeSource']) {
    this.#source = source;
    for (const contents of allWebContents) {
      void contents.page().then(({ session }) => session.post('Emulation.setEmulatedMedia', this.emulation()));
    }
    this.emit('updated');
  }

  /** The theme as a page is told of it; for the host. */
  emulation(): object {
    if (this.#source === 'system') return {};
    return { features: [{ name: 'prefers-color-scheme', value: this.#source }] };
  }
}

/** The one theme. */
export const nativeTheme = new HostTheme();
