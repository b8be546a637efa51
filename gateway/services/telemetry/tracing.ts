import type { Span } from '@opentelemetry/api';
import type { ObserveCalls } from '../upstream/upstreamCall.ts';
import type { RequestContext } from './requestContext.ts';

/** A request as its span begins with it. */
export interface SpanRequest {
  readonly method: string;
  /** The pattern of its address; undefined where nothing answers there. */
  readonly route: string | undefined;
  /** Without its query, which may hold what is nobody's business. */
  readonly path: string;
  /** As they came; what is not in the form of W3C Trace Context counts for nothing. */
  readonly traceparent: unknown;
  readonly tracestate: unknown;
  /** The span of the request within which this one is made. */
  readonly parent: Span | undefined;
}

/** How a request ended. */
export interface SpanResult {
  /** Absent where there is no HTTP answer. */
  readonly status?: number;
  /** Whether the client had gone before its answer was complete. */
  readonly isCancelled: boolean;
}

/** What is told of requests to whoever collects traces. */
export interface Tracing {
  /** Whether anything is traced at all. */
  readonly isEnabled: boolean;
  startRequest(request: SpanRequest): Span | undefined;
  /** The same for an event that a subscription is told. */
  startSubscriptionEvent(): Span | undefined;
  end(journey: RequestContext, ended: SpanResult): void;
  /** A call to a provider has ended: it becomes a span of the request it was made for. */
  readonly observeCalls: ObserveCalls;
  /** Something was looked for among kept answers. */
  cacheLookup(layer: string, state: string): void;
  /** Sends what has not been sent, within a second or two, and ends. */
  close(): Promise<void>;
}

/** Where nothing is traced. */
export const noTracing: Tracing = {
  isEnabled: false,
  startRequest: () => undefined,
  startSubscriptionEvent: () => undefined,
  end: () => undefined,
  observeCalls: () => undefined,
  cacheLookup: () => undefined,
  close: async () => undefined,
};
