import { expect, it } from 'vitest';
import { describeFault } from '../../../../../src/main/engine/faults/describe.ts';
import { fault } from '../../../../../src/main/engine/faults/fault.ts';
import { actsNamedBy } from '../../../../../src/renderer/screens/intake/item-standing.ts';
import { faultCodes } from '../../../../../src/shared/faults.ts';

it.each(faultCodes)('what the next step of %s names is offered', (code) => {
  const { nextStep } = describeFault(fault(code), 'en');
  const acts = actsNamedBy(code);
  expect(acts.includes('service'), nextStep).toBe(
    /\b(?:look|check)[^.]* (?:in|at) the service\b|open the first document/iu.test(nextStep),
  );
  expect(acts.includes('items.cancel'), nextStep).toBe(/\bcancel (?:the item|this row)/u.test(nextStep));
  expect(acts.includes('document'), nextStep).toBe(/\b(?:under|in) Documents\b/u.test(nextStep));
});
