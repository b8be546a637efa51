import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { graphqlPost, rawRequest } from '../../support/rawRequest.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';
import {
  type ClusteredGateway,
  startClusteredGateway,
  untilAllWorkersReady,
  WORKERS,
} from './testing/clusteredGateway.ts';

const binary = redisBinary();
let redis: RedisServer;
let stack: Stack;
/** The gateway of the first tests. The last of them stops it. */
let gateway: ClusteredGateway;
beforeAll(async () => {
  if (!binary.path) return;
  redis = await startRedis(binary.path);
  stack = await startStack({ hasIndex: false, hasCache: false, env: { CONSUME_CHANGES: 'off' } });
  gateway = await start();
}, 60_000);
afterAll(async () => {
  await gateway?.kill();
  await stack?.close();
  await redis?.kill();
});

const start = (env: Record<string, string> = {}) =>
  startClusteredGateway(stack, redis, { CONSUME_CHANGES: 'off', ...env });

/** Returns whether a process has not exited. One that its parent has not read yet has the state Z. */
const isRunning = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^\s*[^Z\s]/.test(stdout);
};

let operations = 0;
const sendOperation = () => {
  operations += 1;
  const query = `{ films(first: 3, filter: { year: { gte: ${-operations} } }) { nodes { title } } }`;
  return rawRequest(gateway.url, graphqlPost({ query }));
};

testWith(binary, 'metrics: have the series of each worker and those of the primary process', async () => {
  await gateway.queryWorkers('{ __typename }');
  const metrics = await gateway.metrics();
  for (const worker of [1, 2]) {
    expect(metrics).toMatch(new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} \\d+$`, 'm'));
    expect(metrics).toMatch(
      new RegExp(`^trivium_request_duration_seconds_count\\{.*worker="${worker}"\\} [1-9]\\d*$`, 'm'),
    );
  }
  expect(metrics).toContain(`trivium_workers ${WORKERS}`);
  expect(metrics).not.toMatch(/ (null|undefined)$/m);
});

testWith(
  binary,
  'workers: a killed one is replaced, and only requests that were given to it fail',
  async () => {
    const before = gateway.workerPids();
    expect(before).toHaveLength(WORKERS);
    expect(before).not.toContain(gateway.pid);
    const outcomes: (number | string)[] = [];
    let isDone = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!isDone)
        outcomes.push(
          await sendOperation().then(
            ({ status }) => status,
            ({ code }: NodeJS.ErrnoException) => String(code),
          ),
        );
    });
    await within(2_000, () => expect(outcomes.length).toBeGreaterThan(10));
    const [killed] = before as [number];
    process.kill(killed, 'SIGKILL');
    await within(500, () => expect(gateway.workerPids()).not.toContain(killed));
    await untilAllWorkersReady(gateway);
    isDone = true;
    await Promise.all(load);
    // Each sender has at most one request in progress on the killed worker, and one on a connection that this worker got
    // before the primary process noticed its end.
    const failed = outcomes.filter((outcome) => outcome !== 200);
    expect(failed.length).toBeLessThanOrEqual(2 * load.length);
    for (const outcome of failed) expect(['ECONNRESET', 'ECONNREFUSED', 'EPIPE']).toContain(outcome);

    const { status } = await rawRequest(gateway.url, { path: '/health/ready' });
    expect(status).toBe(200);
    expect(await gateway.metrics()).toContain('trivium_worker_exits_total 1');
    const served = await Promise.all(Array.from({ length: 8 }, () => sendOperation()));
    expect(served.map((response) => response.status)).toEqual(Array(8).fill(200));
  },
  60_000,
);

testWith(
  binary,
  'workers: SIGTERM completes the requests of all, and ends all processes',
  async () => {
    const pids = gateway.workerPids();
    try {
      await stack.setFaults('content', [{ kind: 'latency', ms: 500 }]);
      await stack.clearRequests();
      const responses = Array.from({ length: 6 }, () => sendOperation());
      await within(500, async () =>
        expect((await stack.control('content', 'GET', 'requests')).inFlight).toBeGreaterThanOrEqual(6),
      );
      const exitCode = gateway.stop();
      for (const { status, body } of await Promise.all(responses)) {
        expect(status).toBe(200);
        expect(JSON.parse(body.toString()).data.films.nodes).toHaveLength(3);
      }
      expect(await exitCode).toBe(0);
      expect(pids.filter(isRunning)).toEqual([]);
    } finally {
      await stack.setFaults('content');
    }
  },
  60_000,
);

testWith(
  binary,
  'workers: the primary process serves the operator’s port, and the workers end with it',
  async () => {
    const other = await start();
    const pids = other.workerPids();
    expect(pids.filter(isRunning)).toEqual(pids);
    expect((await rawRequest(other.operatorUrl, { path: '/health/ready' })).status).toBe(200);
    expect(await other.metrics()).toContain('{worker="2"}');
    expect((await rawRequest(other.url, { path: '/metrics' })).status).toBe(404);

    await other.kill();
    await within(1_000, () => expect(pids.filter(isRunning)).toEqual([]));
  },
);

testWith(
  binary,
  'workers: when they exit again and again, the gateway ends with 1',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivium-model-'));
    cpSync(`${ROOT}tests/support/fixtures/recipes/schema`, folder, { recursive: true });
    const other = await start({ SCHEMA_DIR: folder });
    try {
      // No worker can start any more.
      writeFileSync(join(folder, 'recipes.graphql'), 'type Recipe');
      const [pid] = other.workerPids() as [number];
      process.kill(pid, 'SIGKILL');
      expect(await other.exited).toBe('ended with 1');
      expect(other.logged('a worker process cannot start').length).toBeGreaterThan(1);
    } finally {
      await other.kill();
      rmSync(folder, { recursive: true });
    }
  },
  60_000,
);
