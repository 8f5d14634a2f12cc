import { describe, expect, test } from 'vitest';
import { ignoreTlsOff } from '../../src/main/cli/run-command.ts';

function said(environment: Readonly<Record<string, string>>): string {
  const lines: string[] = [];
  ignoreTlsOff({ environment, stderr: { write: (text: string) => lines.push(text) > 0 } });
  return lines.join('');
}

describe('an environment that wants certificates unchecked', () => {
  test('is told that they are checked all the same', () => {
    expect(said({ NODE_TLS_REJECT_UNAUTHORIZED: '0', LANG: 'en_US.UTF-8' })).toMatch(
      /^NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always checked\./,
    );
    expect(said({ NODE_TLS_REJECT_UNAUTHORIZED: '0', LANG: 'de_DE.UTF-8' })).toContain('wird nicht beachtet');
  });

  test.each([{}, { NODE_TLS_REJECT_UNAUTHORIZED: '1' }])('%j is not spoken of', (environment) => {
    expect(said(environment)).toBe('');
  });
});
