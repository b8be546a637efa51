/**
 * Measures the CPU time of a cached page, of a 304 and of a rendered page, and of `node:http` alone with the same bytes.
 * Rounds alternate. `node tests/programs/bench/pageCache.bench.ts [rounds]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { ROOT } from '../../support/stack.ts';
import { cpuMs } from '../load/processFigures.ts';
import { median } from '../load/quantile.ts';
import { formatTable, type Row } from '../load/table.ts';
import { startLoadedGateway } from './loadedGateway.ts';

const [rounds = 7] = process.argv.slice(2).map(Number);
const PATHS = ['/', '/films/lorenz'];
const CONNECTIONS = 16;
const CACHED_REQUESTS = 4_000;
const RENDERED_REQUESTS = 60;

const gateway = await startLoadedGateway(0);
const bare = spawn(
  process.execPath,
  ['tests/programs/bench/servers/mirrorServer.ts', gateway.url, ...PATHS],
  {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
try {
  const [port] = (await once(createInterface({ input: bare.stdout }), 'line')) as [string];
  const bareUrl = `http://127.0.0.1:${port}`;
  const gatewayPid = gateway.pid;
  const rows: Row[] = [];
  for (const path of PATHS) {
    const etag = await etagOf(path);
    const times = {
      cached: [] as number[],
      bare: [] as number[],
      unchanged: [] as number[],
      rendered: [] as number[],
    };
    for (let round = 0; round <= rounds; round++) {
      const measured = {
        cached: await measure(gatewayPid, CACHED_REQUESTS, () => get(gateway.url, path)),
        bare: await measure(bare.pid as number, CACHED_REQUESTS, () => get(bareUrl, path)),
        unchanged: await measure(gatewayPid, CACHED_REQUESTS, () =>
          get(gateway.url, path, { 'if-none-match': etag }),
        ),
        rendered: await measure(gatewayPid, RENDERED_REQUESTS, (n) =>
          get(gateway.url, `${path}?round=${round}-${n}`),
        ),
      };
      // The first round compiles.
      if (round > 0)
        for (const key of Object.keys(times) as (keyof typeof times)[]) times[key].push(measured[key]);
    }
    const [cached, plain] = [median(times.cached), median(times.bare)];
    const cells = [cached, plain, median(times.unchanged), median(times.rendered)].map((ms) => ms.toFixed(3));
    rows.push([path, ...cells, `${((100 * plain) / cached).toFixed(0)}%`]);
  }
  console.log(formatTable(['CPU ms', 'cached', 'node:http', '304', 'rendered', 'throughput'], rows));
} finally {
  agent.destroy();
  bare.kill();
  await gateway.close();
}

async function measure(
  pid: number,
  requests: number,
  send: (n: number) => Promise<unknown>,
): Promise<number> {
  const before = cpuMs(pid);
  let sent = 0;
  const sendNext = async () => {
    while (sent < requests) await send(sent++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendNext));
  return (cpuMs(pid) - before) / requests;
}

function get(origin: string, path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  request(`${origin}${path}`, { agent, headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
    response.on('end', resolve).on('error', reject).resume();
  })
    .on('error', reject)
    .end();
  return promise;
}

async function etagOf(path: string): Promise<string> {
  const { headers } = await fetch(`${gateway.url}${path}`);
  return String(headers.get('etag'));
}
