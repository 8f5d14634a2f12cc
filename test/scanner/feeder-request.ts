import type { ScanRequest } from '../../src/main/engine/scanning/drivers/driver.ts';

/** An A4 scan from the feeder, as coarse as the test scanner's pages. */
export const feederRequest: ScanRequest = {
  source: 'feeder',
  resolution: 100,
  color: 'color',
  widthMm: 210,
  heightMm: 297,
  brightness: 0,
  contrast: 0,
};
