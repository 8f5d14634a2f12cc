import { describe, expect, it } from 'vitest';
import {
  baseUrlProblem,
  isProxyAddress,
  serviceVersion,
} from '../../../../src/renderer/screens/settings/fields/addresses.ts';
import { readFigure } from '../../../../src/renderer/screens/settings/fields/number-field.tsx';
import { readList } from '../../../../src/renderer/screens/settings/fields/list-field.tsx';
import { isLocked } from '../../../../src/renderer/screens/settings/use-setting.ts';

describe('what is typed into the settings', () => {
  it('is a figure with comma or point, within its limits', () => {
    expect(readFigure('2,5', { min: 0 })).toBe(2.5);
    expect(readFigure(' 2.5 ', { min: 0 })).toBe(2.5);
    for (const typed of ['', '-1', '1e3', '1.000,5', 'two', '0,5 MB']) expect(readFigure(typed, {})).toBeUndefined();
    expect(readFigure('', { optional: true })).toBeNull();
    expect(readFigure('0', { min: 1 })).toBeUndefined();
    expect(readFigure('513', { min: 1, max: 512 })).toBeUndefined();
    expect(readFigure('1.5', { whole: true })).toBeUndefined();
  });

  it('is a list parted by semicolons', () => {
    expect(readList(' *.part;; ~$* ; sub/**;')).toEqual(['*.part', '~$*', 'sub/**']);
  });

  it('is an address of a service only with a version, and with https beyond this computer', () => {
    expect(baseUrlProblem('https://api.example.com/v2')).toBeNull();
    expect(baseUrlProblem('https://api.example.com/eu/v12/')).toBeNull();
    expect(baseUrlProblem('http://localhost:8080/v2')).toBeNull();
    expect(baseUrlProblem('http://[::1]:8080/v2')).toBeNull();
    expect(baseUrlProblem('http://127.0.0.1.example.com/v2')).toBe('base-url-unsafe');
    expect(baseUrlProblem('http://api.example.com/v2')).toBe('base-url-unsafe');
    for (const wrong of ['api.example.com/v2', 'ftp://x/v2', 'https://api.example.com', 'https://x/v2/more']) {
      expect(baseUrlProblem(wrong)).toBe('base-url-invalid');
    }
    expect(baseUrlProblem(' ')).toBe('base-url-missing');
    expect(serviceVersion('https://api.example.com/v2')).toBe('v2');
    expect(serviceVersion('https://api.example.com')).toBeNull();
  });

  it('is an address of a proxy', () => {
    expect(isProxyAddress('http://proxy:8080')).toBe(true);
    expect(isProxyAddress('socks5://proxy')).toBe(false);
    expect(isProxyAddress('proxy:8080')).toBe(false);
  });

  it('is locked where policy speaks of it, above it or below it', () => {
    expect(isLocked('limits.sockets', ['limits.sockets'])).toBe(true);
    expect(isLocked('limits', ['limits.sockets'])).toBe(true);
    expect(isLocked('limits.hours.from', ['limits.hours'])).toBe(true);
    expect(isLocked('limits.socketsMore', ['limits.sockets'])).toBe(false);
  });
});
