/** What a name template of scanning is filled with. */
export interface ScanNameParts {
  /** When the session began; written in local time. */
  readonly startedAt: Date;
  /** The document's place in its session, from 1. */
  readonly number: number;
  /** Its first barcode; '' where it has none. */
  readonly barcode: string;
  /** Name of the profile; '' without one. */
  readonly profile: string;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * Fills a template of scanning: {date} 2026-11-28, {time} 14-05, {number}, {barcode}, {profile}; other braces stay as they are. What
 * would be empty is called by date and number. Without an ending.
 */
export function scanName(template: string, { startedAt: at, number, barcode, profile }: ScanNameParts): string {
  const date = `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${two(at.getHours())}-${two(at.getMinutes())}`;
  const values: Readonly<Record<string, string>> = { date, time, number: String(number), barcode, profile };
  const name = template.replaceAll(/\{(\w+)\}/gu, (whole, key: string) => values[key] ?? whole);
  const tidy = name.replaceAll(/\s+/gu, ' ').trim();
  return tidy === '' ? `${date} ${String(number)}` : tidy;
}
