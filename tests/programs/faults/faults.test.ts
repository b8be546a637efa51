import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EmulatorName, ROOT } from '../../support/stack.ts';
import { CELLS } from './cases.ts';
import { CROSSED } from './combined.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { openRig, type Rig } from './harness.ts';
import { tryCell } from './runCase.ts';
import { crossedTable, operatorsTable } from './table.ts';

/** Each way to fail once, at one of the providers; `npm run faults` tries each at all of them. */
const SAMPLE: Readonly<Record<FaultName, EmulatorName>> = {
  reset: 'media',
  hang: 'search',
  body: 'search',
  broken: 'content',
  burst: 'search',
  throttled: 'content',
  revoked: 'media',
  huge: 'content',
  redirect: 'search',
  shape: 'media',
  flapping: 'search',
};
/** These need neither a process nor a Redis of their own. */
const CROSSED_SAMPLE = ['all providers down', 'providers down since the start', 'client disconnects'];

let rig: Rig;
beforeAll(async () => {
  rig = await openRig({ halfOpenAfterMs: 300 });
});
afterAll(() => rig.close());

describe('while a provider fails, its own fields alone are lost or old, and all is well after it', () => {
  test.each(
    Object.entries(SAMPLE).map(([fault, provider]) => [provider, FAULTS[fault as FaultName].words, fault]),
  )('%s: %s', async (provider, _, fault) => {
    const cell = CELLS.find((one) => one.fault === fault && one.provider === provider);
    if (!cell) throw new Error(`expected a cell of ${provider} and ${fault}`);
    expect((await tryCell(rig, cell)).broken).toEqual([]);
  });
});

describe('a gateway goes on with', () => {
  test.each(CROSSED.filter(({ words }) => CROSSED_SAMPLE.includes(words)))('$words', async ({ run }) => {
    const broken: string[] = [];
    await run(rig, (isSo, otherwise) => void (isSo || broken.push(otherwise)));
    expect(broken).toEqual([]);
  });
});

test('operators read the same table', () => {
  const guide = readFileSync(`${ROOT}docs/operating.md`, 'utf8');
  expect(guide).toContain(operatorsTable());
  expect(guide).toContain(crossedTable());
});
