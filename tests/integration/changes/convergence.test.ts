import { expect, test } from '@jest/globals';
import { runScenario } from '../../support/convergence/scenario.ts';

test('convergence: indexes and responses are correct after lossy webhooks and two crashes', async () => {
  const result = await runScenario({ edits: 100, kills: 2, captions: 0.06, seed: 'suite' });
  expect(result.check.join('\n')).toContain('index: in sync');
  expect(result.staleQueries).toEqual([]);
  expect(Object.keys(result.edits).length).toBeGreaterThan(8);
}, 240_000);
