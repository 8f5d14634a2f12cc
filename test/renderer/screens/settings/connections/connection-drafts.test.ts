import { describe, expect, it } from 'vitest';
import {
  beginConnection,
  connectionOf,
  connectionProblems,
  draftOf,
  dropDraft,
  secretOf,
  useConnectionDrafts,
} from '../../../../../src/renderer/screens/settings/connections/connection-drafts.ts';
import { connectionSchema } from '../../../../../src/shared/settings.ts';

const stored = draftOf({ id: 'c', name: 'C', baseUrl: 'https://api.example.com/v2', clientId: 'me' });

describe('a connection being written down', () => {
  it('sends no secret along where the stored one stays', () => {
    expect(secretOf(stored)).toEqual({});
    expect(secretOf({ ...stored, secret: '' })).toEqual({});
    expect(secretOf({ ...stored, secret: 'new' })).toEqual({ secret: 'new' });
    expect(connectionProblems({ ...stored, secret: '' })).toBeNull();
  });

  it('needs address, client and, where it is new, a secret', () => {
    const id = beginConnection();
    const draft = useConnectionDrafts.getState().drafts[id];
    expect(draft === undefined ? null : connectionProblems(draft)).toEqual({
      baseUrl: 'base-url-missing',
      clientId: 'client-id-missing',
      secret: 'secret-missing',
    });
    dropDraft(id);
    expect(useConnectionDrafts.getState().drafts).toEqual({});
  });

  it('is called by its address where it has no name, and fits the schema', () => {
    const named = connectionOf({ ...stored, name: ' ', baseUrl: ` https://${'x'.repeat(120)}.example.com/v2/ ` });
    expect(connectionSchema.parse(named)).toEqual(named);
    expect(named.baseUrl.endsWith('/v2')).toBe(true);
    expect(named.name).toHaveLength(100);
  });
});
