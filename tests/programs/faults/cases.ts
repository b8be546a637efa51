import type { ErrorCode } from '../../../gateway/core/errors.ts';
import type { EmulatorName } from '../../support/stack.ts';
import { FAULTS, type FaultName } from './faults.ts';

/** The expected behaviour while one provider has one fault. */
export interface FaultCase {
  readonly fault: FaultName;
  readonly provider: EmulatorName;
  /** Allowed error codes of a field without a cached value. */
  readonly codes: readonly ErrorCode[];
  /** Maximum number of upstream requests for one query. */
  readonly maxRequests: number;
}

export const PROVIDERS: readonly EmulatorName[] = ['content', 'media', 'search'];

/** Maximum upstream requests of one query when failed requests are retried once. */
const WITH_RETRY: Readonly<Record<EmulatorName, number>> = { content: 2, media: 2, search: 2 };
/** Maximum without retries. The gateway also reads the media library in the background, one page at a time. */
const WITHOUT_RETRY: Readonly<Record<EmulatorName, number>> = { content: 1, media: 2, search: 1 };

const EXPECTED: Readonly<
  Record<FaultName, { codes: readonly ErrorCode[]; maxRequests: Readonly<Record<EmulatorName, number>> }>
> = {
  reset: { codes: ['UPSTREAM_UNAVAILABLE'], maxRequests: WITH_RETRY },
  hang: { codes: ['UPSTREAM_TIMEOUT'], maxRequests: WITHOUT_RETRY },
  stall: { codes: ['UPSTREAM_TIMEOUT'], maxRequests: WITHOUT_RETRY },
  malformed: { codes: ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_REJECTED'], maxRequests: WITH_RETRY },
  serverErrors: { codes: ['UPSTREAM_UNAVAILABLE'], maxRequests: WITH_RETRY },
  rateLimited: { codes: ['UPSTREAM_THROTTLED'], maxRequests: WITHOUT_RETRY },
  unauthorized: { codes: ['UPSTREAM_REJECTED'], maxRequests: WITHOUT_RETRY },
  // Parsing the response can exceed the timeout first.
  oversized: { codes: ['UPSTREAM_TOO_LARGE', 'UPSTREAM_TIMEOUT'], maxRequests: WITHOUT_RETRY },
  redirect: { codes: ['UPSTREAM_REJECTED'], maxRequests: WITHOUT_RETRY },
  invalidShape: { codes: ['UPSTREAM_REJECTED'], maxRequests: WITHOUT_RETRY },
  flapping: { codes: [], maxRequests: WITH_RETRY },
};

/** All 33 combinations of provider and fault. */
export const FAULT_CASES: readonly FaultCase[] = PROVIDERS.flatMap((provider) =>
  (Object.keys(FAULTS) as FaultName[]).map((fault) => ({
    fault,
    provider,
    codes: EXPECTED[fault].codes,
    maxRequests: EXPECTED[fault].maxRequests[provider],
  })),
);
