import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Change } from '../../../gateway/core/change.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { createIndexJobQueue } from '../../../gateway/sync/index/jobs.ts';
import { type IndexedStack, newFilm, startIndexedStack } from '../../support/indexedStack.ts';
import type { Stack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let indexed: IndexedStack;
let stack: Stack;
let storage: Storage;
beforeAll(async () => {
  indexed = await startIndexedStack({ timing: { recheckDelayMs: 100 } });
  ({ stack, storage } = indexed);
});
afterAll(() => indexed.close());

const QUERY_LAG_MS = 700;
const WRITE_LAG_MS = 700;

const readRecord = (id: string) => indexed.readRecord(id);
const readMoments = async (document: string) => {
  const { writer } = indexed;
  const found = [];
  const filters = `document:${JSON.stringify(document)}`;
  for await (const moment of writer.browse(writer.indexes.moments, { filters })) found.push(moment);
  return found;
};
const setQueryLag = (queryLagMs: number) => stack.control('content', 'PUT', 'streams', { queryLagMs });
interface MuxAsset {
  playback_ids: { id: string }[];
  tracks: { id: string; type: string; language_code: string }[];
}
const requestMux = async (method: string, path: string, body?: object) => {
  const { tokenId, tokenSecret, baseUrl } = stack.config.media;
  const response = await fetch(`${baseUrl}/video/v1/assets/${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${tokenId}:${tokenSecret}`)}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.status === 204 ? undefined : ((await response.json()) as { data: MuxAsset }).data;
};

/** Waits until the gateway has published the change of a document or an asset, and has done all index jobs that are due. */
async function untilIndexed(id: string, edit: () => Promise<unknown>): Promise<void> {
  const ids = new Set<string>();
  const stopListening = stack.changes.listen(({ documents, assets }) => {
    for (const changed of [...documents, ...assets]) ids.add(changed.id);
  });
  try {
    await edit();
    await within(2_000, () => expect(ids).toContain(id));
    await within(2_000, async () => expect((await indexed.jobs.state()).oldestOverdueAt).toBeNull());
  } finally {
    stopListening();
  }
}

test('index: updates the topics of moments when their film changes', async () => {
  const inSymmetry = async () => {
    const { data } = await stack.query(
      '{ moments(query: "golden thread", filter: { topics: { in: ["symmetry"] } }) { nodes { film { slug } } } }',
    );
    return data.moments.nodes;
  };
  expect(await inSymmetry()).not.toContainEqual({ film: { slug: 'lorenz' } });
  const added = [{ _type: 'reference', _key: 'added', _ref: 'topic-symmetry' }];
  await stack.editor.patch('film-lorenz').append('topics', added).commit({ visibility: 'async' });
  await within(10_000, async () => expect(await inSymmetry()).toContainEqual({ film: { slug: 'lorenz' } }));
});

describe('index: content queries that lag behind change events', () => {
  beforeAll(() => setQueryLag(QUERY_LAG_MS));
  afterAll(() => setQueryLag(0));

  test('update records and responses when the edit becomes visible', async () => {
    await stack.query('{ film(by: { slug: "life" }) { title } }');
    await stack.editor.patch('film-life').set({ title: 'Late gliders' }).commit({ visibility: 'async' });
    await within(10_000, async () =>
      expect(await readRecord('film-life')).toMatchObject({ title: 'Late gliders' }),
    );
    await within(500, async () =>
      expect((await stack.query('{ film(by: { slug: "life" }) { title } }')).data.film.title).toBe(
        'Late gliders',
      ),
    );
  });

  test('add new documents, and remove deleted ones for good', async () => {
    await stack.editor.create(newFilm('film-brief'), { visibility: 'async' });
    await within(10_000, async () => expect(await readRecord('film-brief')).not.toBeNull());
    await stack.editor.delete('film-brief', { visibility: 'async' });
    // Queries return this edit after the deletion.
    await stack.editor.patch('film-life').set({ title: 'Later gliders' }).commit({ visibility: 'async' });
    await within(10_000, async () => expect(await readRecord('film-brief')).toBeNull());
    await within(10_000, async () =>
      expect(await readRecord('film-life')).toMatchObject({ title: 'Later gliders' }),
    );
    expect(await readRecord('film-brief')).toBeNull();
  }, 30_000);
});

describe('index: writes that searches see later', () => {
  const setWriteLag = (lagMs: number) => stack.control('search', 'PUT', 'tasks', { lagMs });
  beforeAll(() => setWriteLag(WRITE_LAG_MS));
  afterAll(() => setWriteLag(0));

  test('update the responses of searches after their publication, and no stale response stays cached', async () => {
    const find = async () => (await stack.query('{ search(query: "zyzzyva") { totalCount } }')).data;
    expect(await find()).toEqual({ search: { totalCount: 0 } });
    await stack.editor.patch('film-boids').set({ title: 'Zyzzyva' }).commit({ visibility: 'async' });
    await within(10_000, async () => expect(await find()).toEqual({ search: { totalCount: 1 } }));
    await stack.editor.patch('film-boids').set({ title: 'Boids' }).commit({ visibility: 'async' });
    await within(10_000, async () => expect(await find()).toEqual({ search: { totalCount: 0 } }));
  });
});

