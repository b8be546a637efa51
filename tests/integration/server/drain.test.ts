import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../support/freePort.ts';
import { type House, openHouse, ROOT } from '../../support/stack.ts';
import { subscribe, subscribed, subscriber } from '../../support/subscriber.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false, cache: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => house.close());

/** Seconds for which a gateway that is to end still takes requests. */
const GRACE = 2;
let asked = 0;
/** A question that nobody has asked before: each that a gateway reads is a call to the content service. */
const askAnew = (): string => {
  asked += 1;
  return JSON.stringify({
    query: `{ films(first: 3, filter: { year: { gte: ${-asked} } }) { nodes { title } } }`,
  });
};

/** A gateway in a process of its own, over this house's emulators, once it is ready. */
async function startGateway(): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['gateway/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...house.env,
      PORT: String(port),
      DRAIN_GRACE_SECONDS: String(GRACE),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}`);
    const { status } = await ask(`${url}/health/ready`).catch(() => ({ status: 0 }));
    if (status === 200) return { url, process: child };
    await new Promise((done) => setTimeout(done, 50));
  }
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly connection: string | undefined;
}

/** A request that was not answered whole, and whether nothing of an answer came at all. */
class Unanswered extends Error {
  readonly code: string | undefined;
  readonly isUntouched: boolean;
  constructor(cause: NodeJS.ErrnoException, isUntouched: boolean) {
    super(String(cause), { cause });
    this.code = cause.code;
    this.isUntouched = isUntouched;
  }
}

/** Asks as a client that never tries again; it fails with `Unanswered` where the answer is not whole. */
function ask(url: string, body?: string, agent?: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let before = 0;
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new Unanswered(error, (asking.socket?.bytesRead ?? 0) === before));
    const asking = request(
      url,
      {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        ...(agent && { agent }),
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.once('error', fail);
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, connection: answer.headers.connection }),
        );
      },
    );
    asking.once('socket', ({ bytesRead }) => {
      before = bytesRead;
    });
    asking.once('error', fail);
    asking.end(body);
  });
}

const isRefused = (error: unknown): boolean => (error as Unanswered).code === 'ECONNREFUSED';
/** The system had taken the connection for a gateway that had not, and reset it when the listener was closed. */
const isReset = (error: unknown): boolean => {
  const { code, isUntouched } = error as Unanswered;
  return isUntouched && (code === 'ECONNRESET' || code === 'EPIPE');
};

/** The films, or what a reader is told of a content service that is too slow on a machine that has much to do. */
function isAnswer(text: string): boolean {
  const { data, errors } = JSON.parse(text);
  return data?.films?.nodes?.length === 3 || errors?.[0]?.extensions?.service === 'content';
}

/**
 * Asks one thing after another until connections are refused.
 * @param mayReset whether the gateway has had the time by now in which it takes all requests
 * @returns what came, and what went wrong
 */
async function askUntilRefused(url: string, tell: () => void, mayReset: () => boolean): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const told: string[] = [];
  try {
    for (;;) {
      const { status, text } = await ask(`${url}/graphql`, askAnew(), agent);
      told.push(status === 200 && isAnswer(text) ? 'whole' : `${status} ${text.slice(0, 200)}`);
      tell();
    }
  } catch (error) {
    if (!isRefused(error) && !(isReset(error) && mayReset())) told.push(String(error));
  } finally {
    agent.destroy();
  }
  return told;
}

test('a gateway that is told to end drops no answer, and tells balancers and subscribers in time', async () => {
  // Always something under way.
  await house.faults('content', [{ kind: 'latency', ms: 100 }]);
  const { url, process: gateway } = await startGateway();
  const ended = once(gateway, 'exit');
  const client = subscriber(url);
  try {
    const news = subscribe(client, 'subscription { contentChanged { id } }');
    await subscribed(url);
    let count = 0;
    let refusesFrom = Number.POSITIVE_INFINITY;
    const mayReset = () => performance.now() >= refusesFrom;
    await house.forget();
    const underLoad = Promise.withResolvers<void>();
    const load = Array.from({ length: 6 }, () =>
      askUntilRefused(
        url,
        () => {
          count += 1;
          if (count === 30) underLoad.resolve();
        },
        mayReset,
      ),
    );
    await underLoad.promise;
    refusesFrom = performance.now() + GRACE * 1000;
    gateway.kill('SIGTERM');

    const leaving = await untilLeaving(url);
    expect(leaving).toMatchObject({ status: 503, text: '{"status":"draining"}', connection: 'close' });
    expect(await ask(`${url}/health/live`)).toMatchObject({ status: 200 });
    const before = count;
    const told = (await Promise.all(load)).flat();
    expect(told.filter((answer) => answer !== 'whole')).toEqual([]);
    // Whatever it has read it has answered: nobody's question came as far as the content service for nothing.
    expect((await house.requests()).content.length).toBeLessThanOrEqual(told.length);
    // It went on answering while balancers noticed.
    expect(told.length).toBeGreaterThan(before);
    expect(await news.over).toMatchObject({ code: 1012 });
    expect(await ended).toEqual([0, null]);
  } finally {
    await client.dispose();
    gateway.kill('SIGKILL');
    await house.faults('content');
  }
}, 120_000);

async function untilLeaving(url: string): Promise<Answered> {
  for (;;) {
    const answer = await ask(`${url}/health/ready`);
    if (answer.status !== 200) return answer;
  }
}
