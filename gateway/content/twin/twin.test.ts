import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import { type RunningTwin, runTwin } from './fixture/running.ts';
import { quadrants } from './fixture/seed.ts';

let running: RunningTwin;
let client: SanityClient;

beforeAll(async () => {
  running = await runTwin();
});
beforeEach(async () => {
  await running.reset();
  client = running.client();
});
afterAll(() => running.close());

/** The requests that the twin has seen since it was reset. */
async function requests(): Promise<{ method: string; path: string; status: number }[]> {
  const response = await fetch(`${running.twin.url}/__twin/requests`);
  return ((await response.json()) as { requests: { method: string; path: string; status: number }[] })
    .requests;
}

/** What a promise is rejected with. */
async function failure(promise: Promise<unknown>): Promise<Record<string, never>> {
  return promise.then(
    () => Promise.reject(new Error('expected a failure')),
    (error) => error,
  );
}

describe('fetch', () => {
  test('answers a query with its parameters and follows references', async () => {
    const film = await client.fetch(
      '*[_type == "film" && slug.current == $slug][0]{title, "by": credits[].person->name, "topics": topics[defined(@->_id)]->title}',
      { slug: 'ripples' },
    );
    expect(film).toEqual({ title: 'Ripples', by: ['Thomas Young'], topics: ['Waves'] });
  });

  test('goes by POST when the query is too long for an address', async () => {
    const ids = Array.from({ length: 2_000 }, (_, i) => `film-${i}`);
    expect(await client.fetch('*[_id in $ids || _id == "film-ripples"].title', { ids })).toEqual(['Ripples']);
    expect(await requests()).toMatchObject([
      { method: 'POST', path: '/v2025-02-19/data/query/test', status: 200 },
    ]);
  });

  test('gives the whole answer, with sync tags, when it is not filtered', async () => {
    const answer = await client.fetch('*[_id == "topic-chaos"][0].title', {}, { filterResponse: false });
    expect(answer).toMatchObject({ result: 'Chaos', query: '*[_id == "topic-chaos"][0].title' });
    expect(answer.ms).toBeGreaterThanOrEqual(0);
    expect(answer.syncTags).toEqual([expect.stringMatching(/^s1:/)]);
  });

  test('shows each perspective its own documents', async () => {
    const titles = (perspective: 'published' | 'raw' | 'drafts' | string[]) =>
      client.fetch('*[_type == "film"] | order(_id asc).title', {}, { perspective });
    expect(await titles('published')).toEqual(['Butterfly', 'Ripples']);
    expect(await titles('drafts')).toEqual(['Butterfly', 'Not yet', 'Ripples, redrawn']);
    expect(await titles(['rSpring'])).toEqual(['Butterfly', 'Ripples in spring']);
    expect(await titles(['rSpring', 'drafts'])).toEqual(['Butterfly', 'Not yet', 'Ripples in spring']);
    expect(await titles('raw')).toHaveLength(5);
  });

  test('sees everything by default before the API version of 2025-02-19', async () => {
    expect(await running.client({ apiVersion: '2024-01-01' }).fetch('count(*[_type == "film"])')).toBe(5);
    expect(await client.fetch('count(*[_type == "film"])')).toBe(2);
  });

  test('points at the place of a syntax error', async () => {
    const error = await failure(client.fetch('*[_type == "film" && ]'));
    expect(error.statusCode).toBe(400);
    expect(error.message).toMatch(/GROQ query parse error/);
    expect(error.details).toMatchObject({ type: 'queryParseError', query: '*[_type == "film" && ]' });
  });

  test('is refused with a wrong token, and served published documents without one', async () => {
    const error = await failure(running.client({ token: 'wrong' }).fetch('1'));
    expect(error).toMatchObject({ statusCode: 401, message: 'Unauthorized - Session not found' });
    const anonymous = running.client({ token: undefined });
    expect(await anonymous.fetch('count(*[_type == "film"])', {}, { perspective: 'raw' })).toBe(2);
  });

  test('is refused for another dataset or project', async () => {
    const elsewhere = await failure(running.client({ dataset: 'other' }).fetch('1'));
    expect(elsewhere).toMatchObject({ statusCode: 404 });
    expect(elsewhere.message).toMatch(/Dataset "other" not found for project ID "testing"/);
    expect(await failure(running.client({ projectId: 'another' }).fetch('1'))).toMatchObject({
      statusCode: 404,
    });
  });
});

