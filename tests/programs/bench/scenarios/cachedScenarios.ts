import { type RawRequest, type RawResponse, rawRequest } from '../../../support/rawRequest.ts';
import { type Load, measure, type Target } from './measure.ts';
import { comparison, type Table } from './report.ts';
import { startServers } from './servers.ts';

const QUERY =
  '{ films(first: 20, orderBy: { field: TITLE }) { nodes { id title slug year publishedAt topics { id title slug } credits { role person { id name slug } } video { duration } } } }';
export const RESPONSE: RawRequest = { path: `/graphql?query=${encodeURIComponent(QUERY)}` };
export const PAGES = [
  { path: '/', maxRenderingMs: 5 },
  { path: '/films/lorenz', maxRenderingMs: 8 },
];
export const BROTLI = { 'accept-encoding': 'br' };

/** V8 still compiles after some thousand of these requests, which take less time than others. */
export const CACHED: Load = {
  connections: 16,
  warmUpRequests: 20_000,
  requests: 2000,
  requestsPerSecond: 250,
};
/** `npm run bench -- pages` also measures the first pages of a process. */
export const RENDERED: Load = { connections: 4, warmUpRequests: 600, requests: 100, requestsPerSecond: 10 };

/** Compares cached responses and pages with `node:http`, and measures rendered pages. */
export async function measureCached(rounds: number): Promise<Table[]> {
  const servers = await startServers();
  try {
    // Cached responses stay cached during a run.
    const trivium = await servers.startTrivium({ CACHE_TTL: '3600' });
    const bare = await servers.startReplay(trivium.url);
    const compare = async (title: string, sent: RawRequest, goal: number, status = 200): Promise<Table> => {
      const request = () => sent;
      const targets: Target[] = [
        { name: 'Trivium', server: trivium, request, status },
        { name: '`node:http`', server: bare, request, status, goal },
      ];
      return comparison(title, await measure(targets, CACHED, rounds));
    };
    const read = async (request: RawRequest): Promise<RawResponse> => {
      const response = await rawRequest(trivium.url, request);
      if (response.status === 200) return response;
      throw new Error(`${request.path}: expected status 200, got ${response.status}; run npm run build`);
    };

    const { headers, body } = await read(RESPONSE);
    const conditional = { ...RESPONSE, headers: { 'if-none-match': String(headers.etag) } };
    const tables = [
      await compare(`Cached response, ${kilobytes(body)}`, RESPONSE, 0.8),
      await compare('Cached response, 304', conditional, 0.9, 304),
    ];
    for (const { path } of PAGES) {
      const sent = { path, headers: BROTLI };
      const page = await read(sent);
      const title = `Cached page ${path}, ${kilobytes(page.body)} of Brotli`;
      tables.push(await compare(title, sent, 0.7));
    }
    const rendered = PAGES.map(({ path }) => ({ name: path, server: trivium, request: renderedPage(path) }));
    const figures = await measure(rendered, RENDERED, rounds);
    return [
      ...tables,
      {
        title: 'Rendered page',
        columns: ['page', 'goal', 'CPU ms', 'p50 ms', 'p99 ms'],
        rows: figures.map(({ name, cpuMs, p50Ms, p99Ms }, i) => [
          name,
          `${PAGES[i]?.maxRenderingMs} ms`,
          cpuMs.toFixed(1),
          p50Ms.toFixed(1),
          p99Ms.toFixed(1),
        ]),
      },
    ];
  } finally {
    await servers.close();
  }
}

/** Returns requests for a page that are never equal, so that it is rendered for each. */
export const renderedPage =
  (path: string) =>
  (n: number): RawRequest => ({ path: `${path}?n=${n}`, headers: BROTLI });

const kilobytes = ({ length }: Buffer): string => `${(length / 1000).toFixed(1)} kB`;
