import { expect, test } from '@jest/globals';
import { runTurmoil } from '../../support/convergence/scenario.ts';

test('through edits told twice, late, in any order or not at all, and two deaths, index and answers stay true', async () => {
  const outcome = await runTurmoil({ edits: 150, kills: 2, captions: 0.04, seed: 'suite' });
  expect(outcome.check.join('\n')).toContain('index: true to its sources');
  expect(outcome.stale).toEqual([]);
  expect(Object.keys(outcome.edits).length).toBeGreaterThan(8);
}, 90_000);