describe('index: media assets', () => {
  const english = ({ tracks }: MuxAsset) =>
    tracks.find(({ type, language_code }) => type === 'text' && language_code === 'en') as { id: string };
  const assetOf = async (document: string) => (await readMoments(document))[0]?.asset as string;

  test('update moments when captions are replaced or removed', async () => {
    const asset = await assetOf('film-lorenz');
    const other = (await requestMux('GET', await assetOf('film-boids'))) as MuxAsset;
    const ours = (await requestMux('GET', asset)) as MuxAsset;
    for (const { id, type } of ours.tracks)
      if (type === 'text') await requestMux('DELETE', `${asset}/tracks/${id}`);
    await within(10_000, async () => expect(await readMoments('film-lorenz')).toEqual([]));
    await requestMux('POST', `${asset}/tracks`, {
      type: 'text',
      text_type: 'subtitles',
      language_code: 'en',
      name: 'English',
      url: `${stack.config.media.streamUrl}/${other.playback_ids[0]?.id}/text/${english(other).id}.vtt`,
    });
    const words = (found: readonly object[]) =>
      found.map((moment) => (moment as { text: string }).text).toSorted();
    const theirs = (await readMoments('film-boids')).filter(({ language }) => language === 'en');
    await within(10_000, async () => expect(words(await readMoments('film-lorenz'))).toEqual(words(theirs)));
  }, 30_000);

  test('remove moments and playback when an asset is deleted, and rank its film last', async () => {
    const readFilm = async () =>
      (await stack.query('{ film(by: { slug: "ripples" }) { video { playback { hlsUrl } } } }')).data.film;
    expect((await readFilm()).video.playback.hlsUrl).toMatch(/^http/);
    expect(await readRecord('film-ripples')).toMatchObject({ _playable: true });
    expect(await readRecord('person-young')).toMatchObject({ _playable: true });
    const foundSlugs = async () => {
      const { data } = await stack.query(
        '{ search(query: "waves", types: [FILM]) { nodes { ... on Film { slug } } } }',
      );
      return data.search.nodes.map(({ slug }: { slug: string }) => slug);
    };
    const [first, ...others] = await foundSlugs();
    expect([first, others.length > 1]).toEqual(['ripples', true]);
    await requestMux('DELETE', await assetOf('film-ripples'));
    await within(10_000, async () => expect((await readFilm()).video?.playback ?? null).toBeNull());
    await within(500, async () => expect(await readMoments('film-ripples')).toEqual([]));
    // It is found, after the films that can be played.
    await within(10_000, async () => expect((await foundSlugs()).at(-1)).toBe('ripples'));
    expect(await readRecord('film-ripples')).toMatchObject({ _playable: false });
  }, 30_000);
});

test('index reconciliation: removes records after a missed deletion, and reports the drift', async () => {
  await stack.editor.create(newFilm('film-lost'));
  await within(500, async () => expect(await readRecord('film-lost')).not.toBeNull());
  const changes: Change[] = [];
  const stopListening = stack.changes.listen((change) => changes.push(change));
  // Polls would miss no deletion.
  await stack.setFaults('content', [{ kind: 'status', status: 503, query: 'tag=trivium.poll' }]);
  await stack.connectWebhooks([{ kind: 'drop' }]);
  await stack.editor.delete('film-lost');
  await stack.connectWebhooks();
  await untilIndexed('film-boids', () =>
    stack.editor.patch('film-boids').set({ tagline: 'After a deletion' }).commit(),
  );
  expect(await readRecord('film-lost')).not.toBeNull();
  await createIndexJobQueue(indexed.jobs).enqueue([{ kind: 'reconcile', id: 'documents' }], {
    debounceMs: 0,
  });
  await within(10_000, async () => expect(await readRecord('film-lost')).toBeNull());
  await stack.setFaults('content');
  stopListening();
  // The reconciliation has read the documents that it reports, so no watch waits for another version.
  expect(changes.filter(({ documents }) => documents.some(({ id }) => id === 'film-lost'))).toMatchObject([
    { wasRead: true },
  ]);

  const query =
    '{ indexStatus { waiting deadLettered drift { index extra missing stale } records { index records } } }';
  expect((await stack.query(query)).errors[0]?.extensions?.code).toBe('FORBIDDEN');
  const { secret } = await createApiKeys(storage.keys).create({ name: 'operator', scopes: ['index:write'] });
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { indexStatus: Record<string, unknown> } };
  expect(data.indexStatus).toMatchObject({
    deadLettered: 0,
    drift: [{ index: indexed.writer.indexes.documents, extra: 1, missing: 0, stale: 0 }, {}],
    records: [{ index: indexed.writer.indexes.documents, records: expect.any(Number) }, {}, {}],
  });
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  expect(metrics).toMatch(/trivium_index_jobs_lag_seconds \d/);
  expect(metrics).toMatch(/trivium_index_jobs_total\{kind="record",outcome="done"\} [1-9]/);
}, 40_000);

