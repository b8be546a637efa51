/**
 * `npm run faults` runs a gateway with each fault of each provider, and prints the result: the error code, the longest
 * response time, the upstream requests, the recovery time and the response. Exits with 1 when a case fails.
 * `npm run faults -- content hang` selects cases by provider and fault, `npm run faults -- combined` the combined cases.
 */
import type { EmulatorName } from '../../support/stack.ts';
import { summary } from '../load/summary.ts';
import { FAULT_CASES } from './cases.ts';
import type { Check } from './checks.ts';
import { COMBINED_CASES } from './combined.ts';
import { type Harness, openHarness } from './harness.ts';
import { runCase } from './runCase.ts';
import { printCombinedResult, printResult } from './table.ts';

const ADVICE =
  'Run one case with npm run faults -- <provider> <fault>. tests/programs/faults/cases.ts has the expected codes and requests.';

const filters = process.argv.slice(2);
const selectedCases = FAULT_CASES.filter((faultCase) =>
  filters.every((filter) => filter === faultCase.provider || filter === faultCase.fault),
);
const combinedCases = filters.length === 0 || filters.includes('combined') ? COMBINED_CASES : [];
const failedCases: string[] = [];
// Faults of one provider would affect the cases of another, so each provider has its own emulators. They start one after
// another: three at once keep the processor so busy that requests time out.
const harnesses = new Map<EmulatorName, Harness>();
for (const provider of new Set(selectedCases.map((faultCase) => faultCase.provider)))
  harnesses.set(provider, await openHarness());
await Promise.all([...harnesses].map(([provider, harness]) => runProviderCases(provider, harness)));
if (combinedCases.length > 0) {
  const harness = await openHarness();
  for (const combinedCase of combinedCases) {
    const failures: string[] = [];
    const check: Check = (isMet, requirement) => void (isMet || failures.push(requirement));
    const startedAt = performance.now();
    await combinedCase.run(harness, check).catch((error: unknown) => void failures.push(String(error)));
    printCombinedResult(combinedCase, { durationMs: Math.round(performance.now() - startedAt), failures });
    if (failures.length > 0) failedCases.push(combinedCase.name);
  }
  await harness.close();
}
console.log(`\ncases: ${selectedCases.length + combinedCases.length}`);
console.log(summary(failedCases, ADVICE));
process.exit(failedCases.length > 0 ? 1 : 0);

async function runProviderCases(provider: EmulatorName, harness: Harness): Promise<void> {
  try {
    for (const faultCase of selectedCases.filter((each) => each.provider === provider)) {
      const result = await runCase(harness, faultCase);
      printResult(faultCase, result);
      if (result.failures.length > 0) failedCases.push(`${provider} ${faultCase.fault}`);
    }
  } finally {
    await harness.close();
  }
}
