import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChangedDocument } from '../../../gateway/core/change.ts';
import { createIndexWriter } from '../../../gateway/providers/search/indexing/writer.ts';
import { contentSignature, deliverContentWebhook } from '../../support/contentWebhook.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.connectWebhooks();
});
afterAll(() => stack.close());

const titleOf = async (slug: string) =>
  (await stack.query('query($slug: String!) { film(by: { slug: $slug }) { title } }', { slug })).data.film
    ?.title;
const searchFilms = async (query: string, type = 'FILM') =>
  (
    await stack.query(
      'query($query: String!, $type: [DocumentType!]) { search(query: $query, types: $type) { nodes { ... on Film { slug } } } }',
      { query, type },
    )
  ).data.search.nodes.map(({ slug }: { slug: string }) => slug);

/** Returns the search record of a document, or null. */
const recordOf = async (id: string) =>
  (
    await createIndexWriter(stack.config.search, stack.indexes.names).get(stack.indexes.names.documents, [id])
  )[0];

describe('webhooks: an edit of content', () => {
  test('invalidates cached responses', async () => {
    expect(await titleOf('lorenz')).toBe('Lorenz’s butterfly');
    await stack.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
    await within(500, async () => expect(await titleOf('lorenz')).toBe('Two wings'));
  });

  test('of the text alternative of an asset changes the images without one of their own', async () => {
    const [article] = await stack.editor.fetch<{ _id: string; slug: string; alt: string; asset: string }[]>(
      '*[_type == "article" && defined(cover.asset)]{_id, "slug": slug.current, "alt": cover.alt, "asset": cover.asset._ref}',
    );
    const { _id, slug, alt, asset } = article!;
    const coverAlt = async () =>
      (
        await stack.query(
          'query ($slug: String!) { article(by: { slug: $slug }) { cover { alt asset { altText } } } }',
          { slug },
        )
      ).data.article.cover;
    expect(await coverAlt()).toEqual({ alt, asset: { altText: null } });
    await stack.editor.patch(asset).set({ altText: 'Two wings of points' }).commit();
    await within(500, async () =>
      expect(await coverAlt()).toEqual({ alt, asset: { altText: 'Two wings of points' } }),
    );
    await stack.editor.patch(_id).unset(['cover.alt']).commit();
    await within(500, async () => expect((await coverAlt()).alt).toBe('Two wings of points'));
    await stack.editor.patch(asset).set({ altText: 'Many wings' }).commit();
    await within(500, async () => expect((await coverAlt()).alt).toBe('Many wings'));
    await stack.editor.patch(_id).set({ 'cover.alt': alt }).commit();
    await stack.editor.patch(asset).unset(['altText']).commit();
  });

  test('updates search', async () => {
    await stack.editor.patch('film-lorenz').set({ title: 'Quixotic Zeppelins' }).commit();
    await within(2_000, async () => expect(await searchFilms('quixotic zeppelins')).toEqual(['lorenz']));
  });

  test('of a person updates the search records of their films', async () => {
    const films = await stack.editor.fetch<string[]>(
      '*[_type == "film" && references("person-lorenz")].slug.current',
    );
    expect(films.length).toBeGreaterThan(0);
    await stack.editor.patch('person-lorenz').set({ name: 'Edwina Xylander' }).commit();
    await within(1_000, async () => expect((await searchFilms('xylander')).sort()).toEqual(films.sort()));
  });

  test('that creates or deletes a document updates responses and search', async () => {
    const slug = 'ziggurat';
    const film = {
      _id: 'film-new',
      _type: 'film',
      title: 'Ziggurat steps',
      slug: { current: slug },
      credits: [],
    };
    await stack.editor.create(film);
    await within(500, async () => expect(await titleOf(slug)).toBe(film.title));
    await within(500, async () => expect(await searchFilms(slug)).toEqual([slug]));
    await stack.editor.delete(film._id);
    await within(500, async () => expect(await titleOf(slug)).toBeUndefined());
    await within(10_000, async () => expect(await recordOf(film._id)).toBeNull());
    expect(await searchFilms(slug)).toEqual([]);
  });
});

