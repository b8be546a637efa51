/**
 * `npm run chaos -- --seconds 120` runs three gateways with one Redis behind a balancer, under queries, searches,
 * subscriptions and edits, and kills, stops and pauses gateways and Redis at random. Exits with 1 when a response is
 * wrong or too stale, when a revoked key is accepted too long, or when an edit is missing for a subscriber, in the
 * search index or on a gateway.
 *   --seconds 120   duration of load and disruptions
 *   --seed chaos    seed of all random choices
 */

import { redisBinary } from '../../support/systemBinaries.ts';
import { median } from '../load/quantile.ts';
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { formatTable, type Row } from '../load/table.ts';
import { TALLY_COLUMNS } from '../load/tally.ts';
import { type ChaosResult, chaos } from './chaos.ts';
import { undisruptedMs } from './disruptions.ts';

/** Longest time without a disruption until all gateways have invalidated an edit, on a busy machine. */
const MAX_UNDISRUPTED_LAG_MS = 4_000;
/** Time after a recovery in which gateways process the changes that they missed. */
const RECOVERY_MS = 3_000;
/** Longest lag in any case: a gateway is paused for six seconds at most. */
const MAX_LAG_MS = 10_000;
/** Longest use of a revoked key, without disruptions and while Redis is unavailable. */
const MAX_UNDISRUPTED_KEY_USE_MS = 3_000;
const MAX_KEY_USE_MS = 62_000;
const MAX_UNANSWERED_SHARE = 0.02;
const MAX_LISTED_FAULTS = 10;
const ADVICE =
  'Repeat with the same --seed; the disruptions above show which gateway or Redis failed at that time.';

const { values } = readArguments({
  options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string', default: 'chaos' } },
});
const seconds = Number(values.seconds);
const { path } = redisBinary();
if (!(seconds > 0) || !path) {
  console.error(
    path
      ? `expected --seconds to be a number above 0, got ${values.seconds}`
      : 'expected redis-server on this machine, got none: install it',
  );
  process.exit(2);
}

const result = await chaos({
  seconds,
  seed: values.seed,
  redisPath: path,
  onProgress: (line) => console.log(line),
});
const failures = failuresOf(result);
printResult(result);
console.log(summary(failures, ADVICE));
process.exit(failures.length === 0 ? 0 : 1);

function failuresOf({
  readers,
  disruptions,
  subscriberFaults,
  staleResponses,
  indexCheck,
  isIndexClean,
  revocation,
  failures: logged,
  tally,
}: ChaosResult): string[] {
  const tooStale = readers.stale.filter(
    ({ staleSince, sentAt }) =>
      sentAt - staleSince > MAX_LAG_MS ||
      undisruptedMs(staleSince, sentAt, disruptions, RECOVERY_MS) > MAX_UNDISRUPTED_LAG_MS,
  );
  const unanswered = tally.rows().flatMap((row) => /no response (\d+)/.exec(String(row[5]))?.[1] ?? []);
  const unansweredShare = unanswered.reduce((sum, n) => sum + Number(n), 0) / Math.max(1, tally.total);
  return [
    ...readers.wrong.slice(0, MAX_LISTED_FAULTS).map((fault) => `wrong response: ${fault}`),
    ...tooStale
      .slice(0, MAX_LISTED_FAULTS)
      .map(
        ({ description, staleSince, sentAt }) =>
          `stale response: ${description}, ${formatMs(sentAt - staleSince)} after the edit`,
      ),
    ...revocationFailures(revocation, disruptions),
    ...subscriberFaults,
    ...staleResponses.map((fault) => `stale after all work: ${fault}`),
    ...(isIndexClean ? [] : indexCheck.map((line) => `search index: ${line}`)),
    ...(unansweredShare > MAX_UNANSWERED_SHARE
      ? [
          `requests without a response: expected at most ${100 * MAX_UNANSWERED_SHARE} %, got ${(100 * unansweredShare).toFixed(1)} %`,
        ]
      : []),
    ...logged.slice(0, MAX_LISTED_FAULTS).map((line) => `log: ${line}`),
  ];
}

function revocationFailures(
  { revokedAt, acceptedAt }: ChaosResult['revocation'],
  disruptions: ChaosResult['disruptions'],
): string[] {
  if (Number.isNaN(revokedAt)) return ['revocation: expected the key to be revoked, got errors only'];
  return acceptedAt
    .filter(
      (at) =>
        at - revokedAt > MAX_KEY_USE_MS ||
        undisruptedMs(revokedAt, at, disruptions, RECOVERY_MS) > MAX_UNDISRUPTED_KEY_USE_MS,
    )
    .slice(-1)
    .map((at) => `revocation: the key was accepted ${formatMs(at - revokedAt)} after it`);
}

function printResult(chaosResult: ChaosResult): void {
  const { tally, disruptions, readers, subscribers, revocation, editCounts, settlingMs, indexCheck } =
    chaosResult;
  console.log(`\n${formatTable(TALLY_COLUMNS, tally.rows())}`);
  const kinds = [...new Set(disruptions.map(({ kind }) => kind))];
  const rows = kinds.map((kind): Row => {
    const recoveries = disruptions
      .filter((each) => each.kind === kind)
      .map(({ endedAt, recoveredAt }) => recoveredAt - endedAt);
    return [kind, recoveries.length, Math.round(median(recoveries)), Math.round(Math.max(...recoveries))];
  });
  console.log(`\n${formatTable(['disruption', 'count', 'recovery ms, median', 'longest'], rows)}\n`);
  const lags = readers.stale.map(({ staleSince, sentAt }) => sentAt - staleSince);
  const lastUse = Math.max(0, ...revocation.acceptedAt.map((at) => at - revocation.revokedAt));
  const lines = [
    `titles checked: ${readers.checkedTitles}, wrong: ${readers.wrong.length}, stale: ${lags.length} (median ${formatMs(median(lags))}, longest ${formatMs(Math.max(0, ...lags))})`,
    `edits: ${[...editCounts].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    `inbox and index queue empty: ${formatMs(settlingMs)} after the last edit`,
    ...subscribers.map(
      ({ eventCount, connectionCount }, i) =>
        `subscriber ${i + 1}: ${eventCount} events, ${connectionCount} connections`,
    ),
    `revoked key: accepted until ${formatMs(lastUse)} after the revocation`,
    ...indexCheck,
  ];
  console.log(lines.join('\n'));
}

function formatMs(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`;
}
