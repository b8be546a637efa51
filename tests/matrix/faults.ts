import type { Fault } from '../../gateway/twins/faults.ts';
import type { TwinName } from '../house.ts';
import type { Rig } from './rig.ts';

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
  rules(provider: TwinName, rig: Rig): readonly Fault[];
}

/** Seconds of silence that a provider asks for. */
export const RETRY_AFTER = 2;

/** JSON that is well formed and not what the provider answers to what it is asked: less and less unlike it. */
export const MISSHAPEN: Readonly<Record<TwinName, readonly unknown[]>> = {
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
    words: 'connections refused or reset',
    besides: 'repeated once, but for media',
    rules: () => [{ kind: 'reset' }],
  },
  hang: {
    words: 'no answer',
    besides: 'given up after 1.5 s, search after 0.8 s; the socket is freed',
    rules: () => [{ kind: 'hang' }],
  },
  body: {
    words: 'an answer that stops or drips',
    besides: 'the same',
    rules: () => [{ kind: 'stall', times: 1 }, { kind: 'drip' }],
  },
  broken: {
    words: 'truncated answers, bad JSON',
    besides: 'never kept',
    rules: () => [{ kind: 'truncate', times: 1 }, { kind: 'garbage' }],
  },
  burst: {
    words: 'errors of its own (500)',
    besides: 'after some twenty failures nobody is asked for 5 s, and answers are immediate',
    rules: () => [{ kind: 'status', status: 500 }],
  },
  throttled: {
    words: 'too many requests (429)',
    besides: 'no call for as long as the provider says; clients are told the seconds',
    rules: () => [{ kind: 'status', status: 429, headers: { 'retry-after': String(RETRY_AFTER) } }],
  },
  revoked: {
    words: 'credentials refused (401)',
    besides: 'not repeated; an `error` in the log; nothing of the provider’s words reaches a client',
    // Some providers repeat in their complaints what they were sent.
    rules: (_, { secrets }) => [
      { kind: 'status', status: 401, body: { message: `no access with ${secrets.join(' ')}` } },
    ],
  },
  huge: {
    words: 'answers without end',
    besides: 'cut off at the bound',
    rules: () => [{ kind: 'endless' }],
  },
  redirect: {
    words: 'redirects',
    besides: 'not followed; an `error` in the log',
    rules: (_, { trap }) => [{ kind: 'redirect', headers: { location: trap.url } }],
  },
  shape: {
    words: 'answers of another shape',
    besides: 'never kept',
    rules: (provider) =>
      MISSHAPEN[provider].map((body, i, { length }) => ({
        kind: 'shape',
        body,
        ...(i < length - 1 && { times: 1 }),
      })),
  },
  flapping: {
    words: 'three of ten calls failing',
    besides: 'what is kept or repeated covers it',
    rules: () => [{ kind: 'status', status: 503, probability: 0.3 }],
  },
};
