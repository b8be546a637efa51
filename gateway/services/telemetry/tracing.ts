import type { Span } from '@opentelemetry/api';
import type { ObserveCalls } from '../upstream/upstreamCall.ts';
import type { RequestContext } from './requestContext.ts';

/** The start of a request span. */
export interface SpanRequest {
  readonly method: string;
  /** Without the query string, which may contain private data. */
  readonly path: string;
  /** Headers of W3C Trace Context as received; malformed headers are ignored. */
  readonly traceparent: unknown;
  readonly tracestate: unknown;
  /** The span of the enclosing request, for an internal request. */
  readonly parent: Span | undefined;
}

/** The end of a request span. */
export interface SpanResult {
  /** HTTP status, if there is one. */
  readonly status?: number;
  /** True if the client disconnected before the response was complete. */
  readonly isCancelled: boolean;
}

/** Records spans of requests and of their upstream requests. */
export interface Tracing {
  readonly isEnabled: boolean;
  startRequest(request: SpanRequest): Span | undefined;
  /** Names the span of a request by the pattern of its route. */
  nameByRoute(request: RequestContext, method: string, route: string): void;
  /** Starts a span for a message of a subscription. */
  startSubscriptionEvent(): Span | undefined;
  end(request: RequestContext, result: SpanResult): void;
  /** Records a completed upstream request as a child span. */
  readonly recordCall: ObserveCalls;
  /** Adds a cache lookup as an event to the request span. */
  cacheLookup(layer: string, result: string): void;
  /** Exports the remaining spans within `EXPORT_TIMEOUT_MS`. */
  close(): Promise<void>;
}

/** Tracing that does nothing. */
export const noTracing: Tracing = {
  isEnabled: false,
  startRequest: () => undefined,
  nameByRoute: () => undefined,
  startSubscriptionEvent: () => undefined,
  end: () => undefined,
  recordCall: () => undefined,
  cacheLookup: () => undefined,
  close: async () => undefined,
};
