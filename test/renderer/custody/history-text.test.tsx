import { beforeAll, expect, it } from 'vitest';
import { historyText } from '../../../src/renderer/custody/history.tsx';
import { startTexts } from '../../../src/renderer/text/index.ts';
import { faultCodes } from '../../../src/shared/faults.ts';
import type { CustodyView } from '../../../src/shared/views.ts';

function line(event: string, detail: CustodyView['detail'] = {}, actor = 'engine'): CustodyView {
  return { sequence: 1, at: 0, subject: 'item', subjectId: 'x', event, actor, detail, hash: '' };
}

beforeAll(async () => {
  await startTexts('de');
});

it('a copied history is in words: what happened, why, and who did it', () => {
  const [held = '', retried = '', odd = ''] = historyText([
    line('held', { fault: 'file-damaged', problem: null }),
    line('accepted', { decision: 'retry' }, 'Frau Weber'),
    line('sent-by-pigeon', { bird: 'Gerda' }),
  ]).split('\n');
  expect(held.split('\t').slice(1)).toEqual(['Braucht Klärung.', 'Die Datei ist beschädigt.']);
  expect(retried.split('\t').slice(1)).toEqual(['Läuft dort weiter, wo sie stehen geblieben ist.', 'Frau Weber']);
  expect(odd).not.toMatch(/pigeon|bird|engine/u);
});

it.each(faultCodes)('a copied history says the reason %s and not its code', (code) => {
  expect(historyText([line('held', { fault: code })])).not.toMatch(
    new RegExp(`fault|(?<!\\p{L})${code}(?!\\p{L})`, 'u'),
  );
});
