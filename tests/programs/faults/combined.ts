import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { ROOT } from '../../support/stack.ts';
import { redis as redisTool } from '../../support/systemBinaries.ts';
import { PROVIDERS } from './cases.ts';
import { askTimed, type Reply, type Rig, type Subject } from './harness.ts';
import { CLIENTS_DEADLINE, type Expect, RECOVERY } from './runCase.ts';

/** A case in which more than one provider fails, or something that is none. */
export interface CrossedCase {
  readonly words: string;
  /** What is to come of it. */
  readonly outcome: string;
  run(rig: Rig, expect: Expect): Promise<void>;
}

/** Everything at once: content, search, and media by way of content. */
const PAGE = `query ($from: Int!, $words: String!) {
  films(first: 2, filter: { year: { gte: $from } }) { totalCount nodes { video { playback { hlsUrl } } } }
  search(query: $words) { totalCount }
}`;

let questions = 0;
/** A question that no gateway has been asked. */
const anew = () => {
  questions += 1;
  return { from: -questions, words: `point${' '.repeat(questions)}` };
};

const isWhole = ({ status, data, errors, extensions }: Reply): boolean =>
  status === 200 &&
  errors.length === 0 &&
  extensions.fallback === undefined &&
  data.films.nodes[0].video.playback !== null &&
  data.search.totalCount > 0;

const NO_LONGER_FRESH = 5 * 60_000;

/** The crossed cases of the matrix. */
export const CROSSED: readonly CrossedCase[] = [
  {
    words: 'all providers down',
    outcome: 'cached responses, marked as stale; otherwise null with an error code; the gateway stays ready',
    run: allDown,
  },
  {
    words: 'providers down since the start',
    outcome: 'null with an error code; the gateway starts and is ready',
    run: nobodyThere,
  },
  {
    words: 'Redis down',
    outcome: 'complete responses, cached in memory only; the gateway can be stopped',
    run: (rig, expect) => withoutRedis(rig, expect, 'dead'),
  },
  {
    words: 'Redis frozen',
    outcome: 'the same, within the timeout of a client',
    run: (rig, expect) => withoutRedis(rig, expect, 'frozen'),
  },
  {
    words: 'client disconnects',
    outcome:
      'its upstream requests end; other clients that wait for the same response get it; nothing is logged as an error',
    run: clientGone,
  },
  {
    words: 'SIGTERM during a request',
    outcome: 'the response is completed, then the process exits with 0',
    run: terminated,
  },
];

/** Opens a gateway for one case and closes it. */
async function withSubject<T>(
  rig: Rig,
  use: (subject: Subject) => Promise<T>,
  options?: Parameters<Rig['open']>[0],
): Promise<T> {
  const subject = await rig.open(options);
  try {
    return await use(subject);
  } finally {
    for (const provider of PROVIDERS) await rig.house.faults(provider);
    await subject.close();
  }
}

/** Asks new questions until an answer is whole. */
async function untilWhole(subject: Subject, expect: Expect): Promise<void> {
  const late = performance.now() + RECOVERY;
  let answer = await subject.ask(PAGE, anew());
  while (!isWhole(answer) && performance.now() < late) {
    await sleep(50);
    answer = await subject.ask(PAGE, anew());
  }
  expect(isWhole(answer), `all well within ${RECOVERY} ms, got ${JSON.stringify(answer)}`);
}

const codesOf = ({ errors }: Reply) => errors.map(({ extensions }) => extensions?.code).join(', ');

async function allDown(rig: Rig, expect: Expect): Promise<void> {
  return withSubject(rig, async (subject) => {
    const known = anew();
    const kept = await subject.ask(PAGE, known);
    subject.pass(NO_LONGER_FRESH);
    for (const provider of PROVIDERS) await rig.house.faults(provider, [{ kind: 'reset' }]);
    const again = await subject.ask(PAGE, known);
    const { stale = [] } = (again.extensions.freshness ?? {}) as { stale?: string[] };
    expect(again.errors.length === 0, `what was kept, got ${codesOf(again)}`);
    expect(JSON.stringify(again.data) === JSON.stringify(kept.data), 'the same data as before');
    expect(
      ['content', 'search'].every((name) => stale.includes(name)),
      `both told as stale, got ${stale}`,
    );
    const cold = await subject.ask(PAGE, anew());
    expectLost(cold, expect);
    await expectReady(subject, expect);
    for (const provider of PROVIDERS) await rig.house.faults(provider);
    await untilWhole(subject, expect);
  });
}

/** All addresses of the providers are closed ports. */
async function nobodyThere(rig: Rig, expect: Expect): Promise<void> {
  const nobody = 'http://127.0.0.1:9';
  const env = { SANITY_API_HOST: nobody, MUX_BASE_URL: nobody, MUX_STREAM_URL: nobody, ALGOLIA_HOST: nobody };
  return withSubject(
    rig,
    async (subject) => {
      expectLost(await subject.ask(PAGE, anew()), expect);
      await expectReady(subject, expect);
    },
    { env, warm: false },
  );
}

