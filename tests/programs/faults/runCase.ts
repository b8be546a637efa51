import { setTimeout as sleep } from 'node:timers/promises';
import type { EmulatorName } from '../../support/stack.ts';
import type { FaultCase } from './cases.ts';
import {
  type CaseRun,
  type Check,
  checkLoss,
  checkSecrets,
  checkStale,
  excerpt,
  FURTHER_CHECKS,
} from './checks.ts';
import { FAULTS, RETRY_AFTER_SECONDS } from './faults.ts';
import type { Harness, MeasuredResponse } from './harness.ts';
import { isComplete, QUERIES, sendQuery } from './queries.ts';

/** Measurements of a case, and the requirements that it fails. */
export interface CaseResult {
  /** Description of the response to a query that is not cached. */
  readonly response: string;
  /** Error code of the failed field; empty without one. */
  readonly code: string;
  /** Longest duration of a response while the provider failed. */
  readonly durationMs: number;
  /** Upstream requests of the first query. */
  readonly requestCount: number;
  /** Milliseconds from the end of the fault until a complete response. */
  readonly recoveryMs: number;
  /** Requirements that are not met, with the actual behaviour. */
  readonly failures: readonly string[];
}

/** Longest duration of any response. */
export const MAX_RESPONSE_MS = 5_000;
/** Longest time from the end of a fault until a complete response. */
export const MAX_RECOVERY_MS = 10_000;
/** After this time cached data is stale, and may still replace missing data. */
const STALE_AFTER_MS = 5 * 60_000;
/** Numbers of the query that is cached, and of the first query that is not. */
const CACHED_QUERY = 1;
const FIRST_UNCACHED_QUERY = 2;

/** Runs a case with its own gateway, and clears the fault afterwards. */
export async function runCase(harness: Harness, faultCase: FaultCase): Promise<CaseResult> {
  const { provider, fault } = faultCase;
  const failures: string[] = [];
  const check: Check = (isMet, requirement) => {
    if (!isMet) failures.push(requirement);
  };
  const fail = () => harness.stack.setFaults(provider, FAULTS[fault].faults(provider, harness));
  // A gateway that has read the media library needs no upstream requests, so this one starts while the provider fails.
  const startsFailing = provider === 'media' && fault !== 'flapping';
  if (startsFailing) await fail();
  const gateway = await harness.openGateway({ shouldAwaitMediaLibrary: !startsFailing });
  let nextQuery = FIRST_UNCACHED_QUERY;
  const caseRun: CaseRun = {
    harness,
    faultCase,
    gateway,
    check,
    queryUncached: () => sendQuery(gateway, provider, nextQuery++),
  };
  try {
    const cachedResponse = startsFailing ? undefined : await sendQuery(gateway, provider, CACHED_QUERY);
    if (cachedResponse)
      check(
        isComplete(provider, cachedResponse),
        `a complete response before the fault, got ${excerpt(cachedResponse)}`,
      );
    gateway.advanceClock(STALE_AFTER_MS);
    await fail();
    const result =
      fault === 'flapping' ? await runFlapping(caseRun) : await runFault(caseRun, cachedResponse);
    await harness.stack.setFaults(provider);
    const recoveryMs = await recover(caseRun);
    checkSecrets(harness, gateway, check);
    return { ...result, recoveryMs, failures };
  } finally {
    await harness.stack.setFaults(provider);
    await gateway.close();
  }
}

type FaultResult = Omit<CaseResult, 'recoveryMs' | 'failures'>;

/** Sends a query that is not cached and the cached one, and checks both responses. */
async function runFault(
  caseRun: CaseRun,
  cachedResponse: MeasuredResponse | undefined,
): Promise<FaultResult> {
  const { harness, faultCase, gateway, check, queryUncached } = caseRun;
  // Requests that an earlier case aborted may still be pending.
  await harness.requests(faultCase.provider);
  await harness.stack.clearRequests();
  const uncached = await queryUncached();
  const requests = await harness.requests(faultCase.provider);
  const requestCount = requests.length;
  const code = checkLoss(caseRun, uncached);
  check(
    requestCount <= faultCase.maxRequests,
    `at most ${faultCase.maxRequests} upstream requests for a query, got ${JSON.stringify(requests)}`,
  );
  const repeated = cachedResponse && (await sendQuery(gateway, faultCase.provider, CACHED_QUERY));
  if (repeated) checkStale(caseRun, cachedResponse, repeated);
  await (FURTHER_CHECKS[faultCase.fault] ?? (async () => undefined))(caseRun);
  const durationMs = Math.max(uncached.durationMs, repeated?.durationMs ?? 0);
  check(
    durationMs <= MAX_RESPONSE_MS,
    `responses within ${MAX_RESPONSE_MS} ms, got one after ${durationMs} ms`,
  );
  return {
    response: describeResponse(faultCase.provider, uncached, repeated),
    code,
    durationMs,
    requestCount,
  };
}

/** Checks that all responses are complete while three of ten upstream requests fail. */
async function runFlapping({ harness, faultCase, gateway, check }: CaseRun): Promise<FaultResult> {
  const ROUNDS = 50;
  let good = 0;
  let slowest = 0;
  await harness.stack.clearRequests();
  for (let round = 0; round < ROUNDS; round++) {
    gateway.advanceClock(STALE_AFTER_MS);
    const { status, data, errors, durationMs } = await sendQuery(gateway, faultCase.provider, CACHED_QUERY);
    const { ownData, missingFields } = QUERIES[faultCase.provider];
    if (status === 200 && errors.length === 0 && ownData(data) && missingFields(data).length === 0) good += 1;
    slowest = Math.max(slowest, durationMs);
  }
  check(good === ROUNDS, `${ROUNDS} complete responses of ${ROUNDS}, got ${good}`);
  const calls = (await harness.requests(faultCase.provider)).length;
  return {
    response: 'complete, sometimes stale',
    code: '',
    durationMs: slowest,
    requestCount: Math.ceil(calls / ROUNDS),
  };
}

/** Sends queries until a response is complete. Returns the milliseconds until then. */
async function recover({ faultCase, check, gateway, queryUncached }: CaseRun): Promise<number> {
  const startedAt = performance.now();
  // The gateway measures retry-after with the clock of the harness.
  if (faultCase.fault === 'rateLimited') gateway.advanceClock(RETRY_AFTER_SECONDS * 1000);
  for (;;) {
    const response = await queryUncached();
    const ms = Math.round(performance.now() - startedAt);
    if (isComplete(faultCase.provider, response)) return ms;
    if (ms > MAX_RECOVERY_MS) {
      check(false, `a complete response within ${MAX_RECOVERY_MS} ms, got ${excerpt(response)}`);
      return ms;
    }
    await sleep(50);
  }
}

function describeResponse(
  provider: EmulatorName,
  uncached: MeasuredResponse,
  repeated: MeasuredResponse | undefined,
): string {
  const others =
    QUERIES[provider].missingFields(uncached.data ?? {}).length === 0
      ? 'other fields complete'
      : 'other fields missing';
  const fallback = uncached.extensions.fallback ? ', search results from the content service' : '';
  const stale = repeated?.extensions.freshness ? 'cached: stale; ' : '';
  return `${stale}not cached: null${fallback}, ${others}`;
}
