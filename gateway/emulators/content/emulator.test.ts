import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import {
  applySourceDocuments,
  type ContentSourceMapParsedPath,
  jsonPathToStudioPath,
  resolveEditInfo,
  resolveMapping,
} from '@sanity/client/csm';
import { stegaClean } from '@sanity/client/stega';
import { validatePreviewUrl } from '@sanity/preview-url-secret';
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret';
import {
  disablePreviewAccessSharing,
  enablePreviewAccessSharing,
} from '@sanity/preview-url-secret/toggle-preview-access-sharing';
import { quadrants } from './testing/seedFiles.ts';
import { startEmulator, type TestEmulator } from './testing/startEmulator.ts';

let testEmulator: TestEmulator;
let client: SanityClient;

beforeAll(async () => {
  testEmulator = await startEmulator();
});
beforeEach(async () => {
  await testEmulator.reset();
  client = testEmulator.client();
});
afterAll(() => testEmulator.close());

/** Returns the logged requests since the last reset. */
async function requests(): Promise<{ method: string; path: string; status: number }[]> {
  return (await testEmulator.control('GET', 'requests')).requests;
}

/** Returns the reason of a rejection. */
async function failure(promise: Promise<unknown>): Promise<Record<string, never>> {
  return promise.then(
    () => Promise.reject(new Error('expected a failure')),
    (error) => error,
  );
}

describe('content emulator: queries', () => {
  test('evaluate parameters and follow references', async () => {
    const film = await client.fetch(
      '*[_type == "film" && slug.current == $slug][0]{title, "by": credits[].person->name, "topics": topics[defined(@->_id)]->title}',
      { slug: 'ripples' },
    );
    expect(film).toEqual({ title: 'Ripples', by: ['Thomas Young'], topics: ['Waves'] });
  });

  test('use POST when they are too long for a URL', async () => {
    const ids = Array.from({ length: 2_000 }, (_, i) => `film-${i}`);
    expect(await client.fetch('*[_id in $ids || _id == "film-ripples"].title', { ids })).toEqual(['Ripples']);
    expect(await requests()).toMatchObject([
      { method: 'POST', path: '/v2025-02-19/data/query/test', status: 200 },
    ]);
  });

  test('return sync tags with filterResponse false', async () => {
    const response = await client.fetch('*[_id == "topic-chaos"][0].title', {}, { filterResponse: false });
    expect(response).toMatchObject({ result: 'Chaos', query: '*[_id == "topic-chaos"][0].title' });
    expect(response.ms).toBeGreaterThanOrEqual(0);
    expect(response.syncTags).toEqual([expect.stringMatching(/^s1:/)]);
  });

  test('show each perspective its own documents', async () => {
    const titles = (perspective: 'published' | 'raw' | 'drafts' | string[]) =>
      client.fetch('*[_type == "film"] | order(_id asc).title', {}, { perspective });
    expect(await titles('published')).toEqual(['Butterfly', 'Ripples']);
    expect(await titles('drafts')).toEqual(['Butterfly', 'Not yet', 'Ripples, redrawn']);
    expect(await titles(['rSpring'])).toEqual(['Butterfly', 'Ripples in spring']);
    expect(await titles(['rSpring', 'drafts'])).toEqual(['Butterfly', 'Not yet', 'Ripples in spring']);
    expect(await titles('raw')).toHaveLength(5);
  });

  test('default to the raw perspective before API version 2025-02-19', async () => {
    const ids = '*[_type == "film"] | order(_id asc)._id';
    expect(await testEmulator.client({ apiVersion: '2024-01-01' }).fetch(ids)).toEqual([
      'drafts.film-new',
      'drafts.film-ripples',
      'film-butterfly',
      'film-ripples',
    ]);
    expect(await client.fetch(ids)).toEqual(['film-butterfly', 'film-ripples']);
  });

  test('report the position of a syntax error', async () => {
    const error = await failure(client.fetch('*[_type == "film" && ]'));
    expect(error.statusCode).toBe(400);
    expect(error.message).toMatch(/GROQ query parse error/);
    expect(error.details).toMatchObject({ type: 'queryParseError', query: '*[_type == "film" && ]' });
  });

  test('get 401 with a wrong token and published documents without a token', async () => {
    const error = await failure(testEmulator.client({ token: 'wrong' }).fetch('1'));
    expect(error).toMatchObject({ statusCode: 401, message: 'Unauthorized - Session not found' });
    const anonymous = testEmulator.client({ token: undefined });
    expect(await anonymous.fetch('count(*[_type == "film"])', {}, { perspective: 'raw' })).toBe(2);
  });

  test('get 404 for another dataset or project', async () => {
    const otherDataset = await failure(testEmulator.client({ dataset: 'other' }).fetch('1'));
    expect(otherDataset).toMatchObject({ statusCode: 404 });
    expect(otherDataset.message).toMatch(/Dataset "other" not found for project ID "testing"/);
    expect(await failure(testEmulator.client({ projectId: 'another' }).fetch('1'))).toMatchObject({
      statusCode: 404,
    });
  });
});