describe('documents', () => {
  test('come by id, in the order asked, null where there are none', async () => {
    expect(await client.getDocument('topic-waves')).toMatchObject({ _type: 'topic', title: 'Waves' });
    expect(await client.getDocument('drafts.film-new')).toMatchObject({ title: 'Not yet' });
    const [none, chaos] = await client.getDocuments(['none', 'topic-chaos']);
    expect(none).toBeNull();
    expect(chaos).toMatchObject({ title: 'Chaos' });
  });

  test('of every version come by the id of the published one', async () => {
    const versions = await client.getDocument('film-ripples', { includeAllVersions: true });
    expect(versions.map(({ _id }) => _id)).toEqual([
      'film-ripples',
      'drafts.film-ripples',
      'versions.rSpring.film-ripples',
    ]);
  });
});

describe('mutations', () => {
  test('create, patch and delete through the client', async () => {
    const created = await client.create({ _type: 'topic', title: 'Knots', tags: ['a'] });
    const patched = await client
      .patch(created._id)
      .set({ title: 'Knots and links' })
      .append('tags', ['b'])
      .setIfMissing({ n: 0 })
      .inc({ n: 2 })
      .ifRevisionId(created._rev)
      .commit();
    expect(patched).toMatchObject({ title: 'Knots and links', tags: ['a', 'b'], n: 2 });
    expect(patched._rev).not.toBe(created._rev);
    await client.delete(created._id);
    expect(await client.getDocument(created._id)).toBeUndefined();
  });

  test('fail with what the client calls the details', async () => {
    const stale = client.patch('topic-chaos').set({ title: 'x' }).ifRevisionId('stale').commit();
    const error = await failure(stale);
    expect(error.statusCode).toBe(409);
    expect(error.message).toMatch(/The mutation\(s\) failed/);
    expect(error.details).toMatchObject({
      type: 'mutationError',
      items: [{ error: { type: 'documentRevisionIDDoesNotMatchError', expectedRevisionID: 'stale' } }],
    });
  });

  test('of a transaction see one another and share a revision', async () => {
    const { transactionId, documentIds } = await client
      .transaction()
      .create({ _id: 'topic-a', _type: 'topic', n: 1 })
      .patch('topic-a', (patch) => patch.inc({ n: 1 }))
      .create({ _id: 'topic-b', _type: 'topic', to: { _type: 'reference', _ref: 'topic-a' } })
      .commit();
    expect(documentIds).toEqual(['topic-a', 'topic-a', 'topic-b']);
    expect(await client.getDocument('topic-a')).toMatchObject({ n: 2, _rev: transactionId });
  });

  test('show at once in every perspective', async () => {
    const title = (perspective: 'published' | 'drafts') =>
      client.fetch('*[_id == "film-ripples"][0].title', {}, { perspective });
    expect([await title('published'), await title('drafts')]).toEqual(['Ripples', 'Ripples, redrawn']);
    await client.delete('drafts.film-ripples');
    await client.patch('film-ripples').set({ title: 'Rings' }).commit();
    expect([await title('published'), await title('drafts')]).toEqual(['Rings', 'Rings']);
  });

  test('are refused with a token for reading', async () => {
    const error = await failure(running.client({ token: 'reader' }).create({ _type: 'topic' }));
    expect(error.statusCode).toBe(403);
    expect(error.message).toMatch(/Insufficient permissions; permission "create" required/);
  });

  test('are undone by a reset', async () => {
    await client.delete({ query: '*[_id == "drafts.film-new"]' });
    await client.assets.upload('image', await quadrants(), { filename: 'again.png' });
    await running.reset();
    expect(await client.getDocument('drafts.film-new')).toMatchObject({ title: 'Not yet' });
    expect(await client.fetch('count(*[_type == "sanity.imageAsset"])')).toBe(1);
  });
});
