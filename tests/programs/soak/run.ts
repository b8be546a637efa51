/**
 * `npm run soak -- --minutes 60` runs a gateway under load while faults of its providers come and go, and samples its
 * memory after garbage collection. Exits with 1 when memory or open descriptors grow over the second half, when the
 * gateway exits or logs an internal error, or when a client gets a wrong response.
 *   --minutes 60    duration of the load
 *   --rate 15       client operations a second
 *   --seed soak     seed of all random choices
 *   --sample 60     seconds between two samples
 */
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { formatTable } from '../load/table.ts';
import { TALLY_COLUMNS } from '../load/tally.ts';
import { formatMegabytes, memoryTrend } from './memoryTrend.ts';
import { soak } from './soak.ts';

/** Outcomes that no fault of a provider excuses: accepted attacks, closed connections and errors without a code. */
const FORBIDDEN_OUTCOMES =
  /accepted as \w+ \d+|\bE[A-Z]{4,} \d+|UND_\w+ \d+|TimeoutError \d+|INTERNAL_SERVER_ERROR \d+|\b5\d\d \d+/g;
/** An idle connection can close while a request is on its way. Anything more frequent is a fault of the gateway. */
const MAX_CLOSED_CONNECTION_SHARE = 0.0002;
const ADVICE =
  'Memory: repeat with more --minutes; compare heap snapshots of the gateway (node --inspect). Outcomes: repeat with the same --seed; run npm run attacks and npm run faults.';

const { values } = readArguments({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '15' },
    seed: { type: 'string', default: 'soak' },
    sample: { type: 'string', default: '60' },
  },
});
const [minutes, rate, sampleIntervalSeconds] = [values.minutes, values.rate, values.sample].map(Number) as [
  number,
  number,
  number,
];
if (![minutes, rate, sampleIntervalSeconds].every((n) => n > 0)) {
  console.error('expected --minutes, --rate and --sample to be numbers above 0');
  process.exit(2);
}

const { tally, samples, closedConnections, faultCounts, failures } = await soak({
  minutes,
  rate,
  sampleIntervalSeconds,
  seed: values.seed,
  onSample: (minute, { heap, buffers, rss, descriptors }, { total, errorShare }) =>
    console.log(
      `minute ${minute.toFixed(1).padStart(5)}  heap ${formatMegabytes(heap)}  buffers ${formatMegabytes(buffers)}  ` +
        `resident ${formatMegabytes(rss)}  descriptors ${descriptors ?? '?'}  operations ${total}  ` +
        `not ok ${(100 * errorShare).toFixed(1)} %`,
    ),
});

console.log(`\n${formatTable(TALLY_COLUMNS, tally.rows())}\n`);
console.log(`faults: ${[...faultCounts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none'}`);
const trend = memoryTrend(samples);
if (trend)
  console.log(
    `growth over the second half: heap ${signed(trend.heap)}, resident memory ${signed(trend.rss)}, descriptors ${trend.descriptors.toFixed(1)}`,
  );
else console.log('memory trend: not measured, too few samples');
console.log(`requests sent again after the gateway closed an idle connection: ${closedConnections}`);
const allFailures = [...(trend?.faults ?? []), ...failures, ...forbiddenOutcomes()];
if (closedConnections > tally.total * MAX_CLOSED_CONNECTION_SHARE)
  allFailures.push(
    `expected at most ${MAX_CLOSED_CONNECTION_SHARE * 10_000} of 10,000 requests on a closed connection, got ${closedConnections} of ${tally.total}`,
  );
console.log(summary(allFailures, ADVICE));
process.exit(allFailures.length === 0 ? 0 : 1);

function forbiddenOutcomes(): string[] {
  return tally
    .rows()
    .flatMap(([operation, , , , , outcomes]) =>
      [...String(outcomes).matchAll(FORBIDDEN_OUTCOMES)].map(([outcome]) => `${operation}: ${outcome}`),
    );
}

function signed(bytes: number): string {
  return `${bytes < 0 ? '' : '+'}${formatMegabytes(bytes)}`;
}
