import type { GraphQLFormattedError } from 'graphql';
import { freePort } from '../../support/freePort.ts';
import { createGatewayProcess, type GatewayProcess } from '../../support/gatewayProcess.ts';
import { cpuMs, residentBytes } from '../load/processFigures.ts';
import { MAX_CPU_MS } from './targets/measuredCall.ts';

const MAX_MEMORY_GROWTH_MB = 400;
const REQUEST_TIMEOUT_MS = 20_000;
/** Time for a health check after an input. */
const HEALTH_TIMEOUT_MS = 5_000;
const ERROR_LEVEL = 50;
/** Enough for the stack of an error. */
const MAX_LINE_CHARACTERS = 2_000;
/** Codes that blame the document or the provider. `UPSTREAM_REJECTED` would blame a provider that did nothing wrong. */
const ALLOWED_CODES = new Set([
  'AMBIGUOUS_LOOKUP',
  'CONTENT_MISMATCH',
  'INCOMPLETE_DOCUMENT',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TOO_LARGE',
  'UPSTREAM_THROTTLED',
  'UPSTREAM_QUERY_REJECTED',
]);

/** A gateway process whose responses, log, processor time and memory are checked. Inputs that exceed its heap end it. */
export interface CheckedGateway {
  readonly url: string;
  /** The origin of `/metrics`. */
  readonly operatorUrl: string;
  /** Sends any input and measures the processor time. @param send returns what went wrong */
  observe(send: () => Promise<readonly string[]>): Promise<void>;
  /** Runs a GraphQL query. Error codes other than these and those of documents and providers are failures. */
  query(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    codes?: readonly string[],
  ): Promise<void>;
  /** Requests a page of the app. */
  page(path: string): Promise<void>;
  /** Returns the failures since the last call, once the gateway is idle again. Starts it again if it ended. */
  takeFailures(): Promise<readonly string[]>;
  memoryFailures(): readonly string[];
  close(): Promise<void>;
}

export async function openCheckedGateway(env: Readonly<Record<string, string>>): Promise<CheckedGateway> {
  let failures: string[] = [];
  let hasEnded = false;
  const operatorPort = await freePort();
  const gateway = await createGatewayProcess(
    { ...env, LOG_LEVEL: 'error', OPERATOR_PORT: String(operatorPort) },
    {
      onLine: (line) =>
        void (isErrorLine(line) && failures.push(`log: ${line.slice(0, MAX_LINE_CHARACTERS)}`)),
      onExit(reason) {
        hasEnded = true;
        failures.push(`crash: the process ${reason}`);
      },
    },
  );
  await gateway.start();
  const initialMb = memoryMb(gateway);

  const observe = async (name: string, send: () => Promise<readonly string[]>): Promise<void> => {
    const before = cpuMs(gateway.pid ?? 0);
    try {
      failures.push(...(await send()));
    } catch (error) {
      failures.push(`${name}: expected a response, got ${String(error)}`);
    }
    const spentMs = cpuMs(gateway.pid ?? 0) - before;
    if (spentMs > MAX_CPU_MS) failures.push(`${name}: expected at most ${MAX_CPU_MS} ms CPU, got ${spentMs}`);
  };
  /** Sends a request. Returns the body. */
  const send = async (name: string, path: string, init?: RequestInit): Promise<string | undefined> => {
    let text: string | undefined;
    await observe(name, async () => {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const response = await fetch(gateway.url + path, { ...init, signal });
      text = await response.text();
      return response.status === 500 ? [`${name}: expected no status 500, got ${text.slice(0, 200)}`] : [];
    });
    return text;
  };
  /** Waits until the gateway responds to a health check. Its earlier log lines have arrived then. */
  const awaitIdle = async (): Promise<void> => {
    if (hasEnded) return;
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const { status } = await fetch(`${gateway.url}/health/live`, { signal }).catch((error) => ({
      status: String(error),
    }));
    if (status !== 200 && !hasEnded) failures.push(`expected the gateway to be live, got ${status}`);
  };

  return {
    url: gateway.url,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    observe: (sendInput) => observe('input', sendInput),
    async query(query, variables = {}, codes = []) {
      const name = query.slice(0, 60);
      const text = await send(name, '/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      if (text === undefined) return;
      const { errors = [] } = JSON.parse(text) as { errors?: GraphQLFormattedError[] };
      for (const { extensions, message, path } of errors) {
        const code = String(extensions?.code);
        if (ALLOWED_CODES.has(code) || codes.includes(code)) continue;
        failures.push(`${name}: expected no ${code} at ${path?.join('.')}, got ${message}`);
      }
    },
    page: async (path) => void (await send(path, path)),
    async takeFailures() {
      await awaitIdle();
      const taken = failures;
      failures = [];
      if (hasEnded) {
        hasEnded = false;
        await gateway.start();
      }
      return [...new Set(taken)];
    },
    memoryFailures() {
      const growthMb = Math.round(memoryMb(gateway) - initialMb);
      return growthMb > MAX_MEMORY_GROWTH_MB
        ? [`expected memory growth of at most ${MAX_MEMORY_GROWTH_MB} MB, got ${growthMb}`]
        : [];
    },
    close: async () => void (await gateway.kill()),
  };
}

/** Lines that blame a provider, or a document that is too large for the search index. */
const ALLOWED_LINES = /"msg":"a provider |exceeds \d+ bytes even without its longest texts/;

/** Returns whether a log line blames the gateway. Lines that are not JSON are warnings and stack traces of Node. */
function isErrorLine(line: string): boolean {
  try {
    const { level } = JSON.parse(line) as { level: number };
    return level >= ERROR_LEVEL && !ALLOWED_LINES.test(line);
  } catch {
    return line.trim() !== '';
  }
}

const memoryMb = ({ pid }: GatewayProcess): number => (residentBytes(pid ?? 0) ?? 0) / 1024 / 1024;
