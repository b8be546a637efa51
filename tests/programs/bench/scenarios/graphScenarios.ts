import type { GatewayProcess } from '../../../support/gatewayProcess.ts';
import { filmsRequest, prepareResponses } from './filmsOperation.ts';
import { type Figures, type Load, measure, type Target } from './measure.ts';
import { comparison, type Table } from './report.ts';
import { type BenchServers, startServers } from './servers.ts';

/** 400 films. */
export const DOCUMENTS = 1000;
/** Time of an upstream response. */
export const UPSTREAM_DELAY_MS = 5;
export const EXECUTION: Load = {
  connections: 16,
  warmUpRequests: 6000,
  requests: 2000,
  requestsPerSecond: 100,
};
export const UPSTREAM_CALLS: Load = {
  connections: 16,
  warmUpRequests: 3000,
  requests: 1000,
  requestsPerSecond: 100,
};

/** Compares the execution of operations whose upstream responses are cached in memory. */
export async function measureExecution(rounds: number): Promise<Table[]> {
  const servers = await startServers(DOCUMENTS);
  try {
    const content = await servers.startReplay(servers.stack.emulators.content.url);
    const { trivium, mercurius } = await startCachedServers(servers, content);
    const env = { SANITY_API_HOST: content.url, CACHE: 'on' };
    const yoga = await servers.startPeer('yoga.js', env);
    const apollo = await servers.startPeer('apollo.js', env);
    const bytes = await prepareResponses([trivium, mercurius, yoga, apollo]);
    const targets: Target[] = [
      { name: 'Trivium', server: trivium, request: filmsRequest },
      { name: 'Mercurius + JIT', server: mercurius, request: filmsRequest, goal: 1 },
      { name: 'GraphQL Yoga + JIT', server: yoga, request: filmsRequest },
      { name: 'Apollo Server with Fastify', server: apollo, request: filmsRequest, goal: 5 },
    ];
    const title = `Graph execution, ${(bytes / 1000).toFixed(1)} kB, upstream responses cached`;
    return [comparison(title, await measure(targets, EXECUTION, rounds))];
  } finally {
    await servers.close();
  }
}

/** Starts Trivium and the fastest peer, which cache upstream responses in memory. */
export async function startCachedServers(servers: BenchServers, content: GatewayProcess) {
  return {
    trivium: await servers.startTrivium({ SANITY_API_HOST: content.url, CACHE_TTL: '3600' }),
    mercurius: await servers.startPeer('mercurius.js', { SANITY_API_HOST: content.url, CACHE: 'on' }),
  };
}

/** Compares operations without any cache. */
export async function measureUpstreamCalls(rounds: number): Promise<Table[]> {
  const servers = await startServers(DOCUMENTS);
  try {
    const content = await servers.startReplay(servers.stack.emulators.content.url, {
      DELAY_MS: String(UPSTREAM_DELAY_MS),
    });
    const env = { SANITY_API_HOST: content.url };
    const trivium = await servers.startTrivium({ ...env, CACHE_TTL: '0' });
    const mercurius = await servers.startPeer('mercurius.js', env);
    const joined = await servers.startPeer('mercurius.js', { ...env, RELATIONS: 'joined' });
    const yoga = await servers.startPeer('yoga.js', env);
    const apollo = await servers.startPeer('apollo.js', env);
    await prepareResponses([trivium, mercurius, joined, yoga, apollo]);
    const target = (name: string, server: GatewayProcess): Target => ({
      name,
      server,
      upstream: content,
      request: filmsRequest,
    });
    const targets: Target[] = [
      target('Trivium', trivium),
      { ...target('Mercurius + JIT', mercurius), goal: 1 },
      target('Mercurius + JIT, one joined query', joined),
      target('GraphQL Yoga + JIT', yoga),
      target('Apollo Server with Fastify', apollo),
      // Repeats the status of an unknown path: the time of an upstream request without a gateway.
      { name: 'the upstream server alone', server: content, request: () => ({ path: '/' }), status: 404 },
    ];
    const figures = await measure(targets, UPSTREAM_CALLS, rounds);
    const [alone, gateways] = [figures.at(-1) as Figures, figures.slice(0, -1)];
    const note = describeUpstream(alone, gateways);
    return [comparison('Upstream calls, nothing cached', gateways, note)];
  } finally {
    await servers.close();
  }
}

function describeUpstream({ p50Ms }: Figures, gateways: readonly Figures[]): string {
  const share = Math.max(...gateways.map(({ upstreamShare }) => upstreamShare));
  return `An upstream response takes ${UPSTREAM_DELAY_MS} ms, and ${p50Ms.toFixed(1)} ms (p50) with its request. The upstream server used at most ${Math.round(100 * share)}% of a processor.`;
}
