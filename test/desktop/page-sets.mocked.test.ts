import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ app: {}, clipboard: {}, dialog: {}, nativeImage: {}, net: {}, session: {}, shell: {} }));
const { mayPageSet } = await import('../../src/main/desktop/requests/requests.ts');

test.each([
  ['updates.from', 'https://evil.example'],
  ['updates.key', 'VzX1rWqQ0v0m5tT9n1Jt7dQ0x2C9q3Yp8s4Lk6Zb5aE='],
  ['updates', { from: 'https://evil.example' }],
  ['updates.from', undefined],
])('a page chooses neither whence updates come nor who signs them: %s', (path, value) => {
  expect(mayPageSet(path, value)).toMatchObject({
    ok: false,
    fault: { code: 'settings-invalid', params: { field: path, problem: 'updates-by-it' } },
  });
});

test('a page sets what a person may', () => {
  expect(mayPageSet('station.name', 'Front office')).toMatchObject({ ok: true });
});
