import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { makeTestFolder } from '../support/ports.ts';
import { createChance, emptyTally } from './lab.ts';
import type { Lab, Tally } from './lab.ts';
import { answers } from './families/answers.ts';
import { crashPoints } from './families/crash-points.ts';
import { writing } from './families/writers.ts';

/** One round of a family, with a seed of its own: `npm run torture` looks with others, and for longer. */
async function oneRound(family: (lab: Lab) => Promise<void>): Promise<Tally> {
  const tally = emptyTally();
  await family({
    builtDirectory: inject('workersDirectory'),
    scratch: join(await makeTestFolder(), 'torture'),
    random: createChance(20_261_129),
    goOn: (rounds) => Promise.resolve(rounds === 0),
    tally,
    say: () => undefined,
  });
  return tally;
}

const zeros = { lost: 0, doubled: 0, wronglyHeld: 0, neverTold: 0, complaints: [] };

it('stations that are killed at steps that last, on a bad line, lose, double and hide nothing', async () => {
  const tally = await oneRound((lab) => crashPoints(lab, { sets: 1, kills: 4 }));
  expect(tally).toMatchObject(zeros);
  expect(tally.kills).toBeGreaterThan(0);
  expect(tally.documents).toBeGreaterThan(0);
}, 600_000);

it('strange and lost answers of every operation lose, double and hide nothing', async () => {
  const tally = await oneRound((lab) => answers(lab, { files: 8, faults: 60 }));
  expect(tally).toMatchObject(zeros);
  expect(tally.faults).toBeGreaterThan(0);
}, 600_000);

it('what is written in parts or copied with its time becomes one document each, whatever becomes of the original', async () => {
  const tally = await oneRound((lab) => writing(lab, ['a PDF in parts', 'cp -p of an old file']));
  expect(tally).toMatchObject({ ...zeros, runs: 6, documents: 6 });
}, 600_000);