describe('webhook delivery', () => {
  const body = JSON.stringify({ _id: 'film-life', _type: 'film', _rev: 'x' });
  const deliver = (headers: Record<string, string>, text = body) =>
    deliverContentWebhook(stack.url, text, headers);

  test('is rejected without a valid signature', async () => {
    const now = Date.now();
    for (const headers of [
      {},
      { 'sanity-webhook-signature': 'nonsense' },
      contentSignature(body, now, 'guessed'),
      contentSignature(`${body} `, now),
    ]) {
      const response = await deliver(headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'WEBHOOK_REJECTED' } }] });
    }
  });

  test('is rejected if its signature is old or from the future', async () => {
    expect((await deliver(contentSignature(body, Date.now() - 6 * 60_000))).status).toBe(401);
    expect((await deliver(contentSignature(body, Date.now() + 2 * 60_000))).status).toBe(401);
  });

  test('is accepted once, also under different idempotency keys', async () => {
    const signature = contentSignature(body);
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, n) => deliver({ ...signature, 'idempotency-key': `again${n}` })),
    );
    const statuses = await Promise.all(
      responses.map(async (response) => ((await response.json()) as { status: string }).status),
    );
    expect(statuses.sort()).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate', 'duplicate']);
  });

  test('is interpreted by its signed body, not by its headers', async () => {
    const documents: ChangedDocument[] = [];
    const stop = stack.changes.listen((change) => void documents.push(...change.documents));
    try {
      const forged = {
        'sanity-operation': 'delete',
        'sanity-document-id': 'article-other',
        'sanity-transaction-time': '2099-01-01T00:00:00Z',
      };
      const text = JSON.stringify({ _id: 'film-forged', _type: 'film' });
      const nameless = JSON.stringify({ _type: 'film' });
      expect((await deliver({ ...contentSignature(text), ...forged }, text)).status).toBe(200);
      expect((await deliver({ ...contentSignature(nameless), ...forged }, nameless)).status).toBe(200);
      await within(500, () =>
        expect(documents.map(({ id }) => id)).toEqual(
          expect.arrayContaining(['film-forged', 'article-other']),
        ),
      );
      const forgedChange = documents.find(({ id }) => id === 'film-forged');
      expect(Date.parse(forgedChange?.deletedAt ?? '')).toBeLessThanOrEqual(Date.now());
      // The time of the deletion is not signed.
      expect(documents.find(({ id }) => id === 'article-other')?.deletedAt).toBeUndefined();

      // Later changes of the document are accepted.
      const revised = JSON.stringify({
        _id: 'film-forged',
        _type: 'film',
        _rev: 'later',
        _updatedAt: new Date(Date.now() + 2_000).toISOString(),
        operation: 'update',
      });
      await deliver({ ...contentSignature(revised), ...forged }, revised);
      await within(500, () => expect(documents.map(({ revision }) => revision)).toContain('later'));
    } finally {
      stop();
    }
  });

  test.each([
    ['Latin-1', Buffer.from('{"_id":"a","_type":"film","title":"caf\xe9"}', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF{"_id":"a"}', 'utf16le')],
    ['compressed without a header', gzipSync('{"_id":"a"}')],
    ['cut within a character', Buffer.from('{"_id":"é').subarray(0, -1)],
  ])('gets 400 if its bytes are not UTF-8: %s', async (_name, bytes) => {
    for (const headers of [contentSignature(bytes), contentSignature(bytes.toString('utf8')), {}]) {
      const response = await deliverContentWebhook(stack.url, bytes, headers);
      expect(response.status).toBe(400);
      const [error] = (await response.json()).errors;
      expect(error).toMatchObject({
        message: expect.stringContaining('UTF-8'),
        extensions: { code: 'UNSUPPORTED_BODY' },
      });
    }
  });

  test.each([
    ['', 'an empty body'],
    [' ', 'an empty body'],
    ['<xml/>', 'a body that is no JSON'],
    ['[{"_id":"a"}]', 'a list'],
    ['5e999', 'a number'],
  ])('gets 400 if its body is no object: %j', async (text, got) => {
    const response = await deliver(contentSignature(text), text);
    expect(response.status).toBe(400);
    const [error] = (await response.json()).errors;
    expect(error).toMatchObject({
      message: expect.stringContaining(`got ${got}`),
      extensions: { code: 'WEBHOOK_REJECTED' },
    });
  });

  test.each(['\uFEFF{"_id":"film-life","_type":"film"}', '{"_type":"a","_type":"film","_id":1e999}'])(
    'is accepted with any JSON object: %j',
    async (text) => {
      expect((await deliver(contentSignature(text), text)).status).toBe(200);
    },
  );

  test('gets 415 if it is compressed', async () => {
    const bytes = gzipSync('{"_id":"a"}');
    const headers = { ...contentSignature(bytes), 'content-encoding': 'gzip' };
    expect((await deliverContentWebhook(stack.url, bytes, headers)).status).toBe(415);
  });

  test('is rejected if it is too large', async () => {
    const huge = `"${'x'.repeat(3 * 1024 * 1024)}"`;
    const response = await deliver(contentSignature(huge), huge);
    expect(response.status).toBe(413);
    expect((await response.json()).errors[0].message).toMatch(/at most 2 MB/);
  });

  test('has no route for a provider without a secret', async () => {
    const withoutSecret = await startStack({ hasIndex: false, env: { MUX_WEBHOOK_SECRET: '' } });
    try {
      expect(
        (await fetch(`${withoutSecret.url}/webhooks/media`, { method: 'POST', body: '{}' })).status,
      ).toBe(404);
    } finally {
      await withoutSecret.close();
    }
  });
});
