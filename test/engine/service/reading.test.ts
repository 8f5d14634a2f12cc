import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src/main/engine/service/transport/base-url.ts';
import { chooseProxy } from '../../../src/main/engine/service/transport/proxies.ts';
import { readRateHeaders, readRetryAfter } from '../../../src/main/engine/service/pacing/rate-headers.ts';

test.each([
  ['https://api.example/v2/', 'https://api.example', '/v2'],
  ['https://api.example:8443/a/v2//', 'https://api.example:8443', '/a/v2'],
  [' http://127.0.0.1:80/v2 ', 'http://127.0.0.1', '/v2'],
  ['http://[::1]:9/v2', 'http://[::1]:9', '/v2'],
  ['http://localhost:1/v2', 'http://localhost:1', '/v2'],
])('base URL %s is understood', (text, origin, prefix) => {
  const parsed = parseBaseUrl(text);
  expect(parsed.ok ? parsed.value : null).toMatchObject({ origin, prefix });
});

test.each([
  '',
  'api.example/v2',
  'http://api.example/v2',
  'ftp://localhost/v2',
  'https://u:pw@h/v2',
  'https://h/v2?x=1',
])('base URL %j is refused without repeating it', (text) => {
  const parsed = parseBaseUrl(text);
  expect(parsed.ok ? null : parsed.fault.code).toBe('base-url-invalid');
  expect(JSON.stringify(parsed)).not.toContain('pw@');
});

test.each([
  ['10, 10;w=1', 10, 1],
  ['600, 10;w=1, 600;w=60', 600, 60],
  ['100;w=60', 100, 60],
  ['100, 100;burst=5;w=60;comment="x"', 100, 60],
  ['7', 7, null],
  ['0', null, null],
  ['many', null, null],
])('x-ratelimit-limit %j', (text, limit, windowSeconds) => {
  expect(readRateHeaders({ 'x-ratelimit-limit': text })).toMatchObject({ limit, windowSeconds });
});

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2024-01-01T00:00:00Z');
  expect(readRetryAfter({ 'retry-after': '7' }, now)).toBe(7000);
  expect(readRetryAfter({ 'retry-after': 'Mon, 01 Jan 2024 00:00:09 GMT' }, now)).toBe(9000);
  expect(readRetryAfter({ 'retry-after': 'Mon, 01 Jan 2023 00:00:09 GMT' }, now)).toBe(0);
  expect(readRetryAfter({ 'retry-after': 'later' }, now)).toBeNull();
  expect(readRetryAfter({ 'retry-after': '-7' }, now)).toBeNull();
  // A clock that is wrong here changes nothing of what the service means.
  const date = 'Mon, 01 Jan 2024 00:00:02 GMT';
  expect(readRetryAfter({ 'retry-after': 'Mon, 01 Jan 2024 00:00:09 GMT', date }, 0)).toBe(7000);
  expect(readRetryAfter({}, now)).toBeNull();
});

test('the proxy is the configured one, else the environment says; NO_PROXY holds for both', () => {
  const target = parseBaseUrl('https://api.example.com/v2');
  if (!target.ok) throw new Error('unreachable');
  const choose = (configured: string | undefined, env: Record<string, string>): string | null => {
    const chosen = chooseProxy(target.value, { proxy: configured }, env);
    if (!chosen.ok) return chosen.fault.code;
    return chosen.value.kind === 'proxy' ? chosen.value.proxy.origin : null;
  };
  expect(choose(undefined, {})).toBeNull();
  expect(choose(undefined, { HTTPS_PROXY: 'http://p:3128' })).toBe('http://p:3128');
  expect(choose(undefined, { HTTP_PROXY: 'http://p:3128' })).toBeNull();
  expect(choose('q:1', { https_proxy: 'http://p:3128' })).toBe('http://q:1');
  for (const exception of ['*', 'api.example.com', '.example.com', 'x, example.com:443', '*.example.com']) {
    expect(choose('http://q:1', { NO_PROXY: exception })).toBeNull();
  }
  for (const exception of ['ample.com', 'example.com:8443', 'other']) {
    expect(choose('http://q:1', { NO_PROXY: exception })).toBe('http://q:1');
  }
  expect(choose('socks5://q:1', {})).toBe('settings-invalid');
  const inside = parseBaseUrl('https://10.1.2.3/v2');
  if (!inside.ok) throw new Error('unreachable');
  const kind = (exception: string): string => {
    const chosen = chooseProxy(inside.value, { proxy: 'q:1' }, { NO_PROXY: exception });
    return chosen.ok ? chosen.value.kind : chosen.fault.code;
  };
  expect(['10.0.0.0/8', '10.1.2.3', '10.1.2.3:443'].map(kind)).toEqual(['straight', 'straight', 'straight']);
  expect(['10.0.0.0/16', '10.0.0.0/99', 'fc00::/7', '/'].map(kind)).toEqual(['proxy', 'proxy', 'proxy', 'proxy']);
});
