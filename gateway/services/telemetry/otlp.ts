import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
  ATTR_URL_PATH,
} from '@opentelemetry/semantic-conventions';
import type { TracingConfig } from '../../config/tracingConfig.ts';
import type { Redact } from './redact.ts';
import { currentFields, currentRequest, nameOfPath } from './requestContext.ts';
import type { SpanRequest, Tracing } from './tracing.ts';

interface OtlpOptions {
  readonly config: TracingConfig;
  readonly version: string;
  readonly redact: Redact;
  /** Runs when exports start to fail, and with undefined when they succeed again. */
  onExportChange(error: Error | undefined): void;
}

/** Field paths in an attribute. */
const MAX_FIELDS = 20;
/** Clients choose operation names and paths, so their length is limited. */
const MAX_ATTRIBUTE_CHARACTERS = 300;
const EXPORT_TIMEOUT_MS = 2_000;

/** Creates tracing that exports spans over OTLP. */
export function createOtlpTracing({ config, version, redact, onExportChange }: OtlpOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: 'trivium',
      [ATTR_SERVICE_VERSION]: version,
      [ATTR_SERVICE_INSTANCE_ID]: randomUUID(),
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(config.sampler),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withExportReports(
          new OTLPTraceExporter({
            headers: { ...config.headers },
            timeoutMillis: EXPORT_TIMEOUT_MS,
          }),
          onExportChange,
        ),
        scheduledDelayMillis: config.exportIntervalMs,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('trivium', version);

  return {
    isEnabled: true,
    startRequest(request) {
      const { method, path } = request;
      const attributes: Attributes = { [ATTR_HTTP_REQUEST_METHOD]: method, [ATTR_URL_PATH]: redact(path) };
      return tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parentOf(request));
    },
    startSubscriptionEvent: () =>
      tracer.startSpan('subscription event', { kind: SpanKind.SERVER }, ROOT_CONTEXT),
    nameByRoute({ span }, method, route) {
      span?.updateName(`${method} ${route}`).setAttribute(ATTR_HTTP_ROUTE, route);
    },
    end({ span, operation, codes = [], caller, cost }, { status = 0, isCancelled }) {
      if (!span) return;
      span.setAttributes({
        ...(status > 0 && { [ATTR_HTTP_RESPONSE_STATUS_CODE]: status }),
        ...(operation && { 'graphql.operation.type': operation.type }),
        ...(operation?.name !== undefined && { 'graphql.operation.name': redact(operation.name) }),
        ...(codes.length > 0 && { 'trivium.error.codes': [...codes] }),
        ...(caller !== undefined && { 'trivium.caller': caller }),
        ...(cost && {
          'trivium.cost.requested': cost.requested,
          'trivium.cost.actual': cost.actual,
        }),
      });
      const errorType = isCancelled
        ? 'cancelled'
        : status >= 500
          ? String(status)
          : codes.find(isServerError);
      if (errorType !== undefined) {
        span.setAttribute(ATTR_ERROR_TYPE, errorType);
        if (!isCancelled) span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
    recordCall({ provider: service, kind, retries, outcome, status, seconds }) {
      const parent = currentRequest()?.span;
      const fields = [...new Set(currentFields().map(nameOfPath))];
      const now = Date.now();
      const call = tracer.startSpan(
        `${service} ${kind}`,
        {
          kind: SpanKind.CLIENT,
          startTime: now - seconds * 1000,
          attributes: {
            'trivium.provider': service,
            'trivium.call': kind,
            ...(status !== undefined && { [ATTR_HTTP_RESPONSE_STATUS_CODE]: status }),
            ...(retries > 0 && { [ATTR_HTTP_REQUEST_RESEND_COUNT]: retries }),
            'trivium.outcome': outcome,
            ...(fields.length > 0 && { 'trivium.fields': fields.slice(0, MAX_FIELDS) }),
            ...(fields.length > MAX_FIELDS && { 'trivium.fields.count': fields.length }),
            ...(outcome !== 'ok' && { [ATTR_ERROR_TYPE]: outcome }),
          },
        },
        parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      );
      if (outcome !== 'ok') call.setStatus({ code: SpanStatusCode.ERROR });
      call.end(now);
    },
    cacheLookup(layer, result) {
      const span = currentRequest()?.span;
      if (!span?.isRecording()) return;
      const fields = [...new Set(currentFields().map(nameOfPath))].slice(0, MAX_FIELDS);
      span.addEvent('cache', { layer, result, ...(fields.length > 0 && { fields }) });
    },
    close: () => provider.shutdown().catch(onExportChange),
  };
}

/** Returns the parent context of a request span: the enclosing request, or the client's `traceparent`. */
function parentOf({ parent, traceparent, tracestate }: SpanRequest) {
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

/** Errors of clients do not mark the request span as failed. */
const isServerError = (code: string): boolean =>
  code === 'INTERNAL_SERVER_ERROR' || code.startsWith('UPSTREAM_');

function samplerOf({ name, ratio }: TracingConfig['sampler']): Sampler {
  const [base = '', isParentBased] = [name.replace('parentbased_', ''), name.startsWith('parentbased_')];
  const root =
    base === 'always_off'
      ? new AlwaysOffSampler()
      : base === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

/** Wraps an exporter so that the first failure of a series and the first success after it are reported. */
function withExportReports(exporter: SpanExporter, onTrouble: OtlpOptions['onExportChange']): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed !== isFailing)
          onTrouble(hasFailed ? (result.error ?? new Error('unknown')) : undefined);
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() as Promise<void> }),
  };
}
