/**
 * `npm run chaos -- --seconds 120` runs three gateways behind a balancer, with one Redis, under reading, searching,
 * subscribing and editing, while gateways and Redis are killed, ended, frozen and started again by chance. It ends with 1
 * when an answer was wrong, or older than news takes in calm times; or when an edit was lost to who watches, to the index
 * or to a gateway.
 *   --seconds 120   how long, without coming to rest
 *   --seed chaos    of everything that is left to chance
 */
import { parseArgs } from 'node:util';
import { redis } from '../../support/systemBinaries.ts';
import { median } from '../load/quantile.ts';
import { type Row, tableOf } from '../load/table.ts';
import { TALLY_COLUMNS } from '../load/tally.ts';
import { type ChaosOutcome, chaos } from './chaos.ts';
import { calmBetween } from './disruptions.ts';

/** Milliseconds without a disturbance in which every gateway has heard of an edit, on a machine that is busy. */
const MOST_LAG = 4_000;
/** Milliseconds after a part works again in which it still catches up. */
const GRACE = 3_000;
/** Milliseconds that no answer may be behind, whatever happens: a gateway is frozen for six seconds at most. */
const MOST_BEHIND = 10_000;
/** Milliseconds for which a key that was revoked is still let in, in calm times, and where Redis is away. */
const REVOKED = 3_000;
const REVOKED_UNKNOWN = 62_000;
/** The share of requests that may get no response. */
const MOST_UNANSWERED = 0.02;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string', default: 'chaos' } },
});
const seconds = Number(values.seconds);
const { path } = redis();
if (!(seconds > 0) || !path) {
  console.error(
    path ? 'expected --seconds to be a number above 0' : 'expected redis-server on this machine, got none',
  );
  process.exit(2);
}

const outcome = await chaos({
  seconds,
  seed: values.seed,
  redisPath: path,
  say: (line) => console.log(line),
});
const faults = faultsOf(outcome);
tell(outcome);
console.log(faults.length === 0 ? '\nkept' : `\nbroken:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
process.exit(faults.length === 0 ? 0 : 1);

function faultsOf({
  readers,
  disturbances,
  lost,
  staleAtRest,
  check,
  isIndexClean,
  revocation,
  failures,
  tally,
}: ChaosOutcome): string[] {
  const late = readers.stale.filter(
    ({ since, asked }) =>
      asked - since > MOST_BEHIND || calmBetween(since, asked, disturbances, GRACE) > MOST_LAG,
  );
  const unanswered = tally.rows().flatMap((row) => /no answer at all (\d+)/.exec(String(row[5]))?.[1] ?? []);
  const share = unanswered.reduce((sum, n) => sum + Number(n), 0) / Math.max(1, tally.total);
  return [
    ...readers.wrong.slice(0, 10).map((what) => `wrong: ${what}`),
    ...late
      .slice(0, 10)
      .map(({ what, since, asked }) => `late: ${what}, ${ms(asked - since)} after it had ceased to be so`),
    ...(Number.isNaN(revocation.revoked) ? ['the key could not be revoked'] : []),
    ...revocation.letIn
      .filter(
        (at) =>
          at - revocation.revoked > REVOKED_UNKNOWN ||
          calmBetween(revocation.revoked, at, disturbances, GRACE) > REVOKED,
      )
      .slice(-1)
      .map((at) => `a revoked key was let in ${ms(at - revocation.revoked)} later`),
    ...lost.map((what) => `lost: ${what}`),
    ...staleAtRest.map((what) => `stale at rest: ${what}`),
    ...(isIndexClean ? [] : check.map((line) => `index: ${line}`)),
    ...(share > MOST_UNANSWERED
      ? [`${(100 * share).toFixed(1)} % of the questions had no answer at all`]
      : []),
    ...failures.slice(0, 10).map((line) => `failed: ${line}`),
  ];
}

function tell({
  tally,
  disturbances,
  readers,
  watchers,
  revocation,
  edits,
  settling,
  check,
}: ChaosOutcome): void {
  console.log(`\n${tableOf(TALLY_COLUMNS, tally.rows())}`);
  const kinds = [...new Set(disturbances.map(({ kind }) => kind))];
  const rows = kinds.map((kind): Row => {
    const times = disturbances
      .filter((one) => one.kind === kind)
      .map(({ ended, recovered }) => recovered - ended);
    return [kind, times.length, Math.round(median(times)), Math.round(Math.max(...times))];
  });
  console.log(`\n${tableOf(['disturbance', 'times', 'recovery ms, middle', 'longest'], rows)}`);
  const behind = readers.stale.map(({ since, asked }) => asked - since);
  console.log(
    `\n${readers.judged} titles judged, ${readers.wrong.length} wrong, ${behind.length} behind, by ${ms(median(behind))} in the middle and ${ms(Math.max(0, ...behind))} at most`,
  );
  console.log(
    `edits: ${[...edits].map(([kind, times]) => `${kind} ${times}`).join(', ')}; all work done ${ms(settling)} after the last`,
  );
  console.log(
    watchers
      .map(
        ({ told, connections }, i) => `watcher ${i + 1}: told ${told} times over ${connections} connections`,
      )
      .join('\n'),
  );
  console.log(
    `a key in use was revoked, and let in for another ${ms(Math.max(0, ...revocation.letIn.map((at) => at - revocation.revoked)))}`,
  );
  console.log(check.join('\n'));
}

function ms(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`;
}
