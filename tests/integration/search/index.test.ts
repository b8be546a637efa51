import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStorage } from '../../../gateway/app/storage.ts';
import { reindex } from '../../../gateway/cli/reindex.ts';
import { createIndexWriter, type IndexWriter } from '../../../gateway/providers/search/writer.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { createIndexJobQueue } from '../../../gateway/sync/index/jobs.ts';
import { eventually } from '../../support/eventually.ts';
import { type House, openHouse, ROOT } from '../../support/stack.ts';

let house: House;
let durable: Storage;
let writer: IndexWriter;
beforeAll(async () => {
  house = await openHouse();
  await house.bringNews();
  durable = openStorage(house.config, () => undefined);
  writer = createIndexWriter(house.config.search);
});
afterAll(async () => {
  await durable.close();
  await house.close();
});

const documents = () => writer.indexes.documents;
const record = async (id: string) => (await writer.get(documents(), [id]))[0];
const moments = async (document: string) => {
  const found = [];
  const filters = `document:${JSON.stringify(document)}`;
  for await (const moment of writer.browse(writer.indexes.moments, { filters })) found.push(moment);
  return found;
};
const lag = (ms: number) => control('content', 'PUT', 'streams', { queryLagMs: ms });
const control = (emulator: 'content' | 'media', method: string, path: string, body: object) =>
  fetch(`${house.emulators[emulator].url}/__emulator/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const newFilm = (id: string, further: object = {}) => ({
  _id: id,
  _type: 'film',
  title: `About ${id}`,
  slug: { _type: 'slug', current: id },
  credits: [],
  ...further,
});
/** What a check of the whole index says. */
const check = async () => {
  const said: string[] = [];
  const isClean = await reindex(house.config, { task: 'check', print: (line) => said.push(line) });
  return { isClean, said: said.join('\n') };
};

test('a record has the formulas of a text in it, as people would type them', async () => {
  expect((await record('article-length-of-a-shore'))?.body).toContain('They are the digits of π.');
  const answer = await house.ask('{ film(slug: "mandelbrot") { synopsis { plainText } } }');
  expect(answer.data.film.synopsis.plainText).toMatch(/^Choose a number c in the plane/);
});

test('moments are narrowed by the topics that their film has now', async () => {
  const inSymmetry = async () => {
    const { data } = await house.ask(
      '{ moments(query: "golden thread", filter: { topics: { in: ["symmetry"] } }) { nodes { film { slug } } } }',
    );
    return data.moments.nodes;
  };
  expect(await inSymmetry()).not.toContainEqual({ film: { slug: 'lorenz' } });
  const added = [{ _type: 'reference', _key: 'added', _ref: 'topic-symmetry' }];
  await house.editor.patch('film-lorenz').append('topics', added).commit({ visibility: 'async' });
  await eventually(
    async () => expect(await inSymmetry()).toContainEqual({ film: { slug: 'lorenz' } }),
    10_000,
  );
});

test.each([
  ['boids', ['flocking', 'murmuration', 'swarm']],
  ['chladni', ['chladni plate', 'cymatics', 'vibration']],
  ['clifford', ['clifford attractor', 'strange attractor', 'chaos']],
  ['curl-noise', ['curl noise', 'marbling', 'flow field']],
  ['double-pendulum', ['double pendulum', 'chaos', 'sensitive dependence']],
  ['epicycles', ['fourier series', 'epicycles', 'snowflake']],
  ['gray-scott', ['reaction diffusion', 'turing pattern', 'coral']],
  ['life', ['game of life', 'conway', 'cellular automaton']],
  ['lissajous', ['lissajous curve', 'tuning forks', 'oscilloscope']],
  ['lorenz', ['lorenz attractor', 'butterfly effect', 'weather']],
  ['mandelbrot', ['mandelbrot set', 'julia set', 'complex numbers']],
  ['penrose', ['penrose tiling', 'aperiodic', 'quasicrystal']],
  ['ripples', ['interference', 'double slit', 'ripple tank']],
  ['rule-30', ['rule 30', 'cellular automata', 'randomness']],
])('the film %s is found by what people call it', async (slug, [first, second, third]) => {
  const films = '{ relaxedQuery nodes { ... on Film { slug } } }';
  const { data } = await house.ask(
    `query ($a: String!, $b: String!, $c: String!) { a: search(query: $a, types: [FILM], first: 5) ${films}
     b: search(query: $b, types: [FILM], first: 5) ${films} c: search(query: $c, types: [FILM], first: 5) ${films} }`,
    { a: first, b: second, c: third },
  );
  for (const found of Object.values(data) as { relaxedQuery: string | null; nodes: { slug: string }[] }[])
    expect(found).toEqual({ relaxedQuery: null, nodes: expect.arrayContaining([{ slug }]) });
});

describe('while queries of the content service lag behind its news', () => {
  beforeAll(() => lag(700));
  afterAll(() => lag(0));

  test('an edit is in the index and in answers as soon as it can be read', async () => {
    await house.ask('{ film(slug: "life") { title } }');
    await house.editor.patch('film-life').set({ title: 'Late gliders' }).commit({ visibility: 'async' });
    await eventually(async () => expect(await record('film-life')).toMatchObject({ title: 'Late gliders' }));
    await eventually(async () =>
      expect((await house.ask('{ film(slug: "life") { title } }')).data.film.title).toBe('Late gliders'),
    );
  });

  test('what is new is indexed, and what is deleted leaves the index for good', async () => {
    await house.editor.create(newFilm('film-brief'), { visibility: 'async' });
    await eventually(async () => expect(await record('film-brief')).not.toBeNull());
    await house.editor.delete('film-brief', { visibility: 'async' });
    await eventually(async () => expect(await record('film-brief')).toBeNull(), 10_000);
    await sleep(1_000);
    expect(await record('film-brief')).toBeNull();
  }, 30_000);
});

describe('a media asset', () => {
  const mux = async (method: string, path: string, body?: object) => {
    const { tokenId, tokenSecret, baseUrl } = house.config.media;
    const answer = await fetch(`${baseUrl}/video/v1/assets/${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${tokenId}:${tokenSecret}`)}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.status === 204 ? undefined : ((await answer.json()) as { data: MuxAsset }).data;
  };
  interface MuxAsset {
    playback_ids: { id: string }[];
    tracks: { id: string; type: string; language_code: string }[];
  }
  const english = ({ tracks }: MuxAsset) =>
    tracks.find(({ type, language_code }) => type === 'text' && language_code === 'en') as { id: string };
  const assetOf = async (document: string) => (await moments(document))[0]?.asset as string;

  test('whose captions are replaced or removed has other moments, or none', async () => {
    const asset = await assetOf('film-lorenz');
    const other = (await mux('GET', await assetOf('film-boids'))) as MuxAsset;
    const ours = (await mux('GET', asset)) as MuxAsset;
    for (const { id, type } of ours.tracks) if (type === 'text') await mux('DELETE', `${asset}/tracks/${id}`);
    await eventually(async () => expect(await moments('film-lorenz')).toEqual([]), 10_000);
    await mux('POST', `${asset}/tracks`, {
      type: 'text',
      text_type: 'subtitles',
      language_code: 'en',
      name: 'English anew',
      url: `${house.config.media.streamUrl}/${other.playback_ids[0]?.id}/text/${english(other).id}.vtt`,
    });
    const words = (found: readonly object[]) =>
      found.map((moment) => (moment as { text: string }).text).toSorted();
    const theirs = (await moments('film-boids')).filter(({ language }) => language === 'en');
    await eventually(async () => expect(words(await moments('film-lorenz'))).toEqual(words(theirs)), 10_000);
  }, 30_000);

  test('that is deleted cannot be played, and nothing in it is found', async () => {
    const ask = async () =>
      (await house.ask('{ film(slug: "ripples") { video { playback { hlsUrl } } } }')).data.film;
    expect((await ask()).video.playback.hlsUrl).toMatch(/^http/);
    await mux('DELETE', await assetOf('film-ripples'));
    await eventually(async () => expect((await ask()).video?.playback ?? null).toBeNull(), 10_000);
    await eventually(async () => expect(await moments('film-ripples')).toEqual([]), 10_000);
  }, 30_000);
});

test('a deletion that no webhook told is found by comparing, and told to those who run it', async () => {
  await house.editor.create(newFilm('film-lost'));
  await eventually(async () => expect(await record('film-lost')).not.toBeNull());
  await house.bringNews([{ kind: 'drop' }]);
  await house.editor.delete('film-lost');
  await sleep(300);
  expect(await record('film-lost')).not.toBeNull();
  await createIndexJobQueue(durable.index).enqueue([{ kind: 'compare', id: 'documents' }], { debounceMs: 0 });
  await eventually(async () => expect(await record('film-lost')).toBeNull(), 15_000);
  await house.bringNews();

  const query =
    '{ indexStatus { waiting failed drift { index extra missing stale } records { index records } } }';
  expect((await house.ask(query)).errors[0]?.extensions?.code).toBe('FORBIDDEN');
  const { secret } = await createApiKeys(durable.keys).create({ name: 'operator', scopes: ['index:write'] });
  const answer = await fetch(`${house.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ query }),
  });
  const { data } = (await answer.json()) as { data: { indexStatus: Record<string, unknown> } };
  expect(data.indexStatus).toMatchObject({
    failed: 0,
    drift: [{ index: documents(), extra: 1, missing: 0, stale: 0 }],
    records: [{ index: documents(), records: expect.any(Number) }, {}, {}],
  });
  const metrics = await (await fetch(`${house.url}/metrics`)).text();
  expect(metrics).toMatch(/trivium_index_jobs_lag_seconds \d/);
  expect(metrics).toMatch(/trivium_index_jobs_total\{kind="record",outcome="done"\} [1-9]/);
}, 40_000);