function expectLost(cold: Reply, expect: Expect): void {
  expect(cold.status === 200, `status 200, got ${cold.status}`);
  expect(
    cold.data?.films === null && cold.data.search === null,
    `null for both, got ${JSON.stringify(cold.data)}`,
  );
  const codes = codesOf(cold);
  expect(codes === 'UPSTREAM_UNAVAILABLE, UPSTREAM_UNAVAILABLE', `a code each, got ${codes}`);
  expect(cold.ms <= CLIENTS_DEADLINE, `an answer within ${CLIENTS_DEADLINE} ms, got ${cold.ms}`);
}

async function expectReady({ url }: Subject, expect: Expect): Promise<void> {
  const { status } = await fetch(`${url}/health/ready`);
  expect(status === 200, `a gateway that is ready whoever fails, got ${status}`);
}

/** Redis is no provider: without it a gateway keeps what it knows to itself, and nobody notices. */
async function withoutRedis(rig: Rig, expect: Expect, state: 'dead' | 'frozen'): Promise<void> {
  const { path } = redisTool();
  if (!path) throw new Error('expected a Redis server on this machine, found none');
  const redis = await startRedis(path);
  const env = { REDIS_URL: redis.url };
  const other = await rig.open({ env });
  try {
    await withSubject(
      rig,
      async (subject) => {
        const known = anew();
        expect(isWhole(await subject.ask(PAGE, known)), 'a whole answer while Redis is there');
        await (state === 'dead' ? redis.kill() : redis.freeze());
        for (const variables of [known, anew(), anew()]) {
          const answer = await subject.ask(PAGE, variables);
          expect(isWhole(answer), `whole answers without Redis, got ${JSON.stringify(answer)}`);
          expect(answer.ms <= CLIENTS_DEADLINE, `within ${CLIENTS_DEADLINE} ms, got ${answer.ms}`);
        }
        await expectReady(subject, expect);
        const ended = other.close().then(() => true);
        const late = sleep(RECOVERY, false, { ref: false });
        expect(await Promise.race([ended, late]), 'a gateway that can be ended without Redis');
        await bringBack(redis, state);
        await untilWhole(subject, expect);
      },
      { env },
    );
  } finally {
    redis.thaw();
    await redis.kill();
  }
}

const bringBack = (redis: RedisServer, state: 'dead' | 'frozen') =>
  state === 'dead' ? redis.start() : redis.thaw();

/** Nobody else pays for a client that goes: who waits for the same gets it, and what nobody waits for is ended. */
async function clientGone(rig: Rig, expect: Expect): Promise<void> {
  return withSubject(rig, async (subject) => {
    const gone = new AbortController();
    await rig.house.forget();
    await rig.house.faults('content', [{ kind: 'hang' }]);
    const left = askTimed(subject.url, PAGE, anew(), gone.signal).catch(() => undefined);
    await rig.untilAsked('content');
    gone.abort();
    await left;
    const [call] = await rig.calls('content');
    expect(call !== undefined && call.ms < 1400, `a call ended with its client, got one of ${call?.ms} ms`);

    await rig.house.faults('content', [{ kind: 'latency', ms: 600 }]);
    await rig.house.forget();
    const one = new AbortController();
    const same = anew();
    const leaving = askTimed(subject.url, PAGE, same, one.signal).catch(() => undefined);
    await rig.untilAsked('content');
    const staying = subject.ask(PAGE, same);
    one.abort();
    await leaving;
    const answer = await staying;
    expect(isWhole(answer), `an answer for who stayed, got ${JSON.stringify(answer)}`);
    const blamed = subject.log.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    expect(blamed.length === 0, `nobody blamed in the log, got ${blamed.join(', ')}`);
  });
}

/** A gateway that is told to end gives the answers under way and then ends. */
async function terminated(rig: Rig, expect: Expect): Promise<void> {
  const { env } = rig.house;
  const child = spawn(process.execPath, ['gateway/main.ts'], {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'info', PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  try {
    const url = await addressOf(child.stdout);
    await rig.house.faults('content', [{ kind: 'latency', ms: 700 }]);
    const asked = askTimed(url, PAGE, anew());
    await rig.untilAsked('content');
    child.kill('SIGTERM');
    const { reply } = await asked;
    expect(isWhole(reply), `the answer that was under way, got ${JSON.stringify(reply)}`);
    const late = AbortSignal.timeout(RECOVERY);
    const [code] = await Promise.race([ended, once(late, 'abort').then(() => ['still running'])]);
    expect(code === 0, `an end with 0 within ${RECOVERY} ms, got ${code}`);
  } finally {
    await rig.house.faults('content');
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    // What it says from here on has to go somewhere, or it waits.
    output.resume();
    if (address) return address;
  }
  throw new Error('expected a gateway that tells its address, got none');
}
