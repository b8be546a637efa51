/**
 * `npm run soak -- --minutes 60` lets a gateway live with everybody who comes to a graph while faults flap at its
 * providers, and looks every minute at what it holds after garbage has been collected. It ends with 1 when memory or
 * descriptors grow over the second half, when the gateway ends or fails of itself, or when it leaves somebody without
 * the answer that is due.
 *   --minutes 60    how long
 *   --rate 15       visits a second
 *   --seed soak     of everything that is left to chance
 *   --sample 60     seconds between two looks
 */
import { parseArgs } from 'node:util';
import { tableOf } from '../load/table.ts';
import { TALLY_COLUMNS } from '../load/tally.ts';
import { flatnessOf, megabytes } from './memoryTrend.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '15' },
    seed: { type: 'string', default: 'soak' },
    sample: { type: 'string', default: '60' },
  },
});
const [minutes, rate, sample] = [values.minutes, values.rate, values.sample].map(Number) as [
  number,
  number,
  number,
];
if (![minutes, rate, sample].every((n) => n > 0)) {
  console.error('expected --minutes, --rate and --sample to be numbers above 0');
  process.exit(2);
}

const { tally, samples, faults, failures } = await soak({
  minutes,
  rate,
  sample,
  seed: values.seed,
  say: (minute, { heap, buffers, rss, descriptors }, { total, errorShare }) =>
    console.log(
      `minute ${minute.toFixed(1).padStart(5)}  heap ${megabytes(heap)}  buffers ${megabytes(buffers)}  memory ${megabytes(rss)}  ` +
        `descriptors ${descriptors ?? '?'}  visits ${total}  not ok ${(100 * errorShare).toFixed(1)} %`,
    ),
});

console.log(`\n${tableOf(TALLY_COLUMNS, tally.rows())}\n`);
console.log(`faults: ${[...faults].map(([name, times]) => `${name} ${times}`).join(', ') || 'none'}`);
const flatness = flatnessOf(samples);
if (flatness)
  console.log(
    `second half: heap ${signed(flatness.heap)}, memory ${signed(flatness.rss)}, descriptors ${flatness.descriptors.toFixed(1)}`,
  );
else console.log('too few samples to tell whether memory is flat');
const wrong = [...(flatness?.faults ?? []), ...failures, ...leftAlone()];
console.log(wrong.length === 0 ? '\nkept' : `\nbroken:\n${wrong.map((fault) => `  ${fault}`).join('\n')}`);
process.exit(wrong.length === 0 ? 0 : 1);

/** What no fault of a provider excuses: an attack let through, a connection that was cut, a failure without a code. */
function leftAlone(): string[] {
  const pattern =
    /let through as \w+ \d+|\bE[A-Z]{4,} \d+|UND_\w+ \d+|TimeoutError \d+|INTERNAL_SERVER_ERROR \d+|\b5\d\d \d+/g;
  return tally
    .rows()
    .flatMap(([operation, , , , , outcomes]) =>
      [...String(outcomes).matchAll(pattern)].map(([told]) => `${operation}: ${told}`),
    );
}

function signed(bytes: number): string {
  return `${bytes < 0 ? '' : '+'}${megabytes(bytes)}`;
}
