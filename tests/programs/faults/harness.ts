import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLFormattedError } from 'graphql';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import type { LoggedRequest } from '../../../gateway/emulators/shared/server.ts';
import type { ResilienceLimits } from '../../../gateway/services/upstream/resiliencePolicy.ts';
import { type EmulatorName, type House, openHouse } from '../../support/stack.ts';

/** An answer of a gateway, and how long it took. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the question's own
  readonly data: any;
  readonly errors: readonly GraphQLFormattedError[];
  readonly extensions: Readonly<Record<string, unknown>>;
  /** Milliseconds. */
  readonly ms: number;
}

/** A gateway without memory of any other, over the emulators that all share. */
export interface Subject {
  readonly url: string;
  ask(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** Lets time pass for what is kept and for the silence that providers ask for. */
  pass(milliseconds: number): void;
  /** Whatever left it: bodies and headers of answers, lines of the log. */
  readonly said: readonly string[];
  readonly log: readonly { readonly level: number; readonly msg: string }[];
  close(): Promise<void>;
}

/** Three emulators with their index, a trap that no request should ever reach, and as many gateways as are wanted. */
export interface Rig {
  readonly house: House;
  /** An address that counts who comes. */
  readonly trap: { readonly url: string; visits(): number };
  /** What must never leave a gateway. */
  readonly secrets: readonly string[];
  open(options?: SubjectOptions): Promise<Subject>;
  /** The calls that an emulator has had since `house.forget`, once none is under way. */
  calls(emulator: EmulatorName): Promise<LoggedRequest[]>;
  /** Waits until a call to an emulator is under way. */
  untilAsked(emulator: EmulatorName): Promise<void>;
  close(): Promise<void>;
}

interface SubjectOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether to wait until the media library has been read once. */
  readonly warm?: boolean;
}

/** Milliseconds in which a call has to come, or its socket to be free; the policy ends all of them long before. */
const FREED_WITHIN = 10_000;

/** @param line what holds for providers' lines instead of the policy of use */
export async function openRig(line: Partial<ResilienceLimits> = {}): Promise<Rig> {
  const house = await openHouse({ env: { CONSUME_CHANGES: 'off' } });
  const trap = await openTrap();
  return {
    house,
    trap,
    secrets: secretsOf(house),
    open: (options) => openSubject(house, line, options),
    calls: async (emulator) =>
      (await watchEmulator(house.emulators[emulator].url, 'free sockets', ({ inFlight }) => inFlight === 0))
        .requests,
    untilAsked: async (emulator) =>
      void (await watchEmulator(house.emulators[emulator].url, 'a call', ({ inFlight }) => inFlight > 0)),
    async close() {
      await house.close();
      trap.close();
    },
  };
}

interface Watched {
  readonly requests: LoggedRequest[];
  readonly inFlight: number;
}

/** Looks at an emulator's calls until they are as they should be. @throws Error when they never are */
async function watchEmulator(
  url: string,
  expected: string,
  isSo: (calls: Watched) => boolean,
): Promise<Watched> {
  const late = performance.now() + FREED_WITHIN;
  for (;;) {
    const calls = (await (await fetch(`${url}/__emulator/requests`)).json()) as Watched;
    if (isSo(calls)) return calls;
    if (performance.now() > late) throw new Error(`expected ${expected}, ${calls.inFlight} are under way`);
    await sleep(10);
  }
}

async function openSubject(
  { env: ofHouse }: House,
  line: Partial<ResilienceLimits>,
  { env = {}, warm = true }: SubjectOptions = {},
): Promise<Subject> {
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-'));
  const said: string[] = [];
  const log: { level: number; msg: string }[] = [];
  let passed = 0;
  const gateway = await createGateway(
    readConfig({ ...ofHouse, STATE_DIR: stateDir, LOG_LEVEL: 'debug', ...env }),
    {
      resilience: line,
      now: () => Date.now() + passed,
      logTo: {
        write(text) {
          said.push(text);
          log.push(JSON.parse(text) as { level: number; msg: string });
        },
      },
    },
  );
  if (warm) await gateway.warm;
  return {
    url: gateway.url,
    said,
    log,
    async ask(query, variables = {}) {
      const { reply, text } = await askTimed(gateway.url, query, variables);
      said.push(text);
      return reply;
    },
    pass(milliseconds) {
      passed += milliseconds;
    },
    async close() {
      await gateway.close();
      rmSync(stateDir, { recursive: true });
    },
  };
}

/** Asks a graph over HTTP and times it. @returns the answer, and all of its text with the headers. */
export async function askTimed(
  origin: string,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<{ reply: Reply; text: string }> {
  const begun = performance.now();
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });
  const body = await answer.text();
  const ms = Math.round(performance.now() - begun);
  const { data = null, errors = [], extensions = {} } = JSON.parse(body);
  const headers = JSON.stringify([...answer.headers]);
  return { reply: { status: answer.status, data, errors, extensions, ms }, text: `${headers}\n${body}` };
}

/** What the configuration holds that is nobody else's business. */
function secretsOf({ config: { content, media, search }, env }: House): readonly string[] {
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

async function openTrap() {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, visits: () => visits, close: () => server.close() };
}
