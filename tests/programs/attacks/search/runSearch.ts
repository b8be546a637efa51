import { summary } from '../../load/summary.ts';
import { formatTable } from '../../load/table.ts';
import { faultsOf, MEASUREMENT_COLUMNS, type Measurement, rowOf, scoreOf } from './measurement.ts';
import { type Pattern, patternOf } from './pattern.ts';
import { searchPatterns } from './search.ts';
import { startSearchTarget } from './searchTarget.ts';

interface RunSearchOptions {
  readonly seed: string;
  readonly seconds: number;
  /** The seeds of the only patterns to measure, in their order. */
  readonly patterns: readonly string[];
}

const SECONDS_PER_PATTERN = 3;
const PROGRESS_INTERVAL_MS = 5_000;
const TABLE_ROWS = 10;
const ADVICE =
  'Measure one pattern again with npm run attacks -- --pattern <seed>. tests/programs/attacks/search/pattern.ts says what the words of a pattern mean.';

/**
 * Searches for the most expensive patterns, or measures some patterns, and prints the worst.
 * @returns the exit code: 1 if a pattern exceeds a limit
 */
export async function runSearch({ seed, seconds, patterns }: RunSearchOptions): Promise<number> {
  const target = await startSearchTarget();
  let reportedAt = performance.now();
  try {
    const measureTwice = async (measured: Pattern): Promise<Measurement> => {
      const first = await target.measure(measured, SECONDS_PER_PATTERN);
      // A machine with other work exceeds a limit now and then.
      if (faultsOf(first).length === 0 || first.crash !== undefined) return first;
      const second = await target.measure(measured, SECONDS_PER_PATTERN);
      return scoreOf(second) < scoreOf(first) ? second : first;
    };
    const measurements =
      patterns.length > 0
        ? await measureEach(patterns, measureTwice)
        : await searchPatterns({
            seed,
            maxSeconds: seconds,
            measure: measureTwice,
            onMeasured(measurement, count) {
              if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
              reportedAt = performance.now();
              console.log(`${count} patterns; last: ${rowOf(measurement).join(' | ')}`);
            },
          });
    console.log(
      `\n${formatTable(MEASUREMENT_COLUMNS, measurements.slice(0, TABLE_ROWS).map(rowOf))}\n\n${measurements.length} patterns, seed ${seed}`,
    );
    const failures = measurements.flatMap((measurement) =>
      faultsOf(measurement).map((fault) => `${measurement.pattern.seed}: ${fault}`),
    );
    console.log(summary(failures, ADVICE));
    return failures.length === 0 ? 0 : 1;
  } finally {
    await target.close();
  }
}

async function measureEach(
  seeds: readonly string[],
  measure: (pattern: Pattern) => Promise<Measurement>,
): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const seed of seeds) measurements.push(await measure(patternOf(seed)));
  return measurements;
}
