import {
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
} from '@opentelemetry/api';
import type { SpanRequest } from './tracing.ts';

/** Returns the parent context of a request span: the enclosing request, or the client's `traceparent`. */
export function parentOf({ parent, traceparent, tracestate }: SpanRequest) {
  if (parent) return trace.setSpan(ROOT_CONTEXT, parent);
  const sent = readTraceparent(traceparent);
  if (!sent) return ROOT_CONTEXT;
  const state = typeof tracestate === 'string' ? { traceState: createTraceState(tracestate) } : {};
  return trace.setSpanContext(ROOT_CONTEXT, { ...sent, ...state });
}

/** Parses a `traceparent` header (https://www.w3.org/TR/trace-context/#traceparent-header). Later versions may append parts. */
function readTraceparent(header: unknown): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(String(header ?? '')) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  const sent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(sent) ? sent : undefined;
}
