import { Random } from '../../../reference/generator/random.ts';
import { type Measurement, scoreOf } from './measurement.ts';
import { type Pattern, patternOf } from './pattern.ts';

interface SearchOptions {
  readonly seed: string;
  readonly maxSeconds: number;
  measure(pattern: Pattern): Promise<Measurement>;
  /** Runs after each measurement. */
  onMeasured?(measurement: Measurement, count: number): void;
}

/** Patterns before the first mutation. */
const FIRST_PATTERNS = 8;
/** Share of later patterns that are mutations of one of the worst. */
const MUTATION_SHARE = 0.7;
const MUTATED_PATTERNS = 5;

/** Searches for the patterns that come closest to a limit, by hill climbing. Returns all measurements, the worst first. */
export async function searchPatterns(options: SearchOptions): Promise<readonly Measurement[]> {
  const { seed, maxSeconds, measure, onMeasured } = options;
  const endsAt = performance.now() + maxSeconds * 1000;
  const random = new Random(`search ${seed}`);
  const measurements: Measurement[] = [];
  const mutations = new Map<string, number>();
  const nextSeed = (number: number): string => {
    const isNew = measurements.length < FIRST_PATTERNS || !random.boolean(MUTATION_SHARE);
    if (isNew) return `${seed}-${number}`;
    const parent = random.pick(measurements.slice(0, MUTATED_PATTERNS)).pattern.seed;
    const mutation = (mutations.get(parent) ?? 0) + 1;
    mutations.set(parent, mutation);
    return `${parent}.${mutation}`;
  };
  for (let number = 1; performance.now() < endsAt; number++) {
    const measurement = await measure(patternOf(nextSeed(number)));
    measurements.push(measurement);
    measurements.sort((one, other) => scoreOf(other) - scoreOf(one));
    onMeasured?.(measurement, number);
  }
  return measurements;
}
