import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@sanity/client';
import { createContentTwin } from '../../gateway/content/twin/twin.ts';
import { generateDocuments } from '../generate.ts';
import { quantile } from '../load/quantile.ts';

/*
 * What it costs the content twin to tell its news: the time from a mutation to the message of every follower, the
 * twin's own time for a mutation with and without followers, and what is left when they have gone.
 * `node tests/bench/content-news.bench.ts [followers of each kind] [mutations]`
 */
const [followers = 100, mutations = 300] = process.argv.slice(2).map(Number);
const LIMIT_MS = 50;
/** Bytes that may be left behind: the log of what happened is bounded and stays. */
const LIMIT_BYTES = 40_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** Follows a stream at the least cost, as this process is the twin's as well; gives what leaves it. */
function follow(url: string, mark: string, heard: () => void): Promise<() => void> {
  return new Promise((open, reject) => {
    const asking = get(url, { headers: { authorization: 'Bearer r' }, agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(mark); at >= 0; at = chunk.indexOf(mark, at + 1)) heard();
      });
      response.on('error', () => undefined);
      open(() => void asking.destroy());
    }).on('error', reject);
  });
}

const seedDir = await mkdtemp(join(tmpdir(), 'content-news-bench-'));
try {
  const lines = Array.from(generateDocuments(10_000), (document) => JSON.stringify(document));
  await writeFile(join(seedDir, 'content.ndjson'), lines.join('\n'));
  const options = { projectId: 'bench', dataset: 'bench', readToken: 'r', writeToken: 'w' };
  const twin = await createContentTwin({ seedDir, port: 0, ...options });
  const client = createClient({
    ...options,
    apiHost: twin.url,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    token: 'w',
    useCdn: false,
  });
  const film = (await client.fetch<{ _id: string }>('*[_type == "film"][0]{_id}'))._id;
  const rename = async (n: number) => {
    const begun = performance.now();
    await client
      .patch(film)
      .set({ title: `Title ${n}` })
      .commit({ returnDocuments: false });
    return performance.now() - begun;
  };
  for (let n = 0; n < 50; n += 1) await rename(n);
  const alone: number[] = [];
  for (let n = 0; n < mutations; n += 1) alone.push(await rename(n));

  const before = heap();
  let heard = 0;
  const data = `${twin.url}/v2025-02-19/data`;
  const query = encodeURIComponent('*[_type == "film" && defined(title)]');
  const leave = await Promise.all(
    Array.from({ length: followers }, () => [
      follow(`${data}/live/events/bench`, 'event: message', () => heard++),
      follow(`${data}/listen/bench?query=${query}&includeResult=true`, 'event: mutation', () => heard++),
    ]).flat(),
  );
  const answered: number[] = [];
  const told: number[] = [];
  for (let n = 0; n < mutations; n += 1) {
    const [begun, wanted] = [performance.now(), heard + leave.length];
    answered.push(await rename(n));
    while (heard < wanted) await new Promise((go) => setImmediate(go));
    told.push(performance.now() - begun);
  }
  for (const one of leave) one();
  const news = async () =>
    (await fetch(`${twin.url}/__twin/news`)).json() as Promise<{ live: number; listen: number }>;
  const late = Date.now() + 5_000;
  while (Date.now() < late && (await news()).live + (await news()).listen > 0)
    await new Promise((go) => setTimeout(go, 20));
  const left = await news();
  const grown = heap() - before;

  const shown = (values: number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(2)} ms, p99 ${quantile(values, 0.99).toFixed(2)} ms`;
  console.log(`${mutations} mutations, ${followers} live streams and ${followers} listeners\n`);
  console.log(`mutation answered, nobody follows   ${shown(alone)}`);
  console.log(`mutation answered, all follow       ${shown(answered)}`);
  console.log(`the last follower has heard         ${shown(told)}`);
  console.log(`left: ${left.live} live, ${left.listen} listening, heap ${(grown / 1e6).toFixed(1)} MB more`);
  const p99 = quantile(told, 0.99);
  if (p99 > LIMIT_MS || left.live !== 0 || left.listen !== 0 || grown > LIMIT_BYTES) {
    console.error(
      `expected p99 below ${LIMIT_MS} ms, nobody left, and less than ${LIMIT_BYTES / 1e6} MB more`,
    );
    process.exitCode = 1;
  }
  await twin.close();
} finally {
  await rm(seedDir, { recursive: true, force: true });
}
