import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SampleDocument } from '../../../../resources/sample-documents/index.ts';
import { queryAnswers } from '../../../shared/contract.ts';
import type { ItemView } from '../../../shared/views.ts';
import type { Engine } from '../../engine/engine.ts';
import type { PracticeService } from '../../practice/practice-service.ts';
import { ask } from '../run/ask.ts';

/** What the demo's end is checked against. */
export interface DemoCheck {
  readonly engine: Engine;
  readonly practice: PracticeService;
  readonly samples: readonly SampleDocument[];
  readonly xmlFolder: string;
  readonly items: readonly ItemView[];
}

/** Whether all went as it must: what the journal, the disk and the practice service say, against what the samples call for. Empty = it did. */
export async function checkDemo({
  engine,
  practice,
  samples,
  xmlFolder,
  items,
}: DemoCheck): Promise<readonly string[]> {
  const problems: string[] = [];
  const count = (expect: SampleDocument['expect']): number =>
    samples.filter((sample) => sample.expect === expect).length;
  const inStage = (...stages: ItemView['stage'][]): readonly ItemView[] =>
    items.filter(({ stage }) => stages.includes(stage));

  const done = inStage('exported', 'handed-over');
  compare('documents with XML', done.length, count('document'));
  compare('duplicates set aside', inStage('duplicate').length, count('duplicate'));
  compare('held files', inStage('held').length, count('held'));
  compare('items in all', items.filter(({ stage }) => stage !== 'cancelled').length, samples.length - count('ignored'));

  const documents = await practice.documents();
  compare('documents at the service', documents.length, count('document'));
  const contents = new Set(documents.map(({ sha256 }) => sha256));
  compare('different contents at the service', contents.size, count('document'));
  for (const item of done) {
    if (item.sha256 === null || !contents.has(item.sha256)) problems.push(`${item.name} is not at the service`);
  }

  const xml = (await readdir(xmlFolder, { recursive: true }).catch((): string[] => [])).filter((name) =>
    name.endsWith('.xml'),
  );
  compare('XML files on disk', xml.length, count('document'));
  for (const name of xml) {
    const text = await readFile(join(xmlFolder, name), 'utf8');
    if (!text.trimStart().startsWith('<')) problems.push(`${name} holds no XML`);
  }

  const custody = await ask(queryAnswers['custody.verify'], engine.query({ name: 'custody.verify' }));
  if (custody.brokenAt !== null) problems.push(`the history does not fit together at line ${custody.brokenAt}`);
  return problems;

  function compare(what: string, found: number, wanted: number): void {
    if (found !== wanted) problems.push(`${what}: ${found}, should be ${wanted}`);
  }
}
