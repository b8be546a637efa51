import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@sanity/client';
import { createContentEmulator } from '../../../gateway/emulators/content/emulator.ts';
import { callControl } from '../../../gateway/emulators/shared/control.ts';
import { generateDocuments } from '../../reference/generator/generate.ts';
import { quantile } from '../load/quantile.ts';

/*
 * Benchmark of the content emulator's event streams: the time from a mutation to the event of every client,
 * the time of a mutation with and without clients, and the memory left after they disconnect. `node
 * tests/programs/bench/content-streams.bench.ts [clients of each kind] [mutations]`
 */
const [clients = 100, mutations = 300] = process.argv.slice(2).map(Number);
const MAX_P99_MS = 50;
/** Allowed growth of the heap: the bounded event log stays. */
const MAX_HEAP_GROWTH_BYTES = 40_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

/**
 * Subscribes to a stream at the least cost, because the emulator runs in this process too; returns a function
 * that unsubscribes.
 */
function subscribe(url: string, marker: string, onEvent: () => void): Promise<() => void> {
  return new Promise((open, reject) => {
    const request = get(url, { headers: { authorization: 'Bearer r' }, agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(marker); at >= 0; at = chunk.indexOf(marker, at + 1)) onEvent();
      });
      response.on('error', () => undefined);
      open(() => void request.destroy());
    }).on('error', reject);
  });
}

const seedDir = await mkdtemp(join(tmpdir(), 'content-news-bench-'));
try {
  const lines = Array.from(generateDocuments(10_000), (document) => JSON.stringify(document));
  await writeFile(join(seedDir, 'content.ndjson'), lines.join('\n'));
  const options = { projectId: 'bench', dataset: 'bench', readToken: 'r', writeToken: 'w' };
  const emulator = await createContentEmulator({ seedDir, port: 0, ...options });
  const client = createClient({
    ...options,
    apiHost: emulator.url,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    token: 'w',
    useCdn: false,
  });
  const film = (await client.fetch<{ _id: string }>('*[_type == "film"][0]{_id}'))._id;
  const rename = async (n: number) => {
    const startedAt = performance.now();
    await client
      .patch(film)
      .set({ title: `Title ${n}` })
      .commit({ returnDocuments: false });
    return performance.now() - startedAt;
  };
  for (let n = 0; n < 50; n += 1) await rename(n);
  const withoutClients: number[] = [];
  for (let n = 0; n < mutations; n += 1) withoutClients.push(await rename(n));

  const heapBefore = heap();
  let received = 0;
  const data = `${emulator.url}/v2025-02-19/data`;
  const query = encodeURIComponent('*[_type == "film" && defined(title)]');
  const unsubscribes = await Promise.all(
    Array.from({ length: clients }, () => [
      subscribe(`${data}/live/events/bench`, 'event: message', () => received++),
      subscribe(
        `${data}/listen/bench?query=${query}&includeResult=true`,
        'event: mutation',
        () => received++,
      ),
    ]).flat(),
  );
  const withClients: number[] = [];
  const delivered: number[] = [];
  for (let n = 0; n < mutations; n += 1) {
    const [startedAt, expected] = [performance.now(), received + unsubscribes.length];
    withClients.push(await rename(n));
    while (received < expected) await new Promise((resolve) => setImmediate(resolve));
    delivered.push(performance.now() - startedAt);
  }
  for (const unsubscribe of unsubscribes) unsubscribe();
  const streams = (): Promise<{ live: number; listen: number }> =>
    callControl(emulator.url, 'GET', 'streams');
  const deadline = Date.now() + 5_000;
  while (Date.now() < deadline && (await streams()).live + (await streams()).listen > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const remaining = await streams();
  const heapGrowth = heap() - heapBefore;

  const formatQuantiles = (values: number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(2)} ms, p99 ${quantile(values, 0.99).toFixed(2)} ms`;
  console.log(`${mutations} mutations, ${clients} live streams and ${clients} listeners\n`);
  console.log(`mutation without clients   ${formatQuantiles(withoutClients)}`);
  console.log(`mutation with clients      ${formatQuantiles(withClients)}`);
  console.log(`event at the last client   ${formatQuantiles(delivered)}`);
  console.log(
    `remaining: ${remaining.live} live, ${remaining.listen} listen, heap ${(heapGrowth / 1e6).toFixed(1)} MB more`,
  );
  const p99 = quantile(delivered, 0.99);
  if (
    p99 > MAX_P99_MS ||
    remaining.live !== 0 ||
    remaining.listen !== 0 ||
    heapGrowth > MAX_HEAP_GROWTH_BYTES
  ) {
    console.error(
      `expected p99 below ${MAX_P99_MS} ms, no open streams, and less than ${MAX_HEAP_GROWTH_BYTES / 1e6} MB more`,
    );
    process.exitCode = 1;
  }
  await emulator.close();
} finally {
  await rm(seedDir, { recursive: true, force: true });
}
