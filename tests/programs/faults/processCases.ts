import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEAP_FLAGS } from '../../support/gatewayProcess.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { ROOT } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import type { Check } from './checks.ts';
import { type Harness, queryTimed } from './harness.ts';
import {
  checkReady,
  isComplete,
  PAGE,
  uncachedVariables,
  waitForComplete,
  withGateway,
} from './pageQuery.ts';
import { MAX_RECOVERY_MS, MAX_RESPONSE_MS } from './runCase.ts';

/** Kills or pauses Redis: responses stay complete, because the gateway then caches in memory only. */
export async function withoutRedis(harness: Harness, check: Check, state: 'down' | 'paused'): Promise<void> {
  const { path } = redisBinary();
  if (!path) throw new Error('expected a Redis server on this machine, got none: install it');
  const redis = await startRedis(path);
  const env = { REDIS_URL: redis.url };
  const other = await harness.openGateway({ env });
  try {
    await withGateway(
      harness,
      async (gateway) => {
        const cachedVariables = uncachedVariables();
        check(
          isComplete(await gateway.query(PAGE, cachedVariables)),
          'a complete response before Redis fails',
        );
        await (state === 'down' ? redis.kill() : redis.pause());
        for (const variables of [cachedVariables, uncachedVariables(), uncachedVariables()]) {
          const response = await gateway.query(PAGE, variables);
          check(isComplete(response), `complete responses without Redis, got ${JSON.stringify(response)}`);
          check(
            response.durationMs <= MAX_RESPONSE_MS,
            `a response within ${MAX_RESPONSE_MS} ms, got one after ${response.durationMs} ms`,
          );
        }
        await checkReady(gateway, check);
        const ended = other.close().then(() => true);
        const deadline = sleep(MAX_RECOVERY_MS, false, { ref: false });
        check(await Promise.race([ended, deadline]), 'a gateway that stops without Redis');
        await recoverRedis(redis, state);
        await waitForComplete(gateway, check);
      },
      { env },
    );
  } finally {
    redis.resume();
    await redis.kill();
  }
}

const recoverRedis = (redis: RedisServer, state: 'down' | 'paused') =>
  state === 'down' ? redis.start() : redis.resume();

/** Sends SIGTERM during a request: the gateway completes the response and exits with 0. */
export async function terminate(harness: Harness, check: Check): Promise<void> {
  const { env } = harness.stack;
  const child = spawn(process.execPath, [...HEAP_FLAGS, 'gateway/main.ts'], {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'info', PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  try {
    const url = await readUrl(child.stdout);
    await harness.stack.setFaults('content', [{ kind: 'latency', ms: 700 }]);
    const pending = queryTimed(url, PAGE, uncachedVariables());
    await harness.waitForRequest('content');
    child.kill('SIGTERM');
    const { response } = await pending;
    check(
      isComplete(response),
      `a complete response to the pending request, got ${JSON.stringify(response)}`,
    );
    const deadline = AbortSignal.timeout(MAX_RECOVERY_MS);
    const [code] = await Promise.race([ended, once(deadline, 'abort').then(() => ['still running'])]);
    check(code === 0, `exit code 0 within ${MAX_RECOVERY_MS} ms, got ${code}`);
  } finally {
    await harness.stack.setFaults('content');
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}

async function readUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    // An unread pipe would block the process.
    output.resume();
    if (address) return address;
  }
  throw new Error('expected the URL in the output of the gateway, got none');
}
