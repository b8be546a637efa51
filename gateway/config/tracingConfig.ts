import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ConfigParser } from './configParser.ts';
import { baseUrl, decodeSafely, type Format, httpUrl, listOf, oneOf, text, wholeNumber } from './formats.ts';

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

const ratio: Format<number> = {
  expected: 'a number from 0 to 1',
  parse: (value) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : undefined),
};
/** Pairs whose values are percent-encoded. */
const pairs: Format<Readonly<Record<string, string>>> = {
  expected: 'pairs such as name=value,other=value',
  parse: (value) => (/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/.test(value) ? parsePairs(value) : undefined),
};
const secretHeaders: typeof pairs = {
  expected: 'HTTP headers such as name=value,other=value',
  parse(value) {
    const headers = pairs.parse(value);
    return headers && areHeaders(headers) ? headers : undefined;
  },
  isSecret: true,
  secretsOf: (value) => Object.values(parsePairs(value)),
};

/** Reads the configuration of tracing; undefined without an endpoint. */
export function readTracingConfig({ optional }: Pick<ConfigParser, 'optional'>): TracingConfig | undefined {
  const base = optional('OTEL_EXPORTER_OTLP_ENDPOINT', baseUrl);
  // The specification uses the traces endpoint as is, and appends the path of the signal to the general endpoint.
  const url = optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', httpUrl) ?? (base && `${base}/v1/traces`);
  const config = {
    headers: optional('OTEL_EXPORTER_OTLP_HEADERS', secretHeaders) ?? {},
    serviceName: optional('OTEL_SERVICE_NAME', text) ?? 'trivium',
    attributes: optional('OTEL_RESOURCE_ATTRIBUTES', pairs) ?? {},
    sampler: {
      name: optional('OTEL_TRACES_SAMPLER', oneOf(...SAMPLERS)) ?? 'parentbased_always_on',
      ratio: optional('OTEL_TRACES_SAMPLER_ARG', ratio) ?? 1,
    },
    exportIntervalMs: optional('OTEL_BSP_SCHEDULE_DELAY', wholeNumber) ?? 5000,
  };
  return url === undefined ? undefined : Object.freeze({ url, ...config });
}

function parsePairs(value: string): Readonly<Record<string, string>> {
  const entries = listOf(value).map((pair) => {
    const [name = '', ...values] = pair.split('=');
    return [name.trim(), decodeSafely(values.join('=').trim())] as const;
  });
  return Object.fromEntries(entries.filter(([name]) => name !== ''));
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
