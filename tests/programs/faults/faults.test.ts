import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EmulatorName, ROOT } from '../../support/stack.ts';
import { FAULT_CASES } from './cases.ts';
import { COMBINED_CASES } from './combined.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { type Harness, openHarness } from './harness.ts';
import { runCase } from './runCase.ts';
import { combinedCasesTable, faultsTable } from './table.ts';

/** Each fault with one provider; `npm run faults` runs each fault with all providers. */
const SAMPLE: Readonly<Record<FaultName, EmulatorName>> = {
  reset: 'media',
  hang: 'search',
  stall: 'search',
  malformed: 'content',
  serverErrors: 'search',
  rateLimited: 'content',
  unauthorized: 'media',
  oversized: 'content',
  redirect: 'search',
  invalidShape: 'media',
  flapping: 'search',
};
/** Combined cases that need neither Redis nor a gateway process. */
const COMBINED_SAMPLE = ['all providers down', 'providers down since the start', 'client disconnects'];

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness({ halfOpenAfterMs: 300 });
});
afterAll(() => harness.close());

describe('provider fault: only fields of the provider fail or are stale, and later responses are complete', () => {
  test.each(
    Object.entries(SAMPLE).map(([fault, provider]) => [provider, FAULTS[fault as FaultName].name, fault]),
  )('%s: %s', async (provider, _, fault) => {
    const faultCase = FAULT_CASES.find((one) => one.fault === fault && one.provider === provider);
    if (!faultCase) throw new Error(`expected a fault case of ${provider} and ${fault}`);
    expect((await runCase(harness, faultCase)).failures).toEqual([]);
  });
});

describe('combined fault: the gateway behaves as docs/operating.md states', () => {
  test.each(COMBINED_CASES.filter(({ name }) => COMBINED_SAMPLE.includes(name)))('$name', async ({ run }) => {
    const broken: string[] = [];
    await run(harness, (isMet, requirement) => void (isMet || broken.push(requirement)));
    expect(broken).toEqual([]);
  });
});

test('docs/operating.md: contains the tables of faults and combined cases', () => {
  const guide = readFileSync(`${ROOT}docs/operating.md`, 'utf8');
  expect(guide).toContain(faultsTable());
  expect(guide).toContain(combinedCasesTable());
});
