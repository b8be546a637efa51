import { Agent, request as sendRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, hasCache: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

/** Time for which a draining gateway accepts requests. */
const DRAIN_GRACE_SECONDS = 2;

let operations = 0;
/** Returns the body of an operation that was not sent before. Each one that a gateway reads is a content request. */
const newOperation = (): string => {
  operations += 1;
  return JSON.stringify({
    query: `{ films(first: 3, filter: { year: { gte: ${-operations} } }) { nodes { title } } }`,
  });
};

interface Response {
  readonly status: number;
  readonly text: string;
  readonly connection: string | undefined;
}

/** A request without a complete response. */
class RequestError extends Error {
  readonly code: string | undefined;
  /** True if no byte of a response was received. */
  readonly hasNoResponse: boolean;
  constructor(cause: NodeJS.ErrnoException, hasNoResponse: boolean) {
    super(String(cause), { cause });
    this.code = cause.code;
    this.hasNoResponse = hasNoResponse;
  }
}

/**
 * Sends a request once, without retries.
 * @throws RequestError if the response is not complete
 */
function send(url: string, body?: string, agent?: Agent): Promise<Response> {
  return new Promise((resolve, reject) => {
    let bytesBefore = 0;
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new RequestError(error, (request.socket?.bytesRead ?? 0) === bytesBefore));
    const request = sendRequest(
      url,
      {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        ...(agent && { agent }),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('error', fail);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection }),
        );
      },
    );
    request.once('socket', ({ bytesRead }) => {
      bytesBefore = bytesRead;
    });
    request.once('error', fail);
    request.end(body);
  });
}

const isRefused = (error: unknown): boolean => (error as RequestError).code === 'ECONNREFUSED';
/** The kernel accepts a connection before the gateway does, and resets it when the gateway closes the listener. */
const isReset = (error: unknown): boolean => {
  const { code, hasNoResponse } = error as RequestError;
  return hasNoResponse && (code === 'ECONNRESET' || code === 'EPIPE');
};

/** Returns whether a body has the films, or the error of a content service that is too slow on a loaded machine. */
function isComplete(text: string): boolean {
  const { data, errors } = JSON.parse(text);
  return data?.films?.nodes?.length === 3 || errors?.[0]?.extensions?.service === 'content';
}

/**
 * Sends one operation after another until connections are refused.
 * @param mayReset whether the grace period may be over
 * @returns `complete` or the fault of each response
 */
async function sendUntilRefused(
  url: string,
  onResponse: () => void,
  mayReset: () => boolean,
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: string[] = [];
  try {
    for (;;) {
      const { status, text } = await send(`${url}/graphql`, newOperation(), agent);
      outcomes.push(status === 200 && isComplete(text) ? 'complete' : `${status} ${text.slice(0, 200)}`);
      onResponse();
    }
  } catch (error) {
    if (!isRefused(error) && !(isReset(error) && mayReset())) outcomes.push(String(error));
  } finally {
    agent.destroy();
  }
  return outcomes;
}

test('graceful shutdown: completes all requests, and notifies load balancers and subscribers', async () => {
  // Some requests are always in progress.
  await stack.setFaults('content', [{ kind: 'latency', ms: 100 }]);
  const gateway = await createGatewayProcess({
    ...stack.env,
    DRAIN_GRACE_SECONDS: String(DRAIN_GRACE_SECONDS),
    LOG_LEVEL: 'error',
  });
  await gateway.start();
  const { url } = gateway;
  const client = createSubscriber(url);
  try {
    const changes = subscribe(client, 'subscription { contentChanged { documentId } }');
    await waitForSubscriptions(url);
    let count = 0;
    let refusesFrom = Number.POSITIVE_INFINITY;
    const mayReset = () => performance.now() >= refusesFrom;
    await stack.clearRequests();
    const underLoad = Promise.withResolvers<void>();
    const load = Array.from({ length: 6 }, () =>
      sendUntilRefused(
        url,
        () => {
          count += 1;
          if (count === 30) underLoad.resolve();
        },
        mayReset,
      ),
    );
    await underLoad.promise;
    refusesFrom = performance.now() + DRAIN_GRACE_SECONDS * 1000;
    const exitCode = gateway.stop();

    const draining = await untilNotReady(url);
    expect(draining).toMatchObject({ status: 503, text: '{"status":"draining"}', connection: 'close' });
    expect(await send(`${url}/health/live`)).toMatchObject({ status: 200 });
    const countWhileDraining = count;
    const outcomes = (await Promise.all(load)).flat();
    expect(outcomes.filter((outcome) => outcome !== 'complete')).toEqual([]);
    // Every operation that caused a content request has its response.
    expect((await stack.requests()).content.length).toBeLessThanOrEqual(outcomes.length);
    expect(outcomes.length).toBeGreaterThan(countWhileDraining);
    expect(await changes.ended).toMatchObject({ code: 1012 });
    expect(await exitCode).toBe(0);
  } finally {
    await client.dispose();
    await gateway.kill();
    await stack.setFaults('content');
  }
}, 120_000);

async function untilNotReady(url: string): Promise<Response> {
  for (;;) {
    const response = await send(`${url}/health/ready`);
    if (response.status !== 200) return response;
  }
}
