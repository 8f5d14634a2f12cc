import type { CaseRule } from '../../../../shared/case-rule.ts';
import type { OpenCaseView } from '../../../../shared/case-views.ts';

/** When an open case becomes a case by itself. */
export type CaseRelease = CaseRule['release'];

/** Whether files, roles and terms of an open case can still be changed. */
export function isOpen({ state }: Pick<OpenCaseView, 'state'>): boolean {
  return state === 'open' || state === 'held';
}

/** A line of what belongs to an open case: a role with its file, or without while it waits. */
export interface Need {
  readonly role: string;
  readonly required: boolean;
  readonly fileName: string | null;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What belongs to an open case: first what is required, then what else is in it with a role, each role once. */
export function needsOf({ required, members }: Pick<OpenCaseView, 'required' | 'members'>): readonly Need[] {
  const fileOf = (role: string): string | null =>
    members.find((member) => member.role !== null && same(member.role, role))?.name ?? null;
  const others: string[] = [];
  for (const { role } of members) {
    if (role === null || [...required, ...others].some((known) => same(known, role))) continue;
    others.push(role);
  }
  return [
    ...required.map((role) => ({ role, required: true, fileName: fileOf(role) })),
    ...others.map((role) => ({ role, required: false, fileName: fileOf(role) })),
  ];
}
