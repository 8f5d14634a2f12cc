import { expect, it } from 'vitest';
import type { FaultCode } from '../../../src/shared/faults.ts';
import { connectionStanding } from '../../../src/renderer/shell/use-contact.ts';

const facts = { fault: undefined, answered: false, paused: false, online: true };
const fault = (code: FaultCode) => ({ code, retry: 'later', owner: 'it', params: {} }) as const;

it('says "connected" only once the service answered', () => {
  expect(connectionStanding(facts)).toBe('not-connected-yet');
  expect(connectionStanding({ ...facts, answered: true })).toBe('connected');
});

it('tells a missing keychain from a locked one, a network that is gone from a service that is', () => {
  expect(connectionStanding({ ...facts, fault: fault('keychain-missing') })).toBe('no-keychain');
  expect(connectionStanding({ ...facts, fault: fault('keychain-locked') })).toBe('keychain-locked');
  expect(connectionStanding({ ...facts, fault: fault('service-unreachable') })).toBe('not-reached');
  expect(connectionStanding({ ...facts, fault: fault('service-unreachable'), online: false })).toBe('no-network');
  expect(connectionStanding({ ...facts, fault: fault('sign-in-refused'), answered: true })).toBe('not-connected');
});

it('says that everything is paused, unless something worse stands in the way', () => {
  expect(connectionStanding({ ...facts, answered: true, paused: true })).toBe('all-paused');
  expect(connectionStanding({ ...facts, paused: true, fault: fault('keychain-missing') })).toBe('no-keychain');
});
