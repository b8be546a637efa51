import type { FaultCase } from './cases.ts';
import { INVALID_RESPONSES, RETRY_AFTER_SECONDS } from './faults.ts';
import { type Harness, type MeasuredResponse, statusOfData, type TestGateway } from './harness.ts';
import { QUERIES } from './queries.ts';

/** Records a requirement that is not met. */
export type Check = (isMet: boolean, requirement: string) => void;

/** The state of one case while it runs. */
export interface CaseRun {
  readonly harness: Harness;
  readonly faultCase: FaultCase;
  readonly gateway: TestGateway;
  readonly check: Check;
  /** Sends the next query that is not cached. */
  queryUncached(): Promise<MeasuredResponse>;
}

/** The size limit of a response, and the data in socket buffers when the connection closes. */
const MAX_RESPONSE_BYTES = 24 * 1024 * 1024;
/** `halfOpenAfterMs` of the circuit breaker. */
const TRIAL_INTERVAL_MS = 5_000;

/** Checks that the failed field is null with an error code and that all other fields have data. Returns the code. */
export function checkLoss(
  { faultCase, check }: CaseRun,
  { status, data, errors, extensions }: MeasuredResponse,
): string {
  const { ownData, lostPath, missingFields } = QUERIES[faultCase.provider];
  check(status === statusOfData(errors), `status ${statusOfData(errors)}, got ${status}`);
  check(
    data && !ownData(data),
    `no data of ${faultCase.provider}, got ${JSON.stringify(data && ownData(data))}`,
  );
  const missing = data ? missingFields(data) : ['everything'];
  check(missing.length === 0, `data of the other providers, missing ${missing.join(', ')}`);
  const error = errors.find(({ path }) => path?.join('.') === lostPath);
  const { code = 'none', service } = error?.extensions ?? {};
  check(
    errors.length === 1 && error !== undefined,
    `one error at ${lostPath}, got ${JSON.stringify(errors)}`,
  );
  check(
    faultCase.codes.includes(code as never),
    `one of the codes ${faultCase.codes.join(', ')}, got ${String(code)}`,
  );
  check(service === faultCase.provider, `extensions.service ${faultCase.provider}, got ${String(service)}`);
  const fallback = JSON.stringify(extensions.fallback);
  const expected = faultCase.provider === 'search' ? '{"search":"content"}' : undefined;
  check(fallback === expected, `extensions.fallback ${expected}, got ${fallback}`);
  return String(code);
}

/** Checks that the cached data is returned and marked as stale. */
export function checkStale(
  { faultCase, check }: CaseRun,
  cachedResponse: MeasuredResponse,
  repeated: MeasuredResponse,
): void {
  const isSame = JSON.stringify(repeated.data) === JSON.stringify(cachedResponse.data);
  check(isSame && repeated.errors.length === 0, `the cached data, got ${excerpt(repeated)}`);
  const { stale } = (repeated.extensions.freshness ?? {}) as { stale?: string[] };
  check(
    stale?.includes(faultCase.provider) === true,
    `extensions.freshness.stale with ${faultCase.provider}, got ${JSON.stringify(stale)}`,
  );
}

/** Further requirements of some faults. */
export const FURTHER_CHECKS: Partial<Record<FaultCase['fault'], (caseRun: CaseRun) => Promise<void>>> = {
  stall: async (caseRun) => void checkLoss(caseRun, await caseRun.queryUncached()),
  malformed: async (caseRun) => void checkLoss(caseRun, await caseRun.queryUncached()),
  async invalidShape(caseRun) {
    for (const _ of INVALID_RESPONSES[caseRun.faultCase.provider])
      checkLoss(caseRun, await caseRun.queryUncached());
  },
  /** The circuit breaker opens. It lets one request through in each interval, as a trial. */
  async serverErrors({ harness, faultCase, check, queryUncached }) {
    for (let i = 0; i < 40; i++) await queryUncached();
    await harness.stack.clearRequests();
    const startMs = performance.now();
    const durationsMs: number[] = [];
    for (let i = 0; i < 5; i++) durationsMs.push((await queryUncached()).durationMs);
    const calls = (await harness.requests(faultCase.provider)).length;
    const trials = 1 + Math.floor((performance.now() - startMs) / TRIAL_INTERVAL_MS);
    check(calls <= trials, `at most ${trials} upstream requests after forty failures, got ${calls}`);
    check(
      Math.min(...durationsMs) < 1000,
      `responses within 1 s while the circuit breaker is open, got ${durationsMs.join(', ')} ms`,
    );
  },
  /** No requests during the provider's `retry-after`. */
  async rateLimited({ harness, faultCase, check, queryUncached }) {
    await harness.stack.clearRequests();
    const { errors } = await queryUncached();
    const calls = (await harness.requests(faultCase.provider)).length;
    check(calls === 0, `no upstream requests during retry-after, got ${calls}`);
    const retryAfter = Number(errors[0]?.extensions?.retryAfter);
    check(
      retryAfter > 0 && retryAfter <= RETRY_AFTER_SECONDS,
      `extensions.retryAfter of at most ${RETRY_AFTER_SECONDS} s, got ${retryAfter}`,
    );
  },
  async unauthorized({ gateway, check }) {
    const isLogged = gateway.log.some(
      ({ level, msg }) => level >= 50 && msg.includes('a provider rejects requests'),
    );
    check(isLogged, 'a log line at level error about rejected requests, got none');
  },
  async oversized({ harness, faultCase, check }) {
    const bytes = Math.max(...(await harness.requests(faultCase.provider)).map((call) => call.bytes));
    check(
      bytes <= MAX_RESPONSE_BYTES,
      `response bodies aborted at the size limit, got one of ${Math.round(bytes / 1e6)} MB`,
    );
  },
  async redirect({ harness, check }) {
    check(
      harness.redirectTarget.requestCount() === 0,
      `no request to the redirect target, got ${harness.redirectTarget.requestCount()}`,
    );
  },
};

/** Checks that no response, header or log line contains a credential. */
export function checkSecrets({ secrets }: Harness, { outputs }: TestGateway, check: Check): void {
  const leaks = secrets.filter((secret) => outputs.some((text) => text.includes(secret)));
  check(
    leaks.length === 0,
    `no secrets in responses, headers and log, got ${leaks.map((leak) => leak.slice(0, 24)).join(', ')}`,
  );
}

/** Returns the start of a response as JSON. */
export const excerpt = ({ status, data, errors, extensions }: MeasuredResponse): string =>
  JSON.stringify({ status, data, errors, extensions }).slice(0, 400);
