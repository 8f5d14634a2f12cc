import { describe, expect, test } from 'vitest';
import { operationHelp } from '../../../src/main/cli/api/operation-help.ts';
import { findOperation } from '../../../src/main/engine/service/operations/table.ts';

function helpOf(name: string, language: 'en' | 'de' = 'en'): string {
  const found = findOperation(name);
  if (found === null) throw new Error(name);
  return operationHelp(found, language).join('\n');
}

describe('the help of an operation', () => {
  test('shows its path, its scope and what its path takes', () => {
    const help = helpOf('documents.get');
    expect(help).toContain('documents.get: GET /documents/{id}, scope documents.read. May be repeated at any time.');
    expect(help).toMatch(/^ {2}id +required$/m);
  });

  test('shows the parameters of its query', () => {
    expect(helpOf('documents.list')).toMatch(/^Query \(--query\):\n(?: {2}.*\n)* {2}projectId /m);
  });

  test('shows what its query takes where nothing is said, and the words it knows', () => {
    const help = helpOf('documents.list');
    expect(help).toMatch(/^ {2}limit .*default 20/m);
    expect(help).toMatch(/^ {2}sort .*-createdAt.*default -createdAt/m);
    expect(help).toMatch(/^ {2}state .*reviewRequired/m);
  });

  test('shows the fields of its body, and which are required', () => {
    const help = helpOf('documents.process-file');
    expect(help).toMatch(/^Body \(--body\): application\/json, required$/m);
    expect(help).toMatch(/^ {2}fileId +string.*required$/m);
    expect(help).toMatch(/^ {2}externalId +(?!.*required).*$/m);
  });

  test('shows how long a text may be, and that a file is one', () => {
    expect(helpOf('documents.title')).toMatch(/^Body \(--body\): text, at most 256/m);
    expect(helpOf('files.upload')).toMatch(/^Body \(--body\): a file to upload$/m);
  });

  test('speaks German', () => {
    expect(helpOf('documents.process-file', 'de')).toMatch(/^ {2}fileId +string.*nötig$/m);
  });
});
