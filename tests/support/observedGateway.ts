import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayProcess } from './gatewayProcess.ts';
import type { Stack } from './stack.ts';

/** A span in OTLP/JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 for a server span, 3 for a client span. */
  readonly kind: number;
  readonly attributes: readonly SpanAttribute[];
  readonly events?: readonly { readonly name: string; readonly attributes: readonly SpanAttribute[] }[];
  /** Code 2 is an error. */
  readonly status: { readonly code?: number };
}

interface SpanAttribute {
  readonly key: string;
  readonly value: SpanValue;
}

interface SpanValue {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly arrayValue?: { readonly values: readonly SpanValue[] };
}

/** A gateway in its own process whose log and traces are collected. */
export interface ObservedGateway {
  readonly url: string;
  /** Returns everything that the process has written to stdout and stderr. */
  output(): string;
  /** Returns the entries of its JSON log. */
  logEntries(): readonly Record<string, unknown>[];
  /** The request bodies that the trace collector has received. */
  readonly traceExports: readonly string[];
  spans(): readonly Span[];
  /** Ends the gateway with SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
  close(): Promise<void>;
}

/** Starts a gateway over the emulators of a stack with the most verbose log, and a collector of its traces. */
export async function startObservedGateway(
  { env }: Stack,
  overrides: Readonly<Record<string, string>> = {},
): Promise<ObservedGateway> {
  const traceExports: string[] = [];
  const collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    traceExports.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  let output = '';
  const gateway = await createGatewayProcess(
    {
      ...env,
      LOG_LEVEL: 'trace',
      STATE_DIR: `${env.STATE_DIR}/observed`,
      // The gateway of the stack updates the search indexes.
      ALGOLIA_WRITE_KEY: '',
      METRICS_TOKEN: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      ...overrides,
    },
    {
      onLine: (line) => {
        output += `${line}\n`;
      },
    },
  );
  await gateway.start();
  return {
    url: gateway.url,
    output: () => output,
    logEntries: () =>
      output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as never] : [])),
    traceExports,
    spans: () => traceExports.flatMap(readSpans),
    stop: gateway.stop,
    async close() {
      await gateway.kill();
      collector.closeAllConnections();
      await new Promise((resolve) => collector.close(resolve));
    },
  };
}

function readSpans(body: string): Span[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** Returns the attributes of a span or span event by name. */
export const attributesOf = ({
  attributes,
}: {
  readonly attributes: readonly SpanAttribute[];
}): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, readAttribute(value)]));

const readAttribute = ({ stringValue, intValue, arrayValue }: SpanValue): unknown =>
  stringValue ?? intValue ?? arrayValue?.values.map(readAttribute);
