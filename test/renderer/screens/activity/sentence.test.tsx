import { beforeAll, describe, expect, it } from 'vitest';
import { sentenceOf } from '../../../../src/renderer/screens/activity/sentence.ts';
import { germanEvents } from '../../../../src/shared/history/events-de.ts';
import { englishEvents } from '../../../../src/shared/history/events-en.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';
import { itemStages } from '../../../../src/shared/item.ts';
import type { CustodyView } from '../../../../src/shared/views.ts';

function line(subject: CustodyView['subject'], event: string, detail: CustodyView['detail'] = {}): CustodyView {
  return { sequence: 1, at: 0, subject, subjectId: 'x', event, actor: 'engine', detail, hash: '' };
}

function said(row: CustodyView, name = 'a.pdf'): string {
  const { before, after, reason } = sentenceOf(row);
  return `${before}${name}${after} ${reason}`.trim();
}

describe('sentences of the history', () => {
  beforeAll(async () => {
    await startTexts('en');
  });

  it('hold what the target system answered', () => {
    const refused = line('export', 'refused', { answer: 'err', message: 'Vendor unknown' });
    expect(sentenceOf(refused).facts).toContain('Vendor unknown');
  });

  it.each(itemStages)('tell the stage %s in words of its own', (stage) => {
    expect(said(line('item', stage))).not.toContain('no words for');
  });

  it.each([
    ['submission', ['open', 'ready', 'submitting', 'unclear', 'submitted', 'resolved', 'held', 'cancelled']],
    ['submission', ['item-joined', 'changed']],
    [
      'item',
      [
        'separated',
        'part',
        'not-separated',
        'held-again',
        'renamed',
        'tidied',
        'not-tidied',
        'trash-emptied',
        'changed-after-tidying',
        'tidy-up-failed',
        'document-linked',
        'file-uploaded',
      ],
    ],
    ['item', ['paused', 'resumed', 'attempt-failed', 'attempt-stopped', 'attempt-cancelled', 'job-ready', 'job-held']],
    ['document', ['document-seen', 'state-changed', 'reporting', 'transfer-reported', 'report-unclear']],
    ['document', ['report-refused', 'title-set', 'external-id-set', 'external-data-set', 'job-cancelled']],
    ['case', ['case-seen', 'state-changed', 'case-linked']],
    ['export', ['planned', 'planned-again', 'writing', 'publishing', 'written', 'held', 'attempt-failed', 'reported']],
    ['station', ['paused', 'resumed', 'journal-recovered']],
  ] as const)('tell what the engine notes of a %s: %j', (subject, events) => {
    for (const event of events) expect(said(line(subject, event)), event).not.toContain('no words for');
  });

  it('give the reason by its fault, and say what goes on by itself', () => {
    expect(said(line('item', 'held', { fault: 'pdf-password' }))).toBe(
      'a.pdf is held. This PDF is protected by a password.',
    );
    expect(said(line('item', 'accepted', { decision: 'retry' }))).toBe('a.pdf continues where it stopped.');
    expect(said(line('item', 'accepted', { fault: 'service-busy' }))).toContain('waiting for another upload attempt');
    expect(said(line('export', 'attempt-failed', { fault: 'disk-full' }))).toContain('writing the XML failed');
  });

  it('add small facts in words', () => {
    const changed = sentenceOf(line('document', 'state-changed', { before: 'new', state: 'done' }));
    expect(changed.facts).toEqual(['New → Done']);
    expect(sentenceOf(line('item', 'file-uploaded', { fileId: 'f', size: 2_000 })).facts).toEqual(['2 KB']);
  });

  it('fill in the numbers of what was separated', () => {
    expect(said(line('item', 'separated', { documents: 3, pages: 7 }))).toBe(
      'a.pdf was separated: its pages are now 3 documents.',
    );
    expect(said(line('item', 'part', { from: 'stack.pdf', pages: '1–2' }))).toBe('a.pdf is pages 1–2 of stack.pdf.');
  });

  it('name the external data of a case that found no room', () => {
    expect(said(line('open-case', 'external-data-left-out', { keys: 'costCentre, order' }))).toContain(
      'were left out: costCentre, order',
    );
  });

  it('say that a person is asked where the state of the document asks one', () => {
    expect(said(line('item', 'settled', { state: 'reviewRequired' }))).toContain('waiting for a review');
    expect(said(line('item', 'settled', { state: 'done' }))).toBe('a.pdf is processed.');
  });

  it('of an event they have no words for say so, without names of the program', () => {
    const told = sentenceOf(line('export', 'sent-by-pigeon', { bird: 'Gerda', wind: 4 }));
    expect(`${told.before}X${told.after}`).toBe(
      'X: something was noted that this version of Mailroom has no words for.',
    );
    expect(told.facts).toEqual([]);
  });

  it('leave names as they are, whatever they hold', () => {
    expect(said(line('item', 'seen'), '{job} $t(title).pdf')).toBe('{job} $t(title).pdf was found.');
    const renamed = said(line('item', 'renamed', { from: '{to}', to: '$t(unknown)' }));
    expect(renamed).toContain('{to} is now $t(unknown)');
  });

  it('hold the same places in both languages', () => {
    const places = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/gu)].map(([place]) => place).sort();
    const german: Readonly<Record<string, string>> = germanEvents;
    for (const [key, text] of Object.entries(englishEvents))
      expect(places(german[key] ?? ''), key).toEqual(places(text));
  });
});
