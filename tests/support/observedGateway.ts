import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './freePort.ts';
import { type House, ROOT } from './stack.ts';

/** A span as a collector of traces takes it: OTLP, in JSON. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 is a server's, 3 a client's. */
  readonly kind: number;
  readonly attributes: readonly SentAttribute[];
  readonly events?: readonly { readonly name: string; readonly attributes: readonly SentAttribute[] }[];
  /** The code 2 is an error. */
  readonly status: { readonly code?: number };
}

interface SentAttribute {
  readonly key: string;
  readonly value: SentValue;
}

interface SentValue {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly arrayValue?: { readonly values: readonly SentValue[] };
}

/** A gateway of its own process, watched as an operator does. */
export interface WatchedGateway {
  readonly url: string;
  readonly process: ChildProcess;
  /** All it has written so far. */
  text(): string;
  /** Its lines of the log, as they were written. */
  lines(): readonly Record<string, unknown>[];
  /** The bodies that the collector was sent. */
  readonly sent: readonly string[];
  spans(): readonly SentSpan[];
  close(): Promise<void>;
}

/** Starts a gateway over the emulators of a house, as talkative as it can be, and a collector of its traces. */
export async function startWatchedGateway(
  { env }: House,
  further: Readonly<Record<string, string>> = {},
): Promise<WatchedGateway> {
  const sent: string[] = [];
  const collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    sent.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const port = await freePort();
  const child = spawn(process.execPath, ['gateway/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...env,
      PORT: String(port),
      LOG_LEVEL: 'trace',
      LOG_REQUESTS: 'on',
      STATE_DIR: `${env.STATE_DIR}/watched`,
      // The house keeps the index; this one only follows the content.
      ALGOLIA_WRITE_KEY: '',
      METRICS_TOKEN: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      ...further,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`expected a gateway, got: ${text}`);
    await sleep(50);
  }
  return {
    url,
    process: child,
    text: () => text,
    lines: () =>
      text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as never] : [])),
    sent,
    spans: () => sent.flatMap(readSpans),
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      collector.closeAllConnections();
      await new Promise((done) => collector.close(done));
    },
  };
}

function readSpans(body: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** The attributes of a span or of an event, by name. */
export const attributesOf = ({
  attributes,
}: {
  readonly attributes: readonly SentAttribute[];
}): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, readAttribute(value)]));

const readAttribute = ({ stringValue, intValue, arrayValue }: SentValue): unknown =>
  stringValue ?? intValue ?? arrayValue?.values.map(readAttribute);

/** Asks again until there is what is wanted. @throws Error when there is none in a time that no machine needs */
export async function awaited<T>(look: () => T | undefined, what: string): Promise<T> {
  const end = performance.now() + 20_000;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`expected ${what}, got none`);
    await sleep(20);
  }
}
