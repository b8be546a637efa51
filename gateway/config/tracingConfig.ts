import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ConfigParser } from './configParser.ts';
import { decodeSafely, type Format, httpUrl, listOf, oneOf, wholeNumber } from './formats.ts';

/** The options that the gateway passes to the SDK of OpenTelemetry. The SDK reads its other variables itself. */
export interface TracingConfig {
  /** Request headers, usually credentials. */
  readonly headers: Readonly<Record<string, string>>;
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
const secretHeaders: Format<Readonly<Record<string, string>>> = {
  expected: 'HTTP headers such as name=value,other=value',
  parse(value) {
    const headers = parsePairs(value);
    return /^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/.test(value) && areHeaders(headers) ? headers : undefined;
  },
  isSecret: true,
  secretsOf: (value) => Object.values(parsePairs(value)),
};

/** Reads the configuration of tracing; undefined without an endpoint. */
export function readTracingConfig({ optional }: Pick<ConfigParser, 'optional'>): TracingConfig | undefined {
  const endpoint = optional('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl);
  const tracesEndpoint = optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', httpUrl);
  const config: TracingConfig = {
    headers: {
      ...optional('OTEL_EXPORTER_OTLP_HEADERS', secretHeaders),
      ...optional('OTEL_EXPORTER_OTLP_TRACES_HEADERS', secretHeaders),
    },
    sampler: {
      name: optional('OTEL_TRACES_SAMPLER', oneOf(...SAMPLERS)) ?? 'parentbased_always_on',
      ratio: optional('OTEL_TRACES_SAMPLER_ARG', ratio) ?? 1,
    },
    exportIntervalMs: optional('OTEL_BSP_SCHEDULE_DELAY', wholeNumber) ?? 5000,
  };
  return (endpoint ?? tracesEndpoint) === undefined ? undefined : Object.freeze(config);
}

/** Parses `name=value` pairs whose values are percent-encoded. */
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
