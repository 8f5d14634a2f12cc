import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { describeFault } from '../../src/main/engine/faults/describe.ts';
import { checkSetting } from '../../src/main/host/check-setting.ts';
import { makeTestFolder } from '../support/ports.ts';

const setting = 'network.certificateAuthorities';

test('a file of certificate authorities is kept only if it is there and holds certificates', async () => {
  const folder = await makeTestFolder();
  const file = join(folder, 'ca.pem');
  await writeFile(file, rootCertificates[0] ?? '');
  expect(checkSetting(setting, file, {}).ok).toBe(true);
  expect(checkSetting(setting, undefined, {}).ok).toBe(true);
  expect(checkSetting('network.proxy', file, {}).ok).toBe(true);

  await writeFile(file, 'no certificate');
  const refusals = [checkSetting(setting, file, {}), checkSetting('network', { certificateAuthorities: file }, {})];
  await writeFile(file, '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n');
  refusals.push(checkSetting(setting, file, {}), checkSetting(setting, folder, {}));
  await rm(file);
  refusals.push(checkSetting(setting, file, {}));
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ ok: false, fault: { code: 'settings-invalid' } });
    if (!refusal.ok)
      for (const language of ['en', 'de'] as const)
        expect(describeFault(refusal.fault, language).reason).toMatch(/\.$/u);
  }
});
