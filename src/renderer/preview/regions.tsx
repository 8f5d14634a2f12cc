import type { ReactElement } from 'react';
import { classes } from '../components/classes.ts';
import { useText } from '../text/index.ts';
import styles from './preview.module.css';

/** Where a value stands: thousandths of the page's width and height from the top left; pages count from 1. */
export interface PageRegion {
  readonly id: string;
  readonly label: string;
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly unsure: boolean;
  readonly active: boolean;
}

/** Room around the words of a region, so that its frame does not run through them. */
const padding = '3px';

/** Frames over the page: plain, or dashed where the value is unsure; the active one carries its name. */
export function Regions({
  regions,
  page,
  tags = true,
}: {
  readonly regions: readonly PageRegion[];
  readonly page: number;
  /** Whether the active one carries its name. */
  readonly tags?: boolean;
}): ReactElement {
  const say = useText('preview');
  return (
    <>
      {regions
        .filter((region) => region.page === page)
        .map(({ id, label, left, top, width, height, unsure, active }) => (
          <span
            key={id}
            role="img"
            aria-label={unsure ? say('unsure-region', { label }) : label}
            title={label}
            className={classes(styles['region'], unsure && styles['unsure'], active && styles['active'])}
            style={{
              left: `calc(${left / 10}% - ${padding})`,
              top: `calc(${top / 10}% - ${padding})`,
              width: `calc(${width / 10}% + 2 * ${padding})`,
              height: `calc(${height / 10}% + 2 * ${padding})`,
            }}
          >
            {active && tags && (
              <span className={styles['tag']} aria-hidden>
                {label}
              </span>
            )}
          </span>
        ))}
    </>
  );
}
