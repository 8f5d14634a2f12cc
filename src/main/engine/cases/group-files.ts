import type { CaseRule } from '../../../shared/case-rule.ts';
import type { OpenCasePreview } from '../../../shared/case-views.ts';
import { createPaths } from '../platform/names/paths.ts';
import { placeOf } from './case-place.ts';
import { missingRoles } from './open-case-state.ts';

/** Names come as people have them at hand, from any system: both separators count. */
const typed = createPaths('win32');

/** What a rule makes of names (paths below a source's folder), without touching anything; sidecars are not looked at. */
export function previewOpenCases(rule: CaseRule, names: readonly string[]): OpenCasePreview {
  const openCases = new Map<string, OpenCasePreview['openCases'][number]>();
  const loose: string[] = [];
  for (const name of names) {
    const below = typed.namesOf(name).join('/');
    const { place, role } = placeOf(rule, { below, role: null, caseWord: null, externalId: null });
    if (place === null) {
      loose.push(name);
      continue;
    }
    const openCase = openCases.get(place.key) ?? { key: place.key, name: place.name, files: [], missing: [] };
    openCase.files.push({ name, role });
    openCases.set(place.key, openCase);
  }
  const found = [...openCases.values()].map((openCase) => ({
    ...openCase,
    missing: [
      ...missingRoles(
        rule.required,
        openCase.files.map(({ role }) => role),
      ),
    ],
  }));
  return { openCases: found, loose };
}
