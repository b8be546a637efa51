import type { RateLimitObserver } from '../rateLimit/rateLimiter.ts';
import type { Instruments } from './instruments.ts';

/** The kind of address of a request; `none`: not found. */
export type RequestKind =
  | 'graphql'
  | 'mcp'
  | 'explorer'
  /** An event stream, which lasts as long as its subscriptions. */
  | 'stream'
  | 'webhook'
  | 'page'
  | 'file'
  | 'schema'
  | 'health'
  | 'metrics'
  | 'none';

/** Records requests and GraphQL errors. */
export interface RequestObserver {
  started(): void;
  ended(request: { readonly kind: RequestKind; readonly status: number; readonly seconds: number }): void;
  /** Counts an error in a response. */
  graphqlError(code: string): void;
}

/** Records what happens to requests before they are executed. */
export interface AdmissionObserver {
  /** Counts a GraphQL document by its source: its text, its id in the manifest or in the store, or a rejected one. */
  documentReceived(source: DocumentSource): void;
  /** Counts a request, connection or subscription rejected by load shedding, or by the queue of pages. */
  requestShed(): void;
  /** Records the delay of the thread pool. */
  threadPoolDelayed(seconds: number): void;
  /** Counts input that is not a valid HTTP request, by the error code of its response. */
  malformedRequest(code: string): void;
}

export type DocumentSource = 'text' | 'trusted' | 'persisted' | 'rejected';

/** Cached responses take a few milliseconds; providers are awaited for up to five seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Limit for the values of the label `code`; further codes count as `OTHER`. */
const MAX_CODES = 60;

/** Creates the metrics of requests and GraphQL errors. */
export function createRequestMetrics({ counter, observableGauge, histogram }: Instruments): RequestObserver {
  const durations = histogram(
    'trivium_request_duration_seconds',
    'Duration of requests by kind and status class (499: the client disconnected).',
    { labels: ['kind', 'status'], buckets: DURATION_BUCKETS_SECONDS },
  );
  let inFlight = 0;
  observableGauge('trivium_requests_in_flight', 'Requests in progress.', () => inFlight);
  const errors = counter('trivium_graphql_errors_total', 'Errors in responses, by code.', ['code']);
  errors.inc({ code: 'INTERNAL_SERVER_ERROR' }, 0);
  const codes = new Set<string>();
  return {
    started() {
      inFlight += 1;
    },
    ended({ kind, status, seconds }) {
      inFlight -= 1;
      durations.observe({ kind, status: status === 499 ? '499' : `${Math.floor(status / 100)}xx` }, seconds);
    },
    graphqlError(code) {
      if (codes.size < MAX_CODES) codes.add(code);
      errors.inc({ code: codes.has(code) ? code : 'OTHER' });
    },
  };
}

/** Creates the metrics of documents, load shedding and malformed requests. */
export function createAdmissionMetrics({ counter, gauge }: Instruments): AdmissionObserver {
  const documents = counter(
    'trivium_graphql_documents_total',
    'GraphQL documents by source: text, trusted (id in a manifest), persisted (id in the store), or rejected.',
    ['source'],
  );
  const shed = counter(
    'trivium_load_shed_total',
    'Requests, connections and subscriptions rejected because of the delay of the event loop or the thread pool, or because of waiting pages.',
  );
  const threadPoolDelay = gauge(
    'trivium_thread_pool_delay_seconds',
    'Median time that tasks waited for the thread pool in the last 2 seconds.',
  );
  const malformed = counter(
    'trivium_malformed_requests_total',
    'Input that is not a valid HTTP request, by the error code of its response.',
    ['code'],
  );
  return {
    documentReceived: (source) => documents.inc({ source }),
    requestShed: () => shed.inc(),
    threadPoolDelayed: (seconds) => threadPoolDelay.set(seconds),
    malformedRequest: (code) => malformed.inc({ code }),
  };
}

/** Records subscriptions and their connections. */
export interface SubscriptionObserver {
  /** Registers the gauges; they are read at each scrape. */
  observeState(state: { connections(): number; subscriptions(): number }): void;
  /** Counts a connection that the gateway closed or rejected. */
  connectionClosed(reason: string): void;
  /** Counts the message of an event. @param isShared whether it was created for another subscription */
  messageCreated(isShared: boolean): void;
}

export function createSubscriptionMetrics({ counter, observableGauge }: Instruments): SubscriptionObserver {
  const closed = counter(
    'trivium_subscription_connections_closed_total',
    'Subscription connections that the gateway closed or rejected, by reason.',
    ['reason'],
  );
  closed.inc({ reason: 'connection_limit' }, 0);
  const messages = counter(
    'trivium_subscription_messages_total',
    'Messages of events, by source: executed for this subscription, or shared with one that has the same request.',
    ['source'],
  );
  for (const source of ['executed', 'shared']) messages.inc({ source }, 0);
  return {
    observeState({ connections, subscriptions }) {
      observableGauge('trivium_subscription_connections', 'Open subscription connections.', connections);
      observableGauge('trivium_subscriptions', 'Active subscriptions.', subscriptions);
    },
    connectionClosed: (reason) => closed.inc({ reason }),
    messageCreated: (isShared) => messages.inc({ source: isShared ? 'shared' : 'executed' }),
  };
}

export function createRateLimitMetrics({ counter }: Instruments): RateLimitObserver {
  const labels = ['caller'] as const;
  const charged = counter(
    'trivium_rate_limit_points_charged_total',
    'Rate limit points charged, by kind of caller (anonymous, key, editor).',
    labels,
  );
  const refunded = counter(
    'trivium_rate_limit_points_refunded_total',
    'Charged rate limit points that were not used, by kind of caller.',
    labels,
  );
  const rejected = counter(
    'trivium_rate_limit_rejected_total',
    'Operations and pages rejected by the rate limit, by kind of caller.',
    labels,
  );
  rejected.inc({ caller: 'anonymous' }, 0);
  return {
    charged: (caller, points) => charged.inc({ caller }, points),
    refunded: (caller, points) => refunded.inc({ caller }, points),
    rejected: (caller) => rejected.inc({ caller }),
  };
}
