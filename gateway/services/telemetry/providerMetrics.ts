import type { Logger } from 'pino';
import type { ContentIssue } from '../../core/contentIssue.ts';
import { briefCauseOf, PROVIDERS, type Provider } from '../../core/errors.ts';
import type { BreakerState } from '../upstream/circuitBreaker.ts';
import type { ObserveResilience, ResilienceEvent } from '../upstream/resiliencePolicy.ts';
import type { CallKind, ObserveCalls } from '../upstream/upstreamCall.ts';
import type { Instruments } from './instruments.ts';

/** Records upstream requests, and the events of their resilience policies. */
export interface ProviderMetrics {
  readonly recordCall: ObserveCalls;
  readonly resilience: ObserveResilience;
  /** Counts a request that no call reports: of the search index, or of live events. */
  requestSent(provider: Provider, purpose: CallKind): void;
  /** Counts values of documents that do not fit the model. */
  contentIssue(issue: ContentIssue): void;
}

const STATE_VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, half_open: 0.5, open: 1 };

const REJECTIONS: readonly Exclude<ResilienceEvent, 'retried'>[] = [
  'circuit_open',
  'bulkhead_full',
  'throttled',
  'caller_queue_full',
  'caller_limit',
  'total_limit',
];

/** Timeouts of the providers are 0.8 to 5 s. */
const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];

/** Creates the metrics of upstream requests. */
export function createProviderMetrics({ counter, gauge, histogram }: Instruments): ProviderMetrics {
  const durations = histogram(
    'trivium_upstream_request_duration_seconds',
    'Duration of upstream requests by provider and outcome: ok, cancelled (every client disconnected), or the error code.',
    { labels: ['provider', 'outcome'], buckets: DURATION_BUCKETS_SECONDS },
  );
  const requests = counter(
    'trivium_upstream_requests_total',
    'Upstream requests by provider and purpose, such as query (for an operation), index and poll (in the background) and live (connections).',
    ['provider', 'purpose'],
  );
  const breakers = gauge(
    'trivium_upstream_circuit_breaker_state',
    'State of the circuit breaker of a provider: 0 closed, 0.5 half-open, 1 open.',
    ['provider'],
  );
  const rejected = counter(
    'trivium_upstream_rejected_total',
    `Upstream requests that were not sent, by provider and reason (${REJECTIONS.join(', ')}).`,
    ['provider', 'reason'],
  );
  const queued = gauge(
    'trivium_upstream_queue_length',
    'Upstream requests that wait for a slot of the bulkhead, by provider.',
    ['provider'],
  );
  const retries = counter('trivium_upstream_retries_total', 'Retries of upstream requests.', ['provider']);
  const issues = counter(
    'trivium_content_issues_total',
    'Values of documents that do not fit the model, in responses, by kind: missing, or mismatch (another kind of value).',
    ['kind'],
  );
  for (const kind of ['missing', 'mismatch']) issues.inc({ kind }, 0);
  for (const purpose of ['query', 'index', 'poll', 'live']) requests.inc({ provider: 'content', purpose }, 0);
  for (const purpose of ['search', 'index']) requests.inc({ provider: 'search', purpose }, 0);
  for (const provider of PROVIDERS) {
    breakers.set({ provider }, STATE_VALUES.closed);
    queued.set({ provider }, 0);
    durations.zero({ provider, outcome: 'UPSTREAM_REJECTED' });
    for (const reason of REJECTIONS) rejected.inc({ provider, reason }, 0);
  }
  return {
    recordCall({ provider, kind, outcome, seconds }) {
      durations.observe({ provider, outcome }, seconds);
      requests.inc({ provider, purpose: kind });
    },
    requestSent: (provider, purpose) => requests.inc({ provider, purpose }),
    resilience: {
      stateChanged: (provider, state) => breakers.set({ provider }, STATE_VALUES[state]),
      happened(provider, event) {
        if (event === 'retried') retries.inc({ provider });
        else rejected.inc({ provider, reason: event });
      },
      queueChanged: (provider, length) => queued.set({ provider }, length),
    },
    contentIssue: ({ found, omitted = 1 }) =>
      issues.inc({ kind: found === 'none' ? 'missing' : 'mismatch' }, omitted),
  };
}

/** Minimum milliseconds between two log lines about rejections by the same provider. */
const LOG_INTERVAL_MS = 10_000;

const STATE_MESSAGES: Readonly<Record<BreakerState, string>> = {
  open: 'circuit breaker: open, no requests to the provider',
  half_open: 'circuit breaker: half-open, one request tests the provider',
  closed: 'circuit breaker: closed, the provider responds again',
};

/** Records upstream requests in metrics, and logs circuit breakers and rejected credentials. */
export function createProviderHealth(
  metrics: Pick<ProviderMetrics, 'recordCall' | 'resilience'>,
  log: Logger,
): { readonly recordCall: ObserveCalls; readonly resilience: ObserveResilience } {
  const lastLogged = new Map<Provider, { at: number; suppressed: number }>();
  const logRejection = (provider: Provider, error: unknown) => {
    const { at, suppressed } = lastLogged.get(provider) ?? { at: Number.NEGATIVE_INFINITY, suppressed: 0 };
    if (performance.now() - at < LOG_INTERVAL_MS) {
      lastLogged.set(provider, { at, suppressed: suppressed + 1 });
      return;
    }
    lastLogged.set(provider, { at: performance.now(), suppressed: 0 });
    log.error({ provider, cause: briefCauseOf(error), suppressed }, 'a provider rejects requests');
  };
  return {
    recordCall(call) {
      metrics.recordCall(call);
      if (call.outcome === 'UPSTREAM_REJECTED') logRejection(call.provider, call.error);
    },
    resilience: {
      stateChanged(provider, state) {
        metrics.resilience.stateChanged(provider, state);
        log[state === 'open' ? 'warn' : 'info']({ provider, state }, STATE_MESSAGES[state]);
      },
      happened: metrics.resilience.happened,
      queueChanged: metrics.resilience.queueChanged,
    },
  };
}
