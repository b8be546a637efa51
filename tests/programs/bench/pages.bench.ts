/**
 * Measures the CPU time of rendered pages, by thread. `npm run bench -- pages --profile --path /films/lorenz`
 *   --path /,/films/lorenz   pages
 *   --renders 300            renders in a round
 *   --rounds 5               the first round has a new process; the figures of the others are medians
 *   --profile                also prints where the main thread spends its time, from one more round
 */
import { Agent } from 'node:http';
import { rawRequest } from '../../support/rawRequest.ts';
import { openInspector } from '../load/inspector.ts';
import { threadCpuMs } from '../load/processFigures.ts';
import { median } from '../load/quantile.ts';
import { readArguments, readPositive } from '../load/readArguments.ts';
import { formatTable, type Row } from '../load/table.ts';
import { profileByWork } from './profileByWork.ts';
import { sendClosedLoop } from './scenarios/measure.ts';
import { startServers } from './scenarios/servers.ts';

const { values } = readArguments({
  options: {
    path: { type: 'string', default: '/,/films/lorenz' },
    renders: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'boolean', default: false },
  },
});
const renders = readPositive('--renders', values.renders);
const rounds = readPositive('--rounds', values.rounds);
const CONNECTIONS = 2;

const servers = await startServers();
const agent = new Agent({ keepAlive: true });
try {
  const rows: Row[] = [];
  const profiles: string[] = [];
  for (const path of values.path.split(',')) {
    const inspectorUrl = Promise.withResolvers<string>();
    const { url, pid = 0 } = await servers.startTrivium(
      { CACHE_TTL: '3600' },
      {
        script: 'gateway/main.ts',
        flags: ['--inspect=127.0.0.1:0'],
        onLine(line) {
          const [, inspectedUrl] = /^Debugger listening on (\S+)$/.exec(line) ?? [];
          if (inspectedUrl) inspectorUrl.resolve(inspectedUrl);
        },
      },
    );
    let sent = 0;
    const render = async () => {
      await sendClosedLoop({ connections: CONNECTIONS, requests: renders }, async () => {
        sent += 1;
        const request = { path: `${path}?n=${sent}`, headers: { 'accept-encoding': 'br' } };
        const { status } = await rawRequest(url, request, agent);
        if (status !== 200) throw new Error(`expected status 200, got ${status}; run npm run build`);
      });
    };
    const measured: ReadonlyMap<string, number>[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = threadCpuMs(pid);
      await render();
      measured.push(differences(before, threadCpuMs(pid)));
    }
    const [first, ...laterMeasurements] = measured;
    if (first) rows.push([path, 'first', ...cellsOf([first])]);
    if (laterMeasurements.length > 0) rows.push([path, 'others', ...cellsOf(laterMeasurements)]);
    if (values.profile) {
      const inspector = await openInspector(await inspectorUrl.promise);
      profiles.push(`${path}\n${profileByWork(await inspector.profile(render), renders)}`);
      inspector.close();
    }
  }
  const columns = ['page', 'rounds', 'CPU ms', 'main thread', 'thread pool', 'V8 threads'];
  console.log([formatTable(columns, rows), ...profiles].join('\n\n'));
} finally {
  agent.destroy();
  await servers.close();
}

/** Returns the CPU time of a render by thread. */
function differences(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  return new Map([...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / renders]));
}

/** Returns the medians of rounds: the total, and the times of the threads. */
function cellsOf(measured: readonly ReadonlyMap<string, number>[]): string[] {
  const medianOf = (matches: (name: string) => boolean): string =>
    median(
      measured.map((times) => [...times].reduce((sum, [name, ms]) => sum + (matches(name) ? ms : 0), 0)),
    ).toFixed(2);
  const isPool = (name: string) => name.startsWith('libuv');
  const isMain = (name: string) => /^(node|MainThread)$/.test(name);
  return [
    medianOf(() => true),
    medianOf(isMain),
    medianOf(isPool),
    medianOf((name) => !isMain(name) && !isPool(name)),
  ];
}