describe('content emulator: documents by id', () => {
  test('are returned in the requested order, null for missing documents', async () => {
    expect(await client.getDocument('topic-waves')).toMatchObject({ _type: 'topic', title: 'Waves' });
    expect(await client.getDocument('drafts.film-new')).toMatchObject({ title: 'Not yet' });
    const [none, chaos] = await client.getDocuments(['none', 'topic-chaos']);
    expect(none).toBeNull();
    expect(chaos).toMatchObject({ title: 'Chaos' });
  });

  test('include all versions of a published id', async () => {
    const versions = await client.getDocument('film-ripples', { includeAllVersions: true });
    expect(versions.map(({ _id }) => _id)).toEqual([
      'film-ripples',
      'drafts.film-ripples',
      'versions.rSpring.film-ripples',
    ]);
  });
});

describe('content emulator: mutations', () => {
  test('create, patch and delete', async () => {
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

  test('fail with the details that the client expects', async () => {
    const stale = client.patch('topic-chaos').set({ title: 'x' }).ifRevisionId('stale').commit();
    const error = await failure(stale);
    expect(error.statusCode).toBe(409);
    expect(error.message).toMatch(/The mutation\(s\) failed/);
    expect(error.details).toMatchObject({
      type: 'mutationError',
      items: [{ error: { type: 'documentRevisionIDDoesNotMatchError', expectedRevisionID: 'stale' } }],
    });
  });

  test('of one transaction see one another and share a revision', async () => {
    const { transactionId, documentIds } = await client
      .transaction()
      .create({ _id: 'topic-a', _type: 'topic', n: 1 })
      .patch('topic-a', (patch) => patch.inc({ n: 1 }))
      .create({ _id: 'topic-b', _type: 'topic', to: { _type: 'reference', _ref: 'topic-a' } })
      .commit();
    expect(documentIds).toEqual(['topic-a', 'topic-a', 'topic-b']);
    expect(await client.getDocument('topic-a')).toMatchObject({ n: 2, _rev: transactionId });
  });

  test('are visible in every perspective at once', async () => {
    const title = (perspective: 'published' | 'drafts') =>
      client.fetch('*[_id == "film-ripples"][0].title', {}, { perspective });
    expect([await title('published'), await title('drafts')]).toEqual(['Ripples', 'Ripples, redrawn']);
    await client.delete('drafts.film-ripples');
    await client.patch('film-ripples').set({ title: 'Rings' }).commit();
    expect([await title('published'), await title('drafts')]).toEqual(['Rings', 'Rings']);
  });

  test('get 403 with a read token', async () => {
    const error = await failure(testEmulator.client({ token: 'reader' }).create({ _type: 'topic' }));
    expect(error.statusCode).toBe(403);
    expect(error.message).toMatch(/Insufficient permissions; permission "create" required/);
  });

  test('are undone by a reset', async () => {
    await client.delete({ query: '*[_id == "drafts.film-new"]' });
    await client.assets.upload('image', await quadrants(), { filename: 'again.png' });
    await testEmulator.reset();
    expect(await client.getDocument('drafts.film-new')).toMatchObject({ title: 'Not yet' });
    expect(await client.fetch('count(*[_type == "sanity.imageAsset"])')).toBe(1);
  });
});

describe('content emulator: source maps', () => {
  const span = { _key: 's', _type: 'span', text: 'Two slits', marks: [] };
  const FILM = {
    _id: 'drafts.film-ripples',
    _type: 'film',
    title: 'Ripples, redrawn',
    poster: {
      _type: 'image',
      alt: 'Waves',
      asset: { _type: 'reference', _ref: 'image-a-1x1-png', _weak: true },
    },
    credits: [
      { _key: 'a', role: 'idea', person: { _type: 'reference', _ref: 'person-young' } },
      { _key: 'b', role: 'sound' },
    ],
    body: [{ _key: 'p', _type: 'block', children: [span] }],
  };
  const QUERY = `*[_id == "film-ripples"][0]{
    "heading": title, poster, body[]{..., children[]{...}},
    "credits": credits[defined(role)]{role, "by": person->name}
  }`;
  const options = { filterResponse: false, resultSourceMap: 'withKeyArraySelector' } as const;

  test.each([
    ['a title', ['heading'], 'drafts.film-ripples title'],
    ['the text of a span', ['body', 0, 'children', 0, 'text'], 'drafts.film-ripples body p children s text'],
    ['an image', ['poster', 'asset', '_ref'], 'drafts.film-ripples poster asset _ref'],
    ['an item of a list', ['credits', 1, 'role'], 'drafts.film-ripples credits b role'],
    ['a dereferenced name', ['credits', 0, 'by'], 'person-young name'],
  ])('lead the SDK to the document and path of %s', async (_name, resultPath, expected) => {
    await client.createOrReplace(FILM);
    const { resultSourceMap } = await client.fetch(QUERY, {}, { ...options, perspective: 'drafts' });
    if (resultSourceMap === undefined) throw new Error('expected a source map');
    const source = resolveEditInfo({ resultPath, resultSourceMap, studioUrl: '/studio' });
    const segments = jsonPathToStudioPath(source?.path as ContentSourceMapParsedPath);
    const names = segments.map((segment) => (segment as { _key?: string })._key ?? segment);
    expect([source?.id, ...names].join(' ')).toBe(expected);
  });

  test('let the SDK apply an edit to a result', async () => {
    await client.createOrReplace(FILM);
    const { result, resultSourceMap } = await client.fetch(QUERY, {}, { ...options, perspective: 'drafts' });
    const edited = {
      ...FILM,
      title: 'Rings',
      body: [{ ...FILM.body[0], children: [{ ...span, text: 'One' }] }],
    };
    const updated = applySourceDocuments(
      result,
      resultSourceMap,
      ({ _id }) => (_id === FILM._id ? edited : undefined),
      (value) => value,
      'drafts',
    );
    expect(updated).toEqual({
      ...result,
      heading: 'Rings',
      body: [{ ...result.body[0], children: [{ ...span, text: 'One' }] }],
    });
  });

  test('are encoded into the texts of previews', async () => {
    const stega = { enabled: true, studioUrl: '/studio' };
    const preview = testEmulator.client({ stega, perspective: 'drafts' });
    const [first] = await preview.fetch('*[_type == "film"] | order(_id asc).title');
    expect(first).not.toBe('Butterfly');
    expect(stegaClean(first)).toBe('Butterfly');
  });

  test('name the stored document, also where documents share their parts', async () => {
    await client.createOrReplace({ ...FILM, _id: 'film-ripples' });
    await client.createOrReplace(FILM);
    const { result, resultSourceMap } = await client.fetch(
      '*[_type == "film" && defined(poster)] | order(_id asc){_id, "alt": poster.alt}',
      {},
      { ...options, perspective: 'raw' },
    );
    const ids = [0, 1].map((row) => resolveMapping([row, 'alt'], resultSourceMap)?.mapping.source);
    const documents = ids.map(
      (source) => source?.type === 'documentValue' && resultSourceMap?.documents[source.document]?._id,
    );
    expect(documents).toEqual(result.map(({ _id }: { _id: string }) => _id));
    expect(documents).toEqual(['drafts.film-ripples', 'film-ripples']);
  });

  test('are returned for queries in a POST body', async () => {
    const ids = Array.from({ length: 2_000 }, (_, i) => `film-${i}`);
    const query = '*[_id in $ids || _id == "film-ripples"]{title}';
    const { resultSourceMap } = await client.fetch(query, { ids }, options);
    expect(Object.keys(resultSourceMap?.mappings ?? {})).toEqual(["$[0]['title']"]);
    expect(await requests()).toMatchObject([{ method: 'POST', status: 200 }]);
  });

  test('are rejected with 400 for other values and API versions before 2021-03-25', async () => {
    const invalid = await failure(client.fetch('1', {}, { resultSourceMap: 'yes' as never }));
    expect(invalid.message).toMatch(/resultSourceMap: expected true, withKeyArraySelector, false, got "yes"/);
    const old = testEmulator.client({ apiVersion: '2021-03-24' });
    expect((await failure(old.fetch('1', {}, options))).message).toMatch(
      /need API version 2021-03-25 or later/,
    );
    expect(await old.fetch('1')).toBe(1);
  });
});

describe('content emulator: secrets of preview URLs', () => {
  const studioUrl = 'https://studio.example.com/presentation';
  const previewUrl = (secret: string) =>
    `https://site.example.com/preview?${new URLSearchParams({
      'sanity-preview-secret': secret,
      'sanity-preview-pathname': '/films/ripples?a=b',
      'sanity-preview-perspective': 'drafts',
    })}`;
  const valid = {
    isValid: true,
    redirectTo: '/films/ripples?a=b&sanity-preview-perspective=drafts',
    studioOrigin: 'https://studio.example.com',
    studioPreviewPerspective: 'drafts',
  };
  const reader = () => testEmulator.client({ token: 'reader' });

  test('are valid for an hour', async () => {
    const other = await startEmulator();
    try {
      const [writer, otherReader] = [other.client(), other.client({ token: 'reader' })];
      const { secret } = await createPreviewSecret(writer, 'sanity/presentation', studioUrl, 'user');
      expect(await validatePreviewUrl(otherReader, previewUrl(secret))).toMatchObject(valid);
      expect(await validatePreviewUrl(otherReader, previewUrl('other'))).toMatchObject({ isValid: false });
      const _updatedAt = new Date(Date.now() - 3_601_000).toISOString();
      const old = {
        _id: 'drafts.old',
        _type: 'sanity.previewUrlSecret',
        secret: 'old',
        studioUrl,
        _updatedAt,
      };
      await appendFile(join(other.seedDir, 'content.ndjson'), `${JSON.stringify(old)}\n`);
      await other.reset();
      expect(await writer.getDocument(old._id)).toMatchObject({ secret: 'old', _updatedAt });
      expect(await validatePreviewUrl(otherReader, previewUrl('old'))).toMatchObject({ isValid: false });
      await createPreviewSecret(writer, 'sanity/presentation', studioUrl);
      expect(await writer.getDocument(old._id)).toBeUndefined();
    } finally {
      await other.close();
    }
  });

  test('that are shared are valid until sharing ends', async () => {
    const { secret } = await enablePreviewAccessSharing(client, 'sanity/presentation', studioUrl);
    expect(await validatePreviewUrl(reader(), previewUrl(secret))).toMatchObject(valid);
    await disablePreviewAccessSharing(client, 'sanity/presentation', studioUrl);
    expect(await validatePreviewUrl(reader(), previewUrl(secret))).toMatchObject({ isValid: false });
  });

  test('are documents that only a token reads', async () => {
    await createPreviewSecret(client, 'sanity/presentation', studioUrl);
    const query = '*[_type == "sanity.previewUrlSecret"]';
    expect(await reader().fetch(query, {}, { perspective: 'raw' })).toHaveLength(1);
    const anonymous = testEmulator.client({ token: '', perspective: 'raw' });
    expect(await anonymous.fetch(query)).toEqual([]);
  });
});

test('content emulator: a reset loads a changed seed, and keeps the data if the seed is invalid', async () => {
  const other = await startEmulator();
  try {
    const seed = join(other.seedDir, 'content.ndjson');
    await appendFile(seed, '{"_id": "topic-new", "_type": "topic", "title": "New"}\n');
    await other.reset();
    expect(await other.client().getDocument('topic-new')).toMatchObject({ title: 'New' });
    await appendFile(seed, '{"_id": \n');
    await expect(other.control('POST', 'reset')).rejects.toThrow(/ndjson/);
    expect(await other.client().getDocument('topic-new')).toMatchObject({ title: 'New' });
  } finally {
    await other.close();
  }
});
