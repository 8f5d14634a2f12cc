import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { useText } from '../text/index.ts';
import styles from './preview.module.css';

/** Most characters of a text that are shown. */
const longest = 200_000;

/** A plain text, at most its first 200,000 characters. */
export function TextView({ url, name }: { readonly url: string; readonly name: string }): ReactElement {
  const say = useText('preview');
  const [text, setText] = useState<string>();
  useEffect(() => {
    let current = true;
    const load = async (): Promise<void> => {
      const words = await (await fetch(url)).text();
      if (current) setText(words.slice(0, longest));
    };
    load().catch(() => {
      if (current) setText(say('broken-text'));
    });
    return () => {
      current = false;
    };
    // Words of another language need no new reading.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [url]);
  return (
    <pre className={styles['text']} role="region" aria-label={say('preview', { name })} tabIndex={0}>
      {text ?? say('loading')}
    </pre>
  );
}
