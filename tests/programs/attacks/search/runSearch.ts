import { formatTable } from '../../load/table.ts';
import { MEASUREMENT_COLUMNS, type Measurement, modelErrorsOf, rowOf, scoreOf } from './measurement.ts';
import { measurementTable } from './measurementTable.ts';
import { type Pattern, patternOf } from './pattern.ts';
import { PRICE_PATTERNS } from './pricePatterns.ts';
import { searchPatterns } from './search.ts';
import { startSearchTarget } from './searchTarget.ts';
import { WORST_PATTERNS } from './worstPatterns.ts';

/** All known patterns. */
export const KNOWN_PATTERNS: readonly Pattern[] = [...WORST_PATTERNS, ...PRICE_PATTERNS];

interface RunSearchOptions {
  readonly seed: string;
  readonly seconds: number;
  /** The seeds of the only patterns to measure. */
  readonly patterns: readonly string[];
}

const SECONDS_PER_PATTERN = 3;
const PROGRESS_INTERVAL_MS = 5_000;
const TABLE_ROWS = 10;
export const SEARCH_ADVICE =
  'Measure one pattern again with npm run attacks -- --pattern <seed>. tests/programs/attacks/search/pattern.ts says what the words of a pattern mean.';

/**
 * Searches for the most expensive patterns, or measures some patterns. Prints the worst, also as a table of Markdown.
 * @returns the limits that patterns exceed
 */
export async function runSearch({ seed, seconds, patterns }: RunSearchOptions): Promise<readonly string[]> {
  const target = await startSearchTarget();
  let reportedAt = performance.now();
  try {
    const measureTwice = async (measured: Pattern): Promise<Measurement> => {
      const first = await target.measure(measured, SECONDS_PER_PATTERN);
      // A machine with other work exceeds a limit now and then.
      if (modelErrorsOf(first).length === 0 || first.crash !== undefined) return first;
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
    const worst = measurements.slice(0, TABLE_ROWS);
    console.log(`\n${formatTable(MEASUREMENT_COLUMNS, worst.map(rowOf))}\n\n${measurementTable(worst)}`);
    console.log(`\n${measurements.length} patterns, seed ${seed}`);
    return measurements.flatMap((measurement) =>
      modelErrorsOf(measurement).map((fault) => `${measurement.pattern.seed}: ${fault}`),
    );
  } finally {
    await target.close();
  }
}

async function measureEach(
  seeds: readonly string[],
  measure: (pattern: Pattern) => Promise<Measurement>,
): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const seed of seeds)
    measurements.push(await measure(KNOWN_PATTERNS.find((known) => known.seed === seed) ?? patternOf(seed)));
  return measurements.toSorted((one, other) => scoreOf(other) - scoreOf(one));
}
