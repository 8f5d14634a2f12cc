import { describe, expect, it } from 'vitest';
import { createTestStation } from '../../support/engine.ts';

const words = {
  date: '2026-11-28',
  title: 'Invoice 7/8',
  externalId: '4500017',
  documentId: 'd-1',
  project: 'accounts-payable',
  state: 'done',
  name: 'scan',
};

describe('the path that a template makes', () => {
  it('is the one an export would get, with folders and safe names', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = async (template: string): Promise<string> =>
      (await engine.ask('exports.preview-path', { template, words })).path;
    expect(await path('{date}/{title}')).toBe('2026-11-28/Invoice 7-8.xml');
    expect(await path('../{externalId}')).toBe('_/4500017.xml');
    expect(await path('{nothing}')).toBe('{nothing}.xml');
  });
});
