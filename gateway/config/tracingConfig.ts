import { address, type Format, named, text, wholeNumber } from './formats.ts';

/** Where traces go, by the names and defaults of OpenTelemetry's specification. */
export interface TracingConfig {
  /** Takes OTLP over HTTP as JSON. */
  readonly url: string;
  /** What opens it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  /** Further attributes of everything that is told, e.g. `deployment.environment.name`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  /** Milliseconds between two deliveries. */
  readonly interval: number;
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Which requests are traced. */
export interface Sampler {
  readonly name: (typeof SAMPLERS)[number];
  /** From 0 to 1, for those that take a part. */
  readonly ratio: number;
}

const sampler = named(`one of ${SAMPLERS.join(', ')}`, new RegExp(`^(${SAMPLERS.join('|')})$`));
const ratio = named('a number from 0 to 1', /^(0(\.\d+)?|1(\.0+)?)$/);
const pairs = named('pairs such as name=value,other=value', /^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/);
const secretPairs: Format = {
  ...pairs,
  secret: true,
  secretsIn: (value) => Object.values(readPairs(value)),
};

/**
 * Reads where traces go; undefined where nobody collects them.
 * @param optional reads one variable, as `readConfig` does
 */
export function readTracing(
  optional: (name: string, format: Format) => string | undefined,
): TracingConfig | undefined {
  const base = optional('OTEL_EXPORTER_OTLP_ENDPOINT', address);
  const own = optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', address);
  const headers = readPairs(optional('OTEL_EXPORTER_OTLP_HEADERS', secretPairs));
  const service = optional('OTEL_SERVICE_NAME', text) ?? 'trivium';
  const attributes = readPairs(optional('OTEL_RESOURCE_ATTRIBUTES', pairs));
  const name = optional('OTEL_TRACES_SAMPLER', sampler) ?? 'parentbased_always_on';
  const part = optional('OTEL_TRACES_SAMPLER_ARG', ratio) ?? '1';
  const interval = Number(optional('OTEL_BSP_SCHEDULE_DELAY', wholeNumber) ?? 5_000);
  // The address of traces is taken as it stands, the general one is where each signal has its own.
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  return url === undefined
    ? undefined
    : Object.freeze({
        url,
        headers,
        service,
        attributes,
        sampler: { name: name as Sampler['name'], ratio: Number(part) },
        interval,
      });
}

/** Values are escaped as in an address. */
function readPairs(text = ''): Record<string, string> {
  const halves = text
    .split(',')
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(
    halves.flatMap(([name = '', value = '']) =>
      name.trim() ? [[name.trim(), unescaped(value.trim())]] : [],
    ),
  );
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
