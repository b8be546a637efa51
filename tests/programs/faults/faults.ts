import type { Fault } from '../../../gateway/emulators/shared/faults.ts';
import type { EmulatorName } from '../../support/stack.ts';
import type { Harness } from './harness.ts';

/** The faults of a provider that are tested. */
export type FaultName =
  | 'reset'
  | 'hang'
  | 'stall'
  | 'malformed'
  | 'serverErrors'
  | 'rateLimited'
  | 'unauthorized'
  | 'oversized'
  | 'redirect'
  | 'invalidShape'
  | 'flapping';

interface FaultKind {
  /** Name in the table of docs/operating.md. */
  readonly name: string;
  /** Notes in the table of docs/operating.md. */
  readonly notes: string;
  /** Returns the faults of the emulator: each request gets the next one, and all later requests the last one. */
  faults(provider: EmulatorName, harness: Harness): readonly Fault[];
}

/** The `retry-after` of a rate-limited response. */
export const RETRY_AFTER_SECONDS = 2;

/** Well-formed JSON of the wrong shape, from obviously wrong to almost right. */
export const INVALID_RESPONSES: Readonly<Record<EmulatorName, readonly unknown[]>> = {
  content: [
    { unexpected: true },
    { result: 'words' },
    { result: { q0: 'words' } },
    { result: { q0: { totalCount: 2, rows: [7] } } },
  ],
  media: [{ data: { id: 7 } }, { unexpected: true }, { data: { id: 'another', status: 'ready' } }],
  search: [
    { results: [{}, {}] },
    { unexpected: true },
    { results: [0, 1].map(() => ({ hits: [7], nbHits: 'many' })) },
  ],
};

/** The rows of the table in docs/operating.md. */
export const FAULTS: Readonly<Record<FaultName, FaultKind>> = {
  reset: {
    name: 'connection refused or reset',
    notes: 'retried once, except media',
    faults: () => [{ kind: 'reset' }],
  },
  hang: {
    name: 'no response',
    notes:
      'timeout after 1.5 s, search 0.8 s ([settings](performance.md#cost-of-a-cache-miss)); the socket is closed',
    faults: () => [{ kind: 'hang' }],
  },
  stall: {
    name: 'response stalls or drips',
    notes: 'the same',
    faults: () => [{ kind: 'stall', times: 1 }, { kind: 'drip' }],
  },
  malformed: {
    name: 'truncated response, invalid JSON',
    notes: 'never cached',
    faults: () => [{ kind: 'truncate', times: 1 }, { kind: 'garbage' }],
  },
  serverErrors: {
    name: 'server errors (500)',
    notes: 'after some twenty failures no requests for 5 s; responses are immediate',
    faults: () => [{ kind: 'status', status: 500 }],
  },
  rateLimited: {
    name: 'rate limited (429)',
    notes: 'no requests for as long as the provider says; clients get the seconds',
    faults: () => [{ kind: 'status', status: 429, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } }],
  },
  unauthorized: {
    name: 'credentials rejected (401)',
    notes: 'not retried; logged at `error`; no provider text reaches a client',
    // Some providers repeat request data in their error messages.
    faults: (_, { secrets }) => [
      { kind: 'status', status: 401, body: { message: `no access with ${secrets.join(' ')}` } },
    ],
  },
  oversized: {
    name: 'endless response',
    notes: 'aborted at the size limit',
    faults: () => [{ kind: 'endless' }],
  },
  redirect: {
    name: 'redirect',
    notes: 'not followed; logged at `error`',
    faults: (_, { redirectTarget }) => [{ kind: 'redirect', headers: { location: redirectTarget.url } }],
  },
  invalidShape: {
    name: 'response of another shape',
    notes: 'never cached',
    faults: (provider) =>
      INVALID_RESPONSES[provider].map((body, i, { length }) => ({
        kind: 'shape',
        body,
        ...(i < length - 1 && { times: 1 }),
      })),
  },
  flapping: {
    name: 'three of ten requests fail',
    notes: 'covered by cache and retry',
    faults: threeOfTen,
  },
};

/**
 * Returns the faults of 1,000 requests. Random failures would open the circuit in some runs, and stale responses would
 * then exceed their age limit, since the clock of this case advances faster than the circuit closes.
 */
function threeOfTen(): Fault[] {
  const pass = (times: number): Fault => ({ kind: 'latency', ms: 0, times });
  const fail: Fault = { kind: 'status', status: 503, times: 1 };
  return Array.from({ length: 100 }, () => [pass(2), fail, pass(2), fail, pass(3), fail]).flat();
}
