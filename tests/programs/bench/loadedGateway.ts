import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { cpuMs, residentBytes } from '../load/processFigures.ts';
import { quantile } from '../load/quantile.ts';

/** A gateway in its own process whose load other clients feel. It has no rate limits, so that figures are those of the machine. */
export interface LoadedGateway {
  readonly url: string;
  readonly pid: number;
  /** The emulators behind the gateway. */
  readonly stack: Stack;
  /** Sends a GET as a proxy forwards it for the client at `address`. */
  get(
    path: string,
    address: string,
  ): Promise<{ readonly status: number; readonly body: string; readonly ms: number }>;
  /**
   * Requests a health check and a cached operation again and again, as another client, until `work` resolves.
   * @returns the values of `LOAD_COLUMNS`
   */
  measure(work: () => Promise<unknown>): Promise<(string | number)[]>;
  close(): Promise<void>;
}

/** Duration, CPU time and memory of the gateway, and what the other client waited for, in milliseconds. */
export const LOAD_COLUMNS = [
  's',
  'CPU ms',
  'RSS MB',
  'health p95',
  'health max',
  'query p95',
  'query max',
  'rejected',
];

const OTHER_CLIENT = '192.0.2.1';
const OTHER_QUERY = `/graphql?query=${encodeURIComponent('{ films(first: 3) { nodes { title } } }')}`;
const PROBE_INTERVAL_MS = 20;

/** @param maxDelayMs above which load is shed; 0: never */
export async function startLoadedGateway(maxDelayMs: number): Promise<LoadedGateway> {
  const stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
  const gateway = await createGatewayProcess({
    ...stack.env,
    CONSUME_CHANGES: 'on',
    LOAD_SHEDDING_DELAY_MS: String(maxDelayMs),
    RATE_LIMIT_ANONYMOUS: 'off',
    TRUST_PROXY: '127.0.0.0/8',
  });
  await gateway.start();
  const agent = new Agent({ keepAlive: true });

  const get: LoadedGateway['get'] = async (path, address) => {
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const headers = {
      'x-forwarded-for': address,
      'accept-encoding': 'br',
    };
    const outgoing = request(`${gateway.url}${path}`, { agent, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
    return { ...(await promise), ms: performance.now() - startedAt };
  };
  return {
    url: gateway.url,
    pid: gateway.pid as number,
    stack,
    get,
    async measure(work) {
      const times: { health: number[]; query: number[] } = { health: [], query: [] };
      let rejected = 0;
      let isDone = false;
      const probe = async (path: string, into: number[]) => {
        while (!isDone) {
          const { status, ms } = await get(path, OTHER_CLIENT);
          if (status === 200) into.push(ms);
          else rejected += 1;
          await sleep(PROBE_INTERVAL_MS);
        }
      };
      await get(OTHER_QUERY, OTHER_CLIENT);
      const [startedAt, cpuBefore] = [performance.now(), cpuMs(gateway.pid as number)];
      const probes = [probe('/health/live', times.health), probe(OTHER_QUERY, times.query)];
      await work();
      const [seconds, cpu] = [
        (performance.now() - startedAt) / 1000,
        cpuMs(gateway.pid as number) - cpuBefore,
      ];
      isDone = true;
      await Promise.all(probes);
      return [
        Number(seconds.toFixed(1)),
        cpu,
        Math.round((residentBytes(gateway.pid as number) ?? 0) / 1024 / 1024),
        Math.round(quantile(times.health, 0.95)),
        Math.round(Math.max(...times.health)),
        Math.round(quantile(times.query, 0.95)),
        Math.round(Math.max(...times.query)),
        rejected,
      ];
    },
    async close() {
      agent.destroy();
      await gateway.kill();
      await stack.close();
    },
  };
}
