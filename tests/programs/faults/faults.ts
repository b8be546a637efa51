import type { Fault } from '../../../gateway/emulators/shared/faults.ts';
import type { EmulatorName } from '../../support/stack.ts';
import type { Rig } from './harness.ts';

/** The eleven ways in which a provider fails. */
export type FaultName =
  | 'reset'
  | 'hang'
  | 'body'
  | 'broken'
  | 'burst'
  | 'throttled'
  | 'revoked'
  | 'huge'
  | 'redirect'
  | 'shape'
  | 'flapping';

interface FaultKind {
  /** What an operator would call it. */
  readonly words: string;
  /** What holds in this row beside what holds in all, for the operators' table. */
  readonly besides: string;
  rules(provider: EmulatorName, rig: Rig): readonly Fault[];
}

/** Seconds of silence that a provider asks for. */
export const RETRY_AFTER = 2;

/** JSON that is well formed and not what the provider answers to what it is asked: less and less unlike it. */
export const MISSHAPEN: Readonly<Record<EmulatorName, readonly unknown[]>> = {
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

/** The rows of the matrix. Where a row has several forms, each call meets the next, and all others the last. */
export const FAULTS: Readonly<Record<FaultName, FaultKind>> = {
  reset: {
    words: 'connection refused or reset',
    besides: 'retried once, except media',
    rules: () => [{ kind: 'reset' }],
  },
  hang: {
    words: 'no response',
    besides: 'timeout after 1.5 s, search 0.8 s; the socket is closed',
    rules: () => [{ kind: 'hang' }],
  },
  body: {
    words: 'response stalls or drips',
    besides: 'the same',
    rules: () => [{ kind: 'stall', times: 1 }, { kind: 'drip' }],
  },
  broken: {
    words: 'truncated response, invalid JSON',
    besides: 'never cached',
    rules: () => [{ kind: 'truncate', times: 1 }, { kind: 'garbage' }],
  },
  burst: {
    words: 'server errors (500)',
    besides: 'after some twenty failures no requests for 5 s; responses are immediate',
    rules: () => [{ kind: 'status', status: 500 }],
  },
  throttled: {
    words: 'rate limited (429)',
    besides: 'no requests for as long as the provider says; clients get the seconds',
    rules: () => [{ kind: 'status', status: 429, headers: { 'retry-after': String(RETRY_AFTER) } }],
  },
  revoked: {
    words: 'credentials rejected (401)',
    besides: 'not retried; logged at `error`; no provider text reaches a client',
    // Some providers repeat in their complaints what they were sent.
    rules: (_, { secrets }) => [
      { kind: 'status', status: 401, body: { message: `no access with ${secrets.join(' ')}` } },
    ],
  },
  huge: {
    words: 'endless response',
    besides: 'aborted at the size limit',
    rules: () => [{ kind: 'endless' }],
  },
  redirect: {
    words: 'redirect',
    besides: 'not followed; logged at `error`',
    rules: (_, { trap }) => [{ kind: 'redirect', headers: { location: trap.url } }],
  },
  shape: {
    words: 'response of another shape',
    besides: 'never cached',
    rules: (provider) =>
      MISSHAPEN[provider].map((body, i, { length }) => ({
        kind: 'shape',
        body,
        ...(i < length - 1 && { times: 1 }),
      })),
  },
  flapping: {
    words: 'three of ten requests fail',
    besides: 'covered by cache and retry',
    rules: () => [{ kind: 'status', status: 503, probability: 0.3 }],
  },
};
