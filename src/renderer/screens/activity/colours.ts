import { useEffect, useState } from 'react';

/** Colours of a chart as the theme has them now; a canvas can't read custom properties. */
export interface ChartColours {
  readonly text: string;
  readonly line: string;
  readonly quiet: string;
  readonly accent: string;
  readonly caution: string;
  readonly panel: string;
}

const tokens: Readonly<Record<keyof ChartColours, string>> = {
  text: '--text-2',
  line: '--line',
  quiet: '--line-control',
  accent: '--accent-mark',
  caution: '--caution-text',
  panel: '--panel',
};

/** Reads the tokens where the element stands: as the browser resolves them for this theme. */
export function chartColours(element: HTMLElement): ChartColours {
  const probe = document.createElement('span');
  // High contrast would make all of them one colour.
  probe.style.setProperty('forced-color-adjust', 'none');
  element.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    text: read(tokens.text),
    line: read(tokens.line),
    quiet: read(tokens.quiet),
    accent: read(tokens.accent),
    caution: read(tokens.caution),
    panel: read(tokens.panel),
  };
  probe.remove();
  return colours;
}

/** Grows whenever the theme may have changed: chosen in the settings, by the system, or by high contrast. */
export function useThemeVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const changed = (): void => setVersion((value) => value + 1);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', changed);
    return () => {
      observer.disconnect();
      for (const query of queries) query.removeEventListener('change', changed);
    };
  }, []);
  return version;
}
