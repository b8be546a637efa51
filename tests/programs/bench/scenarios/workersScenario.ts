import { Agent } from 'node:http';
import type { GatewayProcess } from '../../../support/gatewayProcess.ts';
import { rawRequest } from '../../../support/rawRequest.ts';
import { startRedis } from '../../../support/redisServer.ts';
import { redisBinary, requirePath } from '../../../support/systemBinaries.ts';
import { childPids, cpuMs } from '../../load/processFigures.ts';
import { median } from '../../load/quantile.ts';
import { filmsRequest, prepareResponses } from './filmsOperation.ts';
import { sendClosedLoop } from './measure.ts';
import type { Table } from './report.ts';
import { startServers } from './servers.ts';

const DOCUMENTS = 1000;
const WORKERS = [1, 2];
/** The system distributes connections at random, so that with few of them a worker can be without work. */
const CONNECTIONS = 8;
const WARM_UP_REQUESTS = 6000;
const REQUESTS = 1500;

interface Round {
  readonly requestsPerSecond: number;
  readonly cpuMs: number;
}

/** Compares the throughput of worker processes, which share the cores of the machine with the load and the emulators. */
export async function measureWorkers(rounds: number): Promise<Table[]> {
  const servers = await startServers(DOCUMENTS);
  const redis = await startRedis(requirePath(redisBinary()));
  try {
    const content = await servers.startReplay(servers.stack.emulators.content.url);
    const gateways: GatewayProcess[] = [];
    for (const workers of WORKERS)
      gateways.push(
        await servers.startTrivium({
          SANITY_API_HOST: content.url,
          CACHE_TTL: '3600',
          REDIS_URL: redis.url,
          WORKERS: String(workers),
        }),
      );
    await prepareResponses(gateways);
    for (const gateway of gateways) await measureRound(gateway, WARM_UP_REQUESTS);
    const measured = gateways.map((): Round[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [i, gateway] of gateways.entries()) measured[i]?.push(await measureRound(gateway, REQUESTS));
    const medianOf = (figures: readonly Round[], field: keyof Round) =>
      median(figures.map((round) => round[field]));
    return [
      {
        title: `Workers, 20 rows, upstream responses cached, ${CONNECTIONS} connections`,
        columns: ['workers', 'requests/s', 'CPU ms of all processes'],
        rows: measured.map((figures, i) => [
          WORKERS[i] ?? '',
          Math.round(medianOf(figures, 'requestsPerSecond')),
          medianOf(figures, 'cpuMs').toFixed(3),
        ]),
      },
    ];
  } finally {
    await servers.close();
    await redis.kill();
  }
}

async function measureRound({ url, pid = 0 }: GatewayProcess, requests: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true });
  const totalCpuMs = () => [pid, ...childPids(pid)].reduce((sum, process) => sum + cpuMs(process), 0);
  try {
    const [startedAt, before] = [performance.now(), totalCpuMs()];
    await sendClosedLoop({ connections: CONNECTIONS, requests }, async (n) => {
      const { status, body } = await rawRequest(url, filmsRequest(n), agent);
      if (status !== 200) throw new Error(`expected status 200, got ${status}: ${body.subarray(0, 300)}`);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    return { requestsPerSecond: requests / seconds, cpuMs: (totalCpuMs() - before) / requests };
  } finally {
    agent.destroy();
  }
}