test('captions that no webhook told of are found by comparing the moments', async () => {
  const found = await moments('film-penrose');
  const { asset, track } = found.find(({ language }) => language !== 'en') as unknown as Record<
    string,
    string
  >;
  await house.bringNews([{ kind: 'drop' }]);
  const { tokenId, tokenSecret, baseUrl } = house.config.media;
  await fetch(`${baseUrl}/video/v1/assets/${asset}/tracks/${track}`, {
    method: 'DELETE',
    headers: { authorization: `Basic ${btoa(`${tokenId}:${tokenSecret}`)}` },
  });
  await sleep(300);
  expect(await moments('film-penrose')).toHaveLength(found.length);
  await createIndexJobQueue(durable.index).enqueue([{ kind: 'compare', id: 'moments' }], { debounceMs: 0 });
  await eventually(async () => {
    const left = await moments('film-penrose');
    expect(left.map(({ track: of }) => of)).not.toContain(track);
    expect(left.length).toBeGreaterThan(0);
  }, 10_000);
  const { data } = await house.ask('{ film(slug: "penrose") { video { tracks { language } } } }');
  expect(data.film.video.tracks.map(({ language }: { language: string }) => language)).toEqual(['en']);
  await house.bringNews();
}, 30_000);

test('a document that outgrows every record leaves the index and waits among what was given up', async () => {
  const topics = Array.from({ length: 400 }, (_, i) => ({
    _key: `k${i}`,
    _type: 'credit',
    role: `Role ${i} ${'x'.repeat(40)}`,
  }));
  await house.editor.create(newFilm('film-huge', { credits: topics }));
  await eventually(async () => expect((await durable.index.state()).dead).toBe(1));
  expect((await durable.index.dead(5))[0]).toMatchObject({
    key: 'record:film-huge',
    error: /above 10000 bytes/,
  });
  await house.editor.delete('film-huge');
  await eventually(async () => expect((await durable.index.state()).dead).toBe(0));
}, 30_000);

