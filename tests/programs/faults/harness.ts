import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLFormattedError } from 'graphql';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { callControl } from '../../../gateway/emulators/shared/control.ts';
import type { LoggedRequest } from '../../../gateway/emulators/shared/server.ts';
import type { ResilienceLimits } from '../../../gateway/services/upstream/resiliencePolicy.ts';
import { type EmulatorName, PRODUCTION_DEADLINES, type Stack, startStack } from '../../support/stack.ts';

/** A response of a gateway and its duration. */
export interface MeasuredResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the caller's own query
  readonly data: any;
  readonly errors: readonly GraphQLFormattedError[];
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
}

/** The status of a response with data: 294 if it has errors (GraphQL over HTTP, September 2026). */
export const statusOfData = (errors: MeasuredResponse['errors']): number => (errors.length > 0 ? 294 : 200);

/** A gateway with its own state, over emulators that all gateways of a harness share. */
export interface TestGateway {
  readonly url: string;
  query(query: string, variables?: Readonly<Record<string, unknown>>): Promise<MeasuredResponse>;
  /** Advances the clock of caches and circuit breakers. */
  advanceClock(milliseconds: number): void;
  /** Everything that the gateway disclosed: response headers and bodies, and log lines. */
  readonly outputs: readonly string[];
  readonly log: readonly { readonly level: number; readonly msg: string }[];
  close(): Promise<void>;
}

/** Three emulators with a search index, a redirect target, and gateways over them. */
export interface Harness {
  readonly stack: Stack;
  /** A server that redirects point to; no request may reach it. */
  readonly redirectTarget: { readonly url: string; requestCount(): number };
  /** Values that a gateway must not disclose. */
  readonly secrets: readonly string[];
  openGateway(options?: TestGatewayOptions): Promise<TestGateway>;
  /** Waits until an emulator has no pending request. Returns its requests since `stack.clearRequests`. */
  requests(emulator: EmulatorName): Promise<LoggedRequest[]>;
  /** Waits until an emulator has a pending request. */
  waitForRequest(emulator: EmulatorName): Promise<void>;
  close(): Promise<void>;
}

interface TestGatewayOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Waits until the gateway has read the media library; true by default. */
  readonly shouldAwaitMediaLibrary?: boolean;
}

/** Longer than the timeouts of all upstream requests. */
const REQUEST_TIMEOUT_MS = 10_000;

/** @param resilience overrides of the resilience limits */
export async function openHarness(resilience: Partial<ResilienceLimits> = {}): Promise<Harness> {
  const stack = await startStack({ env: { CONSUME_CHANGES: 'off', ...PRODUCTION_DEADLINES } });
  const redirectTarget = await openRedirectTarget();
  return {
    stack,
    redirectTarget,
    secrets: secretsOf(stack),
    openGateway: (options) => openGateway(stack, resilience, options),
    requests: async (emulator) =>
      (
        await waitForRequests(
          stack.emulators[emulator].url,
          'no pending requests',
          ({ inFlight }) => inFlight === 0,
        )
      ).requests,
    waitForRequest: async (emulator) =>
      void (await waitForRequests(
        stack.emulators[emulator].url,
        'a pending request',
        ({ inFlight }) => inFlight > 0,
      )),
    async close() {
      await stack.close();
      redirectTarget.close();
    },
  };
}

interface EmulatorRequests {
  readonly requests: LoggedRequest[];
  readonly inFlight: number;
}

/** Polls the requests of an emulator until a condition holds. @throws Error after 10 s */
async function waitForRequests(
  url: string,
  expected: string,
  isMet: (calls: EmulatorRequests) => boolean,
): Promise<EmulatorRequests> {
  const deadline = performance.now() + REQUEST_TIMEOUT_MS;
  for (;;) {
    const calls: EmulatorRequests = await callControl(url, 'GET', 'requests');
    if (isMet(calls)) return calls;
    if (performance.now() > deadline)
      throw new Error(`expected ${expected}, got ${calls.inFlight} pending requests`);
    await sleep(10);
  }
}

async function openGateway(
  { env: stackEnv }: Stack,
  resilience: Partial<ResilienceLimits>,
  { env = {}, shouldAwaitMediaLibrary = true }: TestGatewayOptions = {},
): Promise<TestGateway> {
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-'));
  const outputs: string[] = [];
  const log: { level: number; msg: string }[] = [];
  let clockOffsetMs = 0;
  const gateway = await createGateway(
    readConfig({ ...stackEnv, STATE_DIR: stateDir, LOG_LEVEL: 'debug', ...env }),
    {
      resilience,
      now: () => Date.now() + clockOffsetMs,
      logDestination: {
        write(text) {
          outputs.push(text);
          log.push(JSON.parse(text) as { level: number; msg: string });
        },
      },
    },
  );
  if (shouldAwaitMediaLibrary) await gateway.mediaLibraryLoaded;
  return {
    url: gateway.url,
    outputs,
    log,
    async query(query, variables = {}) {
      const { response, text } = await queryTimed(gateway.url, query, variables);
      outputs.push(text);
      return response;
    },
    advanceClock(milliseconds) {
      clockOffsetMs += milliseconds;
    },
    async close() {
      await gateway.close();
      rmSync(stateDir, { recursive: true });
    },
  };
}

/** Sends a query and measures its duration. Also returns the headers and the body as text. */
export async function queryTimed(
  origin: string,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<{ response: MeasuredResponse; text: string }> {
  const startedAt = performance.now();
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });
  const body = await response.text();
  const durationMs = Math.round(performance.now() - startedAt);
  const { data = null, errors = [], extensions = {} } = JSON.parse(body);
  const headers = JSON.stringify([...response.headers]);
  return {
    response: { status: response.status, data, errors, extensions, durationMs },
    text: `${headers}\n${body}`,
  };
}

/** Returns the credentials in the configuration. */
function secretsOf({ config: { content, media, search }, env }: Stack): readonly string[] {
  return [
    content.readToken,
    env.SANITY_WRITE_TOKEN,
    env.SANITY_WEBHOOK_SECRET,
    media.tokenSecret,
    env.MUX_PRIVATE_KEY,
    env.MUX_WEBHOOK_SECRET,
    search.searchKey,
    env.ALGOLIA_WRITE_KEY,
  ].filter((secret) => secret !== undefined);
}

async function openRedirectTarget() {
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, requestCount: () => requestCount, close: () => server.close() };
}
