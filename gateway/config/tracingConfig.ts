import { validateHeaderName, validateHeaderValue } from 'node:http';
import { decodeSafely, type Format, httpUrl, patternFormat, text, wholeNumber } from './formats.ts';

/** Export of traces, with the variables and defaults of the OpenTelemetry specification. */
export interface TracingConfig {
  /** Accepts OTLP over HTTP as JSON. */
  readonly url: string;
  /** Request headers, usually credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Resource attributes of all spans, e.g. `deployment.environment.name`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  readonly exportIntervalMs: number;
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Decides which requests are traced. */
export interface Sampler {
  readonly name: (typeof SAMPLERS)[number];
  /** The share of traces of the `traceidratio` samplers, 0 to 1. */
  readonly ratio: number;
}

const sampler = patternFormat(`one of ${SAMPLERS.join(', ')}`, new RegExp(`^(${SAMPLERS.join('|')})$`));
const ratio = patternFormat('a number from 0 to 1', /^(0(\.\d+)?|1(\.0+)?)$/);
const pairs = patternFormat('pairs such as name=value,other=value', /^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/);
const secretHeaders: Format = {
  expected: 'HTTP headers such as name=value,other=value',
  matches: (value) => pairs.matches(value) && areHeaders(parsePairs(value)),
  isSecret: true,
  secretsOf: (value) => Object.values(parsePairs(value)),
};

/**
 * Reads the configuration of tracing; undefined without an endpoint.
 * @param optional reads one variable
 */
export function readTracingConfig(
  optional: (name: string, format: Format) => string | undefined,
): TracingConfig | undefined {
  const baseUrl = optional('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl);
  const tracesUrl = optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', httpUrl);
  const headers = parsePairs(optional('OTEL_EXPORTER_OTLP_HEADERS', secretHeaders));
  const serviceName = optional('OTEL_SERVICE_NAME', text) ?? 'trivium';
  const attributes = parsePairs(optional('OTEL_RESOURCE_ATTRIBUTES', pairs));
  const name = optional('OTEL_TRACES_SAMPLER', sampler) ?? 'parentbased_always_on';
  const samplerRatio = optional('OTEL_TRACES_SAMPLER_ARG', ratio) ?? '1';
  const exportIntervalMs = Number(optional('OTEL_BSP_SCHEDULE_DELAY', wholeNumber) ?? 5_000);
  // The specification uses the traces endpoint as is, and appends the path of the signal to the general endpoint.
  const url = tracesUrl ?? (baseUrl && `${baseUrl.replace(/\/+$/, '')}/v1/traces`);
  return url === undefined
    ? undefined
    : Object.freeze({
        url,
        headers,
        serviceName,
        attributes,
        sampler: { name: name as Sampler['name'], ratio: Number(samplerRatio) },
        exportIntervalMs,
      });
}

/** Parses `name=value` pairs whose values are percent-encoded. */
function parsePairs(text = ''): Record<string, string> {
  const entries = text
    .split(',')
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(
    entries.flatMap(([name = '', value = '']) =>
      name.trim() ? [[name.trim(), decodeSafely(value.trim())]] : [],
    ),
  );
}

/** Returns whether Node, which sends the traces, allows these names and values in a request. */
function areHeaders(headers: Readonly<Record<string, string>>): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}
