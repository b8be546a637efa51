/**
 * `npm run fuzz -- content --seconds 60 --seed 7` sends random hostile inputs of one kind, or of all kinds one after another,
 * and prints what went wrong. Exits with 1 when there is a finding.
 *   --seconds 60   duration for each kind
 *   --seed 7       seed of all random choices; a random one by default
 *   --input 42     sends only this input, which needs a kind and a seed
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { summary } from '../load/summary.ts';
import { type Finding, fuzz } from './fuzz.ts';
import { FUZZ_TARGETS } from './targets.ts';

const PROGRESS_INTERVAL_MS = 5_000;
const ADVICE =
  'Repeat one input with npm run fuzz -- <kind> --seed <seed> --input <number>. tests/programs/fuzz/targets has one file for each kind.';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    input: { type: 'string' },
  },
});
const { seed } = values;
const [seconds, input] = [
  Number(values.seconds),
  values.input === undefined ? undefined : Number(values.input),
];
const targets = FUZZ_TARGETS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (
  targets.length === 0 ||
  !(seconds > 0) ||
  (input !== undefined && !(input >= 0 && targets.length === 1))
) {
  const names = FUZZ_TARGETS.map(({ name }) => name).join(', ');
  console.error(`expected kinds of ${names}, --seconds above 0, and --input only with one kind`);
  process.exit(2);
}

const failures: string[] = [];
for (const target of targets) {
  console.log(`${target.name}: seed ${seed}`);
  const startedAt = performance.now();
  let reportedAt = startedAt;
  const report = (inputCount: number, findings: readonly Finding[]) =>
    console.log(
      `${target.name}: ${Math.round((performance.now() - startedAt) / 1000)} s, ${inputCount} inputs, ${findings.length} findings`,
    );
  const { inputCount, findings } = await fuzz(target, {
    seed,
    ...(input === undefined ? { maxSeconds: seconds } : { firstInput: input, maxInputs: 1 }),
    onInput(count, found) {
      if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
      reportedAt = performance.now();
      report(count, found);
    },
  });
  report(inputCount, findings);
  for (const finding of findings)
    failures.push(
      `${target.name} --seed ${seed}${finding.input === undefined ? '' : ` --input ${finding.input}`}: ${finding.failure}`,
    );
}
console.log(summary(failures, ADVICE));
process.exit(failures.length === 0 ? 0 : 1);
