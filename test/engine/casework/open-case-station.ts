import { expect } from 'vitest';
import { caseRuleSchema, type CaseRule } from '../../../src/shared/case-rule.ts';
import type { OpenCaseView } from '../../../src/shared/case-views.ts';
import type { HotFolder } from '../../../src/shared/settings.ts';
import { smallPdf, type TestEngine, type TestStation } from '../../support/engine.ts';

/** The project of these tests. */
export const projectId = 'accounts-payable';

/** A hot folder of mode case; settled documents are written and reported. */
export function caseFolder(
  station: TestStation,
  rule: Partial<CaseRule> = {},
  fields: Partial<HotFolder> = {},
): HotFolder {
  return station.hotFolder(
    {
      mode: 'case',
      case: caseRuleSchema.parse(rule),
      export: { folder: station.out, states: ['doneAutomatically'], template: '{documentId}', reportTransfer: true },
    },
    fields,
  );
}

/** All open cases that are not dissolved, oldest first. */
export async function openCases(engine: TestEngine): Promise<readonly OpenCaseView[]> {
  return (await engine.ask('open-cases.page', { offset: 0, limit: 200 })).rows;
}

/** The one open case of that name. */
export async function openCase(engine: TestEngine, name: string): Promise<OpenCaseView> {
  const found = (await openCases(engine)).filter((one) => one.name === name);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${String(found.length)} open cases named ${name}`);
  return first;
}

/** Resolves when the open case of that name stands in the state. */
export async function reaches(engine: TestEngine, name: string, state: OpenCaseView['state']): Promise<OpenCaseView> {
  await expect
    .poll(async () => (await openCases(engine)).find((one) => one.name === name)?.state, { interval: 25 })
    .toBe(state);
  return openCase(engine, name);
}

/** Takes in files by these names, each with content of its own, and answers their ids once their bytes are at the service. */
export async function uploadedAs(
  station: TestStation,
  engine: TestEngine,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  for (const name of names) await station.put(name, smallPdf(name));
  const ids: Record<string, string> = {};
  for (const name of names) {
    const shown = name.slice(name.lastIndexOf('/') + 1);
    ids[shown] = (await engine.reaches(shown, 'uploaded')).id;
  }
  return ids;
}
