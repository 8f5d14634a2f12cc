import type { ExternalData } from '../../../shared/settings.ts';
import { failure } from '../faults/fault.ts';
import { brokenRuleOf, externalDataRule, externalIdRule } from '../service/operations/rules.ts';

/** What the service would refuse of an external id and external data, told before anything is sent; null = nothing. */
export function problemOfExternal(given: {
  readonly externalId: string | null;
  readonly externalData: ExternalData | null;
}): ReturnType<typeof failure> | null {
  const checked = [
    ...(given.externalId === null ? [] : [externalIdRule.safeParse(given.externalId)]),
    ...(given.externalData === null ? [] : [externalDataRule.safeParse(given.externalData)]),
  ];
  for (const { error } of checked) {
    for (const issue of error?.issues ?? []) {
      const rule = issue.code === 'custom' ? brokenRuleOf(issue.params) : null;
      if (rule !== null) return failure(rule.fault, rule.params);
    }
  }
  return null;
}
