import type { ReactNode } from 'react';
import styles from './print.module.css';
import { printSheet } from './printing.ts';

/** Points of a printer are finer than those of a screen. */
const printScale = 2;
const unused = (): void => undefined;

/** Prints one page of a document as the preview draws it, as large as the paper. */
export function printPage(
  title: string,
  page: number,
  draw: (page: number, scale: number, onSize: () => void, onDrawn: () => void, onBroken: () => void) => ReactNode,
): void {
  printSheet({
    title,
    draw: (ready, broken) => <div className={styles['page']}>{draw(page, printScale, unused, ready, broken)}</div>,
  });
}
