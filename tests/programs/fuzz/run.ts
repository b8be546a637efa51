/**
 * `npm run fuzz -- --target content --seconds 60 --seed 7` sends random hostile inputs of one kind, or of all kinds one after
 * another, and prints what went wrong. Exits with 1 when there is a finding.
 *   --target content   the kind of input; can be repeated. Default: all
 *   --seconds 60       duration for each kind
 *   --minutes 60       duration of all kinds together, in place of --seconds
 *   --seed 7           seed of all random choices; a random one by default
 *   --case 42          sends only this input, which needs one target and a seed
 * It builds the app when its sources have changed, because pages are read too.
 */
import { randomInt } from 'node:crypto';
import { buildWeb } from '../../../gateway/cli/buildWeb.ts';
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { describeFinding } from './describeFinding.ts';
import { type Finding, fuzz } from './fuzz.ts';
import { createSharedGateways } from './sharedGateways.ts';
import { FUZZ_TARGETS } from './targets.ts';

const PROGRESS_INTERVAL_MS = 5_000;
const ADVICE = 'tests/programs/fuzz/targets has one file for each kind of input.';

const { values } = readArguments({
  options: {
    target: { type: 'string', multiple: true, default: FUZZ_TARGETS.map(({ name }) => name) },
    seconds: { type: 'string', default: '60' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    case: { type: 'string' },
  },
});
const { seed } = values;
const targets = FUZZ_TARGETS.filter(({ name }) => values.target.includes(name));
const seconds =
  values.minutes === undefined ? Number(values.seconds) : (Number(values.minutes) * 60) / targets.length;
const caseNumber = values.case === undefined ? undefined : Number(values.case);
const isKnown = targets.length === new Set(values.target).size;
if (!isKnown || !(seconds > 0) || (caseNumber !== undefined && !(caseNumber >= 0 && targets.length === 1))) {
  const names = FUZZ_TARGETS.map(({ name }) => name).join(', ');
  console.error(
    `expected targets of ${names}, --seconds or --minutes above 0, and --case only with one target`,
  );
  process.exit(2);
}

// Pages are rendered by the built app.
await buildWeb({ env: process.env, print: console.log });
const gateways = createSharedGateways();
const failures: string[] = [];
try {
  for (const target of targets) {
    console.log(`${target.name}: seed ${seed}`);
    const startedAt = performance.now();
    let reportedAt = startedAt;
    const report = (caseCount: number, findings: readonly Finding[]) =>
      console.log(
        `${target.name}: ${Math.round((performance.now() - startedAt) / 1000)} s, ${caseCount} cases, ${findings.length} findings`,
      );
    let printedCount = 0;
    // Printed at once as well as at the end, because a long run can be stopped.
    const printNewFindings = (findings: readonly Finding[]) => {
      for (const finding of findings.slice(printedCount)) {
        const failure = describeFinding(target.name, seed, finding);
        failures.push(failure);
        console.log(failure);
      }
      printedCount = findings.length;
    };
    const { caseCount, findings } = await fuzz(target, {
      gateways,
      seed,
      ...(caseNumber === undefined ? { maxSeconds: seconds } : { firstCase: caseNumber, maxCases: 1 }),
      onCase(count, found) {
        printNewFindings(found);
        if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = performance.now();
        report(count, found);
      },
    });
    printNewFindings(findings);
    report(caseCount, findings);
  }
} finally {
  await gateways.close();
}
console.log(summary(failures, ADVICE));
process.exit(failures.length === 0 ? 0 : 1);
