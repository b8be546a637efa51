import type { Instruments } from './instruments.ts';

/** What a request is to; `none` is an address at which nothing answers. */
export type RequestKind = 'graphql' | 'webhook' | 'page' | 'file' | 'schema' | 'health' | 'metrics' | 'none';

/** Hears of requests and of what is wrong with their answers. */
export interface RequestObserver {
  started(): void;
  ended(request: { readonly kind: RequestKind; readonly status: number; readonly seconds: number }): void;
  /** An error in an answer of the graph, by its code. */
  graphqlError(code: string): void;
}

/** Seconds; kept answers take a few milliseconds, and what waits for a provider has five seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Codes that are told apart. All are the gateway's own; should more come, they are one. */
const MAX_CODES = 60;

/** Makes what is known of requests. */
export function createRequestMetrics({ counter, gauge, histogram }: Instruments): RequestObserver {
  const durations = histogram(
    'trivium_request_seconds',
    'Requests and their seconds, by what they were to and the class of their status (499: the client had gone).',
    { labels: ['kind', 'status'], buckets: DURATION_BUCKETS_SECONDS },
  );
  const inFlight = gauge('trivium_requests_running', 'Requests that are being answered.');
  const errors = counter('trivium_graphql_errors_total', 'Errors in answers of the graph, by code.', [
    'code',
  ]);
  errors.inc({ code: 'INTERNAL_SERVER_ERROR' }, 0);
  const codes = new Set<string>();
  return {
    started: () => inFlight.inc(),
    ended({ kind, status, seconds: taken }) {
      inFlight.dec();
      durations.observe({ kind, status: status === 499 ? '499' : `${Math.floor(status / 100)}xx` }, taken);
    },
    graphqlError(code) {
      if (codes.size < MAX_CODES) codes.add(code);
      errors.inc({ code: codes.has(code) ? code : 'OTHER' });
    },
  };
}
