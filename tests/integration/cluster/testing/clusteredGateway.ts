import { createGatewayProcess, type GatewayProcess } from '../../../support/gatewayProcess.ts';
import { graphqlPost, rawRequest } from '../../../support/rawRequest.ts';
import type { RedisServer } from '../../../support/redisServer.ts';
import type { Stack } from '../../../support/stack.ts';
import { within } from '../../../support/within.ts';

/** Workers are processes, which load their modules first. */
const START_WITHIN_MS = 15_000;
const ALL_READY = 'all worker processes are ready';
/** The number of worker processes. */
export const WORKERS = 2;
/** With as many connections, a worker gets none once in eight million times. */
export const CONNECTIONS = 24;

/** A gateway of two worker processes over the emulators of a stack. */
export interface ClusteredGateway extends Pick<GatewayProcess, 'url' | 'pid' | 'kill' | 'stop'> {
  /** Resolves with what ended the primary process, if it was not `kill` or `stop`. */
  readonly exited: Promise<string>;
  /** Returns the entries of the JSON log with this message. */
  logged(message: string): readonly LogEntry[];
  /** Returns the process ids of the running workers. */
  workerPids(): readonly number[];
  /** The origin of the operator's port. */
  readonly operatorUrl: string;
  /** Returns all metrics as text. */
  metrics(): Promise<string>;
  /**
   * Sends an operation several times, each on a connection of its own. The system distributes connections at random, so that
   * each worker gets some.
   * @returns the response bodies
   */
  // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the test's query
  queryWorkers(query: string, headers?: Readonly<Record<string, string>>): Promise<readonly any[]>;
}

interface LogEntry {
  readonly msg: string;
  readonly workerPid?: number;
  readonly operatorPort?: number;
}

/** Starts the gateway; all workers serve when its promise resolves. */
export async function startClusteredGateway(
  { env }: Stack,
  redis: RedisServer,
  overrides: Readonly<Record<string, string>> = {},
): Promise<ClusteredGateway> {
  const entries: LogEntry[] = [];
  const exited = Promise.withResolvers<string>();
  const gateway = await createGatewayProcess(
    {
      ...env,
      REDIS_URL: redis.url,
      OPERATOR_PORT: '0',
      WORKERS: String(WORKERS),
      CONSUME_CHANGES: 'on',
      LOG_LEVEL: 'info',
      ...overrides,
    },
    {
      onLine(line) {
        if (line.startsWith('{')) entries.push(JSON.parse(line) as LogEntry);
      },
      onExit: exited.resolve,
    },
  );
  await gateway.start();
  const logged = (message: string) => entries.filter(({ msg }) => msg === message);
  const pidsOf = (message: string) => logged(message).map(({ workerPid }) => workerPid as number);
  await within(START_WITHIN_MS, () => {
    if (logged(ALL_READY).length === 0) throw new Error('expected all workers to be ready');
  });
  const operatorUrl = `http://127.0.0.1:${logged(ALL_READY)[0]?.operatorPort}`;
  return {
    url: gateway.url,
    get pid() {
      return gateway.pid;
    },
    kill: gateway.kill,
    stop: gateway.stop,
    exited: exited.promise,
    logged,
    operatorUrl,
    workerPids() {
      const exited = pidsOf('a worker process has exited; another one is started');
      return pidsOf('a worker process is ready').filter((pid) => !exited.includes(pid));
    },
    metrics: async () => (await rawRequest(operatorUrl, { path: '/metrics' })).body.toString(),
    async queryWorkers(query, headers) {
      const bodies: unknown[] = [];
      for (let connection = 0; connection < CONNECTIONS; connection++) {
        const { body } = await rawRequest(gateway.url, graphqlPost({ query }, headers));
        bodies.push(JSON.parse(body.toString()));
      }
      return bodies;
    },
  };
}

/** Waits until as many workers are ready as there were at the start. */
export const untilAllWorkersReady = (gateway: ClusteredGateway): Promise<void> =>
  within(START_WITHIN_MS, () => {
    const count = gateway.workerPids().length;
    if (count !== WORKERS) throw new Error(`expected ${WORKERS} ready workers, got ${count}`);
  });
