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
import { resourceFromAttributes } from '@opentelemetry/resources';
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
import { currentFields, currentRequest, nameOfPath } from './requestContext.ts';
import type { Redact } from './redact.ts';
import type { SpanRequest, Tracing } from './tracing.ts';
import type { TracingConfig } from '../../config/tracingConfig.ts';

interface OtlpOptions {
  readonly config: TracingConfig;
  readonly version: string;
  readonly redact: Redact;
  /** Told when the collector stops taking spans, and when it takes them again. */
  onDelivery(error: Error | undefined): void;
}

/** Fields that a call is said to be for at most. */
const MAX_FIELDS = 20;
/** Characters of an attribute; names of operations and addresses are whoever asks's own. */
const MAX_ATTRIBUTE_LENGTH = 300;
/** Milliseconds that a delivery to the collector may take. */
const EXPORT_TIMEOUT_MS = 2_000;

/** Tells requests and calls to providers to a collector, by OpenTelemetry's protocol. */
export function createOtlpTracing({ config, version, redact, onDelivery }: OtlpOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: config.service,
      [ATTR_SERVICE_VERSION]: version,
      [ATTR_SERVICE_INSTANCE_ID]: randomUUID(),
      ...config.attributes,
    }),
    sampler: samplerOf(config.sampler),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withDeliveryReports(
          new OTLPTraceExporter({ url: config.url, headers: { ...config.headers }, timeoutMillis: EXPORT_TIMEOUT_MS }),
          onDelivery,
        ),
        scheduledDelayMillis: config.interval,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('trivium', version);

  return {
    isEnabled: true,
    startRequest(request) {
      const { method, route, path } = request;
      const attributes: Attributes = {
        [ATTR_HTTP_REQUEST_METHOD]: method,
        [ATTR_URL_PATH]: redact(path),
        ...(route !== undefined && { [ATTR_HTTP_ROUTE]: route }),
      };
      const name = route === undefined ? method : `${method} ${route}`;
      return tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parentOf(request));
    },
    startSubscriptionEvent: () => tracer.startSpan('subscription event', { kind: SpanKind.SERVER }, ROOT_CONTEXT),
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
      const errorType = isCancelled ? 'abandoned' : status >= 500 ? String(status) : codes.find(isServerError);
      if (errorType !== undefined) {
        span.setAttribute(ATTR_ERROR_TYPE, errorType);
        if (!isCancelled) span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
    observeCalls({ provider: service, kind, resends, outcome, status, seconds }) {
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
            ...(resends > 0 && { [ATTR_HTTP_REQUEST_RESEND_COUNT]: resends }),
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
    cacheLookup(layer, state) {
      const span = currentRequest()?.span;
      if (!span?.isRecording()) return;
      const fields = [...new Set(currentFields().map(nameOfPath))].slice(0, MAX_FIELDS);
      span.addEvent('cache', { layer, state, ...(fields.length > 0 && { fields }) });
    },
    close: () => provider.shutdown().catch(onDelivery),
  };
}

/** What clients got wrong is no fault of the request's span. */
const isServerError = (code: string): boolean => code === 'INTERNAL_SERVER_ERROR' || code.startsWith('UPSTREAM_');

/** The context in which a request's span begins: the request around it, or what the client sent. */
function parentOf({ parent, traceparent, tracestate }: SpanRequest) {
  if (parent) return trace.setSpan(ROOT_CONTEXT, parent);
  const sent = readTraceparent(traceparent);
  if (!sent) return ROOT_CONTEXT;
  const state = typeof tracestate === 'string' ? { traceState: createTraceState(tracestate) } : {};
  return trace.setSpanContext(ROOT_CONTEXT, { ...sent, ...state });
}

/** Reads a `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header); later versions may say more. */
function readTraceparent(header: unknown): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(String(header ?? '')) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  const sent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(sent) ? sent : undefined;
}

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

/** The exporter, whose failures somebody hears of: the first of a row, and its end. */
function withDeliveryReports(exporter: SpanExporter, onTrouble: OtlpOptions['onDelivery']): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed !== isFailing) onTrouble(failed ? (result.error ?? new Error('unknown')) : undefined);
        isFailing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() as Promise<void> }),
  };
}
