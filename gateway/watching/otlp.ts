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
import { currentFields, currentJourney, nameOfPath } from './journey.ts';
import type { Mask } from './mask.ts';
import type { BegunRequest, Tracing } from './tracing.ts';
import type { TracingConfig } from './tracingConfig.ts';

interface OtlpOptions {
  readonly config: TracingConfig;
  readonly version: string;
  readonly mask: Mask;
  /** Told when the collector stops taking spans, and when it takes them again. */
  onTrouble(error: Error | undefined): void;
}

/** Fields that a call is said to be for at most. */
const MOST_FIELDS = 20;
/** Characters of an attribute; names of operations and addresses are whoever asks's own. */
const LONGEST_VALUE = 300;
/** Milliseconds that a delivery to the collector may take. */
const DELIVERY = 2_000;

/** Tells requests and calls to providers to a collector, by OpenTelemetry's protocol. */
export function createOtlpTracing({ config, version, mask, onTrouble }: OtlpOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: config.service,
      [ATTR_SERVICE_VERSION]: version,
      [ATTR_SERVICE_INSTANCE_ID]: randomUUID(),
      ...config.attributes,
    }),
    sampler: samplerOf(config.sampler),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: told(
          new OTLPTraceExporter({ url: config.url, headers: { ...config.headers }, timeoutMillis: DELIVERY }),
          onTrouble,
        ),
        scheduledDelayMillis: config.interval,
        exportTimeoutMillis: DELIVERY,
      }),
    ],
  });
  const tracer = provider.getTracer('trivium', version);

  return {
    isOn: true,
    begin(request) {
      const { method, route, path } = request;
      const attributes: Attributes = {
        [ATTR_HTTP_REQUEST_METHOD]: method,
        [ATTR_URL_PATH]: mask(path),
        ...(route !== undefined && { [ATTR_HTTP_ROUTE]: route }),
      };
      const name = route === undefined ? method : `${method} ${route}`;
      return tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parentOf(request));
    },
    beginEvent: () => tracer.startSpan('subscription event', { kind: SpanKind.SERVER }, ROOT_CONTEXT),
    end({ span, operation, codes = [], caller, cost }, { status = 0, isAbandoned }) {
      if (!span) return;
      span.setAttributes({
        ...(status > 0 && { [ATTR_HTTP_RESPONSE_STATUS_CODE]: status }),
        ...(operation && { 'graphql.operation.type': operation.type }),
        ...(operation?.name !== undefined && { 'graphql.operation.name': mask(operation.name) }),
        ...(codes.length > 0 && { 'trivium.error.codes': [...codes] }),
        ...(caller !== undefined && { 'trivium.caller': caller }),
        ...(cost && {
          'trivium.cost.requested': cost.requested,
          'trivium.cost.actual': cost.actual,
        }),
      });
      const fault = isAbandoned ? 'abandoned' : status >= 500 ? String(status) : codes.find(isFault);
      if (fault !== undefined) {
        span.setAttribute(ATTR_ERROR_TYPE, fault);
        if (!isAbandoned) span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
    observeCalls({ provider: service, kind, resends, outcome, status, seconds }) {
      const parent = currentJourney()?.span;
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
            ...(fields.length > 0 && { 'trivium.fields': fields.slice(0, MOST_FIELDS) }),
            ...(fields.length > MOST_FIELDS && { 'trivium.fields.count': fields.length }),
            ...(outcome !== 'ok' && { [ATTR_ERROR_TYPE]: outcome }),
          },
        },
        parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      );
      if (outcome !== 'ok') call.setStatus({ code: SpanStatusCode.ERROR });
      call.end(now);
    },
    lookedUp(layer, state) {
      const span = currentJourney()?.span;
      if (!span?.isRecording()) return;
      const fields = [...new Set(currentFields().map(nameOfPath))].slice(0, MOST_FIELDS);
      span.addEvent('cache', { layer, state, ...(fields.length > 0 && { fields }) });
    },
    close: () => provider.shutdown().catch(onTrouble),
  };
}

/** What clients got wrong is no fault of the request's span. */
const isFault = (code: string): boolean => code === 'INTERNAL_SERVER_ERROR' || code.startsWith('UPSTREAM_');

/** The context in which a request's span begins: the request around it, or what the client sent. */
function parentOf({ parent, traceparent, tracestate }: BegunRequest) {
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
function told(exporter: SpanExporter, onTrouble: OtlpOptions['onTrouble']): SpanExporter {
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
