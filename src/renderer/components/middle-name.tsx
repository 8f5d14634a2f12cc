import type { ReactElement } from 'react';
import styles from './marks.module.css';

/** Longest end that always stays, in characters. */
const maxTail = 18;

/** Characters of the beginning that always stay: names of one sender are told apart by their end, those of others by this. */
const minHead = 6;

/** Splits a name so that its last word and extension stay together; short names are all tail-less. */
export function splitName(name: string): { readonly head: string; readonly tail: string } {
  const characters = Array.from(name);
  if (characters.length <= maxTail) return { head: name, tail: '' };
  const end = characters.slice(-maxTail).join('');
  // Best at a space or low line, so that numbers such as RE-20418 stay whole; else at a hyphen.
  const at = [/[_\s]/gu, /-/gu].flatMap((mark) => {
    const places = [...end.matchAll(mark)].map(({ index }) => index).filter((index) => end.length - index >= 6);
    return places.at(-1) ?? [];
  })[0];
  const tail = at === undefined ? Array.from(end).slice(-10).join('') : end.slice(at);
  return { head: name.slice(0, name.length - tail.length), tail };
}

/** A name that gives way in its middle: the layout measures how much of its beginning fits; the whole name is its tooltip. */
export function MiddleName({ name }: { readonly name: string }): ReactElement {
  const { head, tail } = splitName(name);
  return (
    <span className={styles['middle']} title={name}>
      <span className={styles['head']} style={{ minWidth: `${Math.min(minHead, head.length - 1)}ch` }}>
        {head}
      </span>
      <span className={styles['tail']}>{tail}</span>
    </span>
  );
}