describe('npm run index', () => {
  /** Runs it as it is run by people. */
  const run = async (...flags: string[]) => {
    const child = spawn(process.execPath, ['gateway/cli/reindex.ts', ...flags], {
      cwd: ROOT,
      env: { ...house.env, PATH: process.env.PATH, NO_PROXY: '127.0.0.1,localhost' },
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
    const [code] = await once(child, 'close');
    return { code, said: said.join('') };
  };
  const settled = () =>
    eventually(async () => expect((await durable.index.state()).oldest).toBeNull(), 20_000);

  test('-- --check tells what differs and ends with 1; --repair mends it', async () => {
    await settled();
    await createIndexJobQueue(durable.index).enqueue([{ kind: 'suggestions', id: '' }], { debounceMs: 0 });
    await settled();
    const known = await record('film-penrose');
    await writer.change(documents(), {
      save: [{ objectID: 'film-ghost', title: 'Ghost' }, { ...known, title: 'Old' } as never],
      remove: ['film-boids'],
    });
    const checked = await run('--check');
    expect(checked).toMatchObject({ code: 1 });
    expect(checked.said).toMatch(
      /1 missing, 1 extra, 1 stale[\s\S]*missing {2}film-boids[\s\S]*extra {2}film-ghost/,
    );
    expect(await run('--repair')).toMatchObject({
      code: 0,
      said: expect.stringContaining('some records mended'),
    });
    expect(await check()).toMatchObject({ isClean: true });
    expect(await record('film-penrose')).toEqual(known);
  }, 60_000);

  test('-- --repair removes more than a tenth only with --force', async () => {
    const ghosts = Array.from({ length: 20 }, (_, i) => ({ objectID: `ghost-${i}` }));
    await writer.change(documents(), { save: ghosts });
    const refused = await run('--repair');
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/20 of \d+ records of trivium_documents would be removed.*--force/);
    expect(await record('ghost-0')).not.toBeNull();
    expect((await run('--repair', '--force')).code).toBe(0);
    expect(await record('ghost-0')).toBeNull();
  }, 60_000);

  test('-- --failed shows what was given up, and --retry lets the gateway do it again', async () => {
    await durable.index.add('record:film-unseen', '{}', { delay: 60_000 });
    await durable.index.fail({ key: 'record:film-unseen', generation: 0 } as never, 'no network', null);
    expect((await run('--failed')).said).toMatch(
      /record:film-unseen {2}after \d+ attempts: no network[\s\S]*1 given up/,
    );
    expect((await run('--retry')).said).toContain('1 to be done again');
    await eventually(async () =>
      expect(await durable.index.state()).toMatchObject({ dead: 0, oldest: null }),
    );
  }, 60_000);

  test('has in its result what changes while it builds', async () => {
    await house.editor.create(newFilm('film-going'));
    await settled();
    let edits: Promise<unknown> | undefined;
    const edit = async () => {
      await house.editor.patch('film-penrose').set({ title: 'Changed meanwhile' }).commit();
      await house.editor.create(newFilm('film-meanwhile'));
      await house.editor.delete('film-going');
    };
    const print = (line: string) => {
      if (line.startsWith('documents')) edits ??= edit();
    };
    await reindex(house.config, { task: 'build', print });
    await edits;
    await settled();
    expect(await record('film-penrose')).toMatchObject({ title: 'Changed meanwhile' });
    expect(await record('film-meanwhile')).not.toBeNull();
    expect(await record('film-going')).toBeNull();
    await createIndexJobQueue(durable.index).enqueue([{ kind: 'suggestions', id: '' }], { debounceMs: 0 });
    await settled();
    expect(await check()).toMatchObject({ isClean: true });
  }, 60_000);
});
