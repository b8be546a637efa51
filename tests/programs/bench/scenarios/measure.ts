import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProcess } from '../../../support/gatewayProcess.ts';
import { type RawRequest, rawRequest } from '../../../support/rawRequest.ts';
import { cpuMs, peakResidentBytes } from '../../load/processFigures.ts';
import { median, quantile } from '../../load/quantile.ts';

/** A server under load. */
export interface Target {
  readonly name: string;
  readonly server: GatewayProcess;
  /** Returns the request with a number, which differs from call to call. */
  request(n: number): RawRequest;
  /** Default: 200. */
  readonly status?: number;
  /** The server that sends the upstream responses, if its requests are counted. */
  readonly upstream?: GatewayProcess;
  /** The smallest speed of Trivium, in relation to this server, that is aimed at. */
  readonly goal?: number;
}

export interface Load {
  readonly connections: number;
  /** Requests before the first round. V8 compiles a server within some thousands. */
  readonly warmUpRequests: number;
  /** Requests of a round that measures CPU time: each is sent when its connection has got its response. */
  readonly requests: number;
  /**
   * Requests a second of a round that measures durations, whether or not earlier ones have got their response (open loop);
   * 0: none.
   */
  readonly requestsPerSecond: number;
}

/** Medians of all rounds. */
export interface Figures extends Pick<Target, 'name' | 'goal'> {
  /** Of a request. */
  readonly cpuMs: number;
  /** Of a request, in each round. */
  readonly cpuMsOfRounds: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Largest resident memory since the server's start. */
  readonly peakMegabytes: number;
  readonly upstreamRequests: number;
  /** CPU time of the upstream server as a share of the time. */
  readonly upstreamShare: number;
}

interface Round {
  readonly cpuMs: number;
  readonly durationsMs: readonly number[];
  readonly upstreamRequests: number;
  readonly upstreamShare: number;
}

const OPEN_LOOP_SECONDS = 1;
const MEGABYTE = 1024 * 1024;

/** Measures all targets in alternating rounds, after requests that let the servers compile. */
export async function measure(targets: readonly Target[], load: Load, rounds: number): Promise<Figures[]> {
  const measured = targets.map((): Round[] => []);
  for (const target of targets) await warmUp(target, load);
  let sent = load.warmUpRequests;
  for (let round = 0; round < rounds; round++) {
    const order = [...targets.keys()];
    for (const i of round % 2 ? order : order.toReversed()) {
      measured[i]?.push(await measureRound(targets[i] as Target, load, sent));
      sent += load.requests + load.requestsPerSecond * OPEN_LOOP_SECONDS;
    }
  }
  return targets.map(({ name, goal, server }, i) => {
    const figures = measured[i] as Round[];
    const durations = figures.flatMap(({ durationsMs }) => durationsMs);
    const medianOf = (field: 'cpuMs' | 'upstreamRequests' | 'upstreamShare') =>
      median(figures.map((round) => round[field]));
    return {
      name,
      ...(goal !== undefined && { goal }),
      cpuMs: medianOf('cpuMs'),
      cpuMsOfRounds: figures.map((round) => round.cpuMs),
      p50Ms: quantile(durations, 0.5),
      p99Ms: quantile(durations, 0.99),
      peakMegabytes: (peakResidentBytes(server.pid as number) ?? 0) / MEGABYTE,
      upstreamRequests: medianOf('upstreamRequests'),
      upstreamShare: medianOf('upstreamShare'),
    };
  });
}

async function warmUp(target: Target, { connections, warmUpRequests }: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const load = { connections, requests: warmUpRequests };
  await sendClosedLoop(load, (n, connection) => send(target, agent, n, connection)).finally(() =>
    agent.destroy(),
  );
}

async function measureRound(target: Target, load: Load, first: number): Promise<Round> {
  const { server, upstream } = target;
  const [pid, upstreamPid] = [server.pid as number, upstream?.pid ?? 0];
  const agent = new Agent({ keepAlive: true });
  try {
    const before = {
      cpu: cpuMs(pid),
      upstreamCpu: cpuMs(upstreamPid),
      replayed: await countReplayed(upstream),
    };
    const startedAt = performance.now();
    await sendClosedLoop(load, (n, connection) => send(target, agent, first + n, connection));
    const elapsedMs = performance.now() - startedAt;
    return {
      cpuMs: (cpuMs(pid) - before.cpu) / load.requests,
      upstreamRequests: ((await countReplayed(upstream)) - before.replayed) / load.requests,
      upstreamShare: (cpuMs(upstreamPid) - before.upstreamCpu) / elapsedMs,
      durationsMs: await sendAtRate(target, load, agent, first + load.requests),
    };
  } finally {
    agent.destroy();
  }
}

/** Sends requests over all connections, each when its connection has got its response. */
export async function sendClosedLoop(
  { connections, requests }: Pick<Load, 'connections' | 'requests'>,
  sendOne: (n: number, connection: number) => Promise<unknown>,
): Promise<void> {
  let sent = 0;
  await Promise.all(
    Array.from({ length: Math.min(connections, requests) }, async (_, connection) => {
      while (sent < requests) await sendOne(sent++, connection);
    }),
  );
}

async function sendAtRate(
  target: Target,
  { requestsPerSecond, connections }: Load,
  agent: Agent,
  first: number,
): Promise<number[]> {
  const startedAt = performance.now();
  const durations: Promise<number>[] = [];
  for (let n = 0; n < requestsPerSecond * OPEN_LOOP_SECONDS; n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / requestsPerSecond - performance.now()));
    const duration = send(target, agent, first + n, n % connections);
    // It may reject before all requests are sent.
    duration.catch(() => undefined);
    durations.push(duration);
  }
  return Promise.all(durations);
}

/** Sends a request as a proxy forwards it for one of many clients. @returns its duration in milliseconds */
async function send(target: Target, agent: Agent, n: number, client: number): Promise<number> {
  const { server, status: expected = 200 } = target;
  const request = target.request(n);
  const headers = { ...request.headers, 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}` };
  const startedAt = performance.now();
  const { status, body } = await rawRequest(server.url, { ...request, headers }, agent);
  if (status === expected) return performance.now() - startedAt;
  throw new Error(`${target.name}: expected status ${expected}, got ${status}: ${body.subarray(0, 300)}`);
}

async function countReplayed(upstream: GatewayProcess | undefined): Promise<number> {
  if (!upstream) return 0;
  return Number((await rawRequest(upstream.url, { path: '/replayed' })).body);
}