test('index reconciliation: removes moments after a missed deletion of captions', async () => {
  const found = await readMoments('film-penrose');
  const { asset, track } = found.find(({ language }) => language !== 'en') as unknown as Record<
    string,
    string
  >;
  await stack.connectWebhooks([{ kind: 'drop' }]);
  await requestMux('DELETE', `${asset}/tracks/${track}`);
  await stack.connectWebhooks();
  const other = (await readMoments('film-boids'))[0]?.asset as string;
  await untilIndexed(other, () => requestMux('PATCH', other, { passthrough: 'After a deletion' }));
  expect(await readMoments('film-penrose')).toHaveLength(found.length);
  await createIndexJobQueue(indexed.jobs).enqueue([{ kind: 'reconcile', id: 'moments' }], { debounceMs: 0 });
  await within(10_000, async () => {
    const left = await readMoments('film-penrose');
    expect(left.map(({ track: of }) => of)).not.toContain(track);
    expect(left.length).toBeGreaterThan(0);
  });
  const { data } = await stack.query('{ film(by: { slug: "penrose" }) { video { tracks { language } } } }');
  expect(data.film.video.tracks.map(({ language }: { language: string }) => language)).toEqual(['en']);
}, 30_000);

test('index queue: names a document that is too large for a record, and suggests its title', async () => {
  const credits = Array.from({ length: 400 }, (_, i) => ({
    _key: `k${i}`,
    _type: 'credit',
    role: `Role ${i} ${'x'.repeat(40)}`,
  }));
  await stack.editor.create(newFilm('film-huge', { title: `Qwertz ${'長'.repeat(171)}`, credits }));
  await within(500, async () => expect((await indexed.jobs.state()).dead).toBe(1));
  expect((await indexed.jobs.deadLetters(5))[0]).toMatchObject({
    key: 'record:film-huge',
    error: expect.stringMatching(/film-huge: exceeds 10000 bytes/),
  });
  const { secret } = await createApiKeys(storage.keys).create({ name: 'operator', scopes: ['index:write'] });
  const status = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ query: '{ indexStatus { failures { kind subject attempts error } } }' }),
  });
  expect((await status.json()) as unknown).toMatchObject({
    data: {
      indexStatus: {
        failures: [{ kind: 'RECORD', subject: 'film-huge', error: expect.stringContaining('film-huge') }],
      },
    },
  });
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  const { documents } = indexed.writer.indexes;
  expect(metrics).toContain(`trivium_index_records_skipped_total{index="${documents}"} 1`);

  await stack.editor.create(newFilm('film-after'));
  await within(500, async () => expect(await readRecord('film-after')).not.toBeNull());
  await createIndexJobQueue(indexed.jobs).enqueue([{ kind: 'suggestions', id: '' }], { debounceMs: 0 });
  await within(2_000, async () => {
    const { data } = await stack.query('{ suggest(query: "qwertz") { queries { text } } }');
    expect(data.suggest.queries).toEqual([{ text: `Qwertz ${'長'.repeat(171)}` }]);
  });
  await stack.editor.delete('film-huge');
  await within(500, async () => expect((await indexed.jobs.state()).dead).toBe(0));
}, 30_000);

test('index: finds a long text in a script without spaces by any of its parts', async () => {
  const sentence = '数学家研究图形的对称与混沌现象。';
  const half = sentence.repeat(Math.ceil(4_500 / sentence.length));
  const text = `开端${half}独特${half}结局`;
  await stack.editor.create(newFilm('film-chinese', { tagline: text }));
  await within(500, async () => expect(await readRecord('film-chinese')).not.toBeNull());
  for (const word of ['开端', '独特', '结局', '混沌现象']) {
    const { data } = await stack.query(
      'query ($word: String!) { search(query: $word, types: [FILM]) { nodes { ... on Film { slug } } } }',
      { word },
    );
    expect(data.search.nodes).toEqual([{ slug: 'film-chinese' }]);
  }
  await stack.editor.delete('film-chinese');
  await within(10_000, async () => {
    const { data } = await stack.query('{ search(query: "独特") { totalCount } }');
    expect(data.search.totalCount).toBe(0);
  });
  const left = [];
  const { indexes } = indexed.writer;
  for await (const record of indexed.writer.browse(indexes.documents, { filters: '_id:"film-chinese"' }))
    left.push(record);
  expect(left).toEqual([]);
}, 30_000);
