import { expect, it } from 'vitest';
import { createTypeAhead } from '../../../../src/renderer/components/table/table-keys.ts';

const names = ['Anna.pdf', 'Berg.pdf', undefined, 'Bericht neu.pdf', 'Zug.pdf', 'anders.pdf'];

function typing(): {
  readonly type: (letters: string, pauseMs?: number) => number;
  readonly wait: (ms: number) => void;
} {
  let time = 0;
  let active = 0;
  const typeAhead = createTypeAhead(() => time);
  return {
    wait: (ms) => (time += ms),
    type(letters, pauseMs = 100) {
      for (const letter of letters) {
        time += pauseMs;
        active = typeAhead.find(letter, { active, count: names.length, textAt: (line) => names[line] }) ?? active;
      }
      return active;
    },
  };
}

it('a beginning leads to its line, whatever its case and with spaces', () => {
  expect(typing().type('BERI')).toBe(3);
  expect(typing().type('bericht n')).toBe(3);
  expect(typing().type('and')).toBe(5);
});

it('a letter again and again goes from line to line and round', () => {
  const { type } = typing();
  expect([type('a'), type('a'), type('a')]).toEqual([5, 0, 5]);
});

it('what was typed is forgotten after a while', () => {
  const { type, wait } = typing();
  expect(type('be')).toBe(1);
  wait(1_000);
  expect(type('z')).toBe(4);
});

it('what is nowhere leads nowhere', () => {
  expect(typing().type('x')).toBe(0);
});
