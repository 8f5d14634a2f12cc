import { expect, it } from 'vitest';
import { scannerChoices } from '../../../../src/renderer/screens/scan/scan-filters.tsx';

it('two scanners of one make are told apart by where they answer; one alone goes by its name', () => {
  const scanners = [
    { id: 'escl:http://10.0.0.7:8080/eSCL#uuid-7', driver: 'escl', name: 'ScanJet 3000' },
    { id: 'escl:http://10.0.0.8:8080/eSCL#uuid-8', driver: 'escl', name: 'ScanJet 3000' },
    { id: 'sane:fujitsu:fi-7160:123', driver: 'sane', name: 'fi-7160' },
  ] as const;
  expect(scannerChoices(scanners, null).map(({ label }) => label)).toEqual([
    'ScanJet 3000 (10.0.0.7:8080/eSCL)',
    'ScanJet 3000 (10.0.0.8:8080/eSCL)',
    'fi-7160',
  ]);
});
