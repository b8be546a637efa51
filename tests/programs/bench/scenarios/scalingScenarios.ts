import { Agent } from 'node:http';
import { rawRequest } from '../../../support/rawRequest.ts';
import { openInspector } from '../../load/inspector.ts';
import { cpuMs, residentBytes } from '../../load/processFigures.ts';
import type { Row } from '../../load/table.ts';
import { filmsRequest, prepareResponses } from './filmsOperation.ts';
import { startCachedServers } from './graphScenarios.ts';
import { type Load, measure, sendClosedLoop, type Target } from './measure.ts';
import type { Table } from './report.ts';
import { startServers } from './servers.ts';

const DOCUMENTS = 1000;
/** Rows of a response, and requests of a round. */
const ROWS: readonly (readonly [rows: number, requests: number])[] = [
  [1, 2000],
  [10, 2000],
  [100, 500],
  [1000, 50],
];
/** More than the connections that send them. The emulator takes long for each. */
const DISTINCT_LARGE_RESPONSES = 8;
const CONNECTIONS = [1, 16, 128, 512];
const OPERATIONS = [1, 100, 1000, 10_000];
const DOCUMENT_SIZES = [100, 1000, 10_000, 100_000];
/** The gateway holds 10,000 assets of the media library; 100,000 documents have 40,000. */
const WITHOUT_VIDEOS = { hasVideos: false };
const REQUESTS = 1000;
const MEGABYTE = 1024 * 1024;

/** Measures how the cost of a request grows with its rows, and with the connections. */
export async function measureRowsAndConnections(rounds: number): Promise<Table[]> {
  const servers = await startServers(DOCUMENTS);
  try {
    const content = await servers.startReplay(servers.stack.emulators.content.url);
    const { trivium, mercurius } = await startCachedServers(servers, content);
    const compare = async (load: Load, rows: number, distinct?: number): Promise<number[]> => {
      await prepareResponses([trivium, mercurius], { rows, ...(distinct !== undefined && { distinct }) });
      const request = (n: number) => filmsRequest(distinct === undefined ? n : n % distinct, { rows });
      const targets: Target[] = [
        { name: 'Trivium', server: trivium, request },
        { name: 'Mercurius + JIT', server: mercurius, request },
      ];
      return (await measure(targets, load, rounds)).map(({ cpuMs: ms }) => ms);
    };
    const byRows: Row[] = [];
    for (const [rows, requests] of ROWS) {
      const times = await compare(loadOf(4, requests), rows, DISTINCT_LARGE_RESPONSES);
      byRows.push([
        rows,
        ...times.map((ms) => ms.toFixed(3)),
        ...times.map((ms) => ((1000 * ms) / rows).toFixed(1)),
      ]);
    }
    const byConnections: Row[] = [];
    for (const connections of CONNECTIONS) {
      const load = loadOf(connections, Math.max(REQUESTS, 2 * connections));
      const times = await compare(load, 20);
      byConnections.push([
        connections,
        ...times.map((ms) => ms.toFixed(3)),
        megabytes(residentBytes(trivium.pid ?? 0)),
      ]);
    }
    return [
      {
        title: 'Rows of a response, upstream responses cached',
        columns: ['rows', 'Trivium CPU ms', 'Mercurius CPU ms', 'Trivium µs per row', 'Mercurius µs per row'],
        rows: byRows,
      },
      {
        title: 'Connections, 20 rows, upstream responses cached',
        columns: ['connections', 'Trivium CPU ms', 'Mercurius CPU ms', 'Trivium resident MB'],
        rows: byConnections,
      },
    ];
  } finally {
    await servers.close();
  }
}

/** Measures memory, and the cost of a request, with many distinct operations. Each is sent twice: the second time prepared. */
export async function measureOperations(): Promise<Table[]> {
  const servers = await startServers(DOCUMENTS);
  const agent = new Agent({ keepAlive: true });
  try {
    const inspectorUrl = Promise.withResolvers<string>();
    const { url, pid = 0 } = await servers.startTrivium(
      { CACHE_TTL: '3600' },
      {
        flags: ['--inspect=127.0.0.1:0'],
        onLine(line) {
          const [, inspectedUrl] = /^Debugger listening on (\S+)$/.exec(line) ?? [];
          if (inspectedUrl) inspectorUrl.resolve(inspectedUrl);
        },
      },
    );
    const inspector = await openInspector(await inspectorUrl.promise);
    const rows: Row[] = [];
    let sent = 0;
    for (const operations of OPERATIONS) {
      const [first, requests] = [sent, operations - sent];
      const before = cpuMs(pid);
      await sendClosedLoop({ connections: 16, requests }, async (n) => {
        const request = filmsRequest(n, { rows: 1, name: `Films${first + n}` });
        for (let i = 0; i < 2; i++) await rawRequest(url, request, agent);
      });
      sent = operations;
      const meanMs = (cpuMs(pid) - before) / (2 * requests);
      const { heap, rss } = await inspector.measure(pid);
      rows.push([operations, meanMs.toFixed(3), megabytes(heap), megabytes(rss)]);
    }
    inspector.close();
    const columns = ['distinct operations', 'CPU ms', 'heap MB', 'resident MB'];
    return [
      { title: 'Distinct operations, each sent twice; memory after garbage collection', columns, rows },
    ];
  } finally {
    agent.destroy();
    await servers.close();
  }
}

/** Measures the cost of a request, without any cache, with content of different sizes. */
export async function measureDocuments(rounds: number, maxDocuments: number): Promise<Table[]> {
  const rows: Row[] = [];
  for (const documents of DOCUMENT_SIZES.filter((size) => size <= maxDocuments)) {
    const servers = await startServers(documents);
    try {
      const content = await servers.startReplay(servers.stack.emulators.content.url);
      const trivium = await servers.startTrivium({ SANITY_API_HOST: content.url, CACHE_TTL: '0' });
      await prepareResponses([trivium], WITHOUT_VIDEOS);
      const request = (n: number) => filmsRequest(n, WITHOUT_VIDEOS);
      const target: Target = { name: 'Trivium', server: trivium, upstream: content, request };
      const [figures] = await measure([target], loadOf(16, REQUESTS), rounds);
      rows.push([
        documents,
        figures?.cpuMs.toFixed(3) ?? '',
        figures?.upstreamRequests ?? '',
        megabytes(residentBytes(trivium.pid ?? 0)),
      ]);
    } finally {
      await servers.close();
    }
  }
  const columns = ['documents', 'CPU ms', 'upstream requests', 'resident MB'];
  return [{ title: 'Documents of the content, 20 rows without videos, nothing cached', columns, rows }];
}

const loadOf = (connections: number, requests: number): Load => ({
  connections,
  warmUpRequests: 2 * requests,
  requests,
  requestsPerSecond: 0,
});

const megabytes = (bytes = 0): number => Math.round(bytes / MEGABYTE);
