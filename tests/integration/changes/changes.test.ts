import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChangedDocument } from '../../../gateway/core/change.ts';
import { createIndexWriter } from '../../../gateway/providers/search/writer.ts';
import { eventually } from '../../support/eventually.ts';
import { type House, openHouse } from '../../support/stack.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.bringNews();
});
afterAll(() => house.close());

const TIMEOUT_MS = 8_000;

const titleOf = async (slug: string) =>
  (await house.ask('query($slug: String!) { film(slug: $slug) { title } }', { slug })).data.film?.title;
const found = async (query: string, type = 'FILM') =>
  (
    await house.ask(
      'query($query: String!, $type: [SearchType!]) { search(query: $query, filter: { type: $type }) { nodes { ... on Film { slug } } } }',
      { query, type },
    )
  ).data.search.nodes.map(({ slug }: { slug: string }) => slug);

/** A document's record as it stands in the index, or null. */
const indexed = async (id: string) =>
  (await createIndexWriter(house.config.search).get(`${house.config.search.indexPrefix}_documents`, [id]))[0];

describe('an edit in the content service', () => {
  test('is in the next answer, though the one before was kept', async () => {
    expect(await titleOf('lorenz')).toBe('Lorenz’s butterfly');
    await house.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
    await eventually(async () => expect(await titleOf('lorenz')).toBe('Two wings'), TIMEOUT_MS);
  });

  test('is found by its new words and not by its old ones', async () => {
    await house.editor.patch('film-lorenz').set({ title: 'Quixotic Zeppelins' }).commit();
    await eventually(async () => expect(await found('quixotic zeppelins')).toEqual(['lorenz']), TIMEOUT_MS);
  });

  test('of a person is found with the films that name them', async () => {
    const films = await house.editor.fetch<string[]>(
      '*[_type == "film" && references("person-lorenz")].slug.current',
    );
    expect(films.length).toBeGreaterThan(0);
    await house.editor.patch('person-lorenz').set({ name: 'Edwina Xylander' }).commit();
    await eventually(async () => expect((await found('xylander')).sort()).toEqual(films.sort()), TIMEOUT_MS);
  });

  test('that adds a document, and one that takes it away again, are followed by lists and by search', async () => {
    const slug = 'ziggurat';
    const film = {
      _id: 'film-new',
      _type: 'film',
      title: 'Ziggurat steps',
      slug: { current: slug },
      credits: [],
    };
    await house.editor.create(film);
    await eventually(async () => expect(await titleOf(slug)).toBe(film.title), TIMEOUT_MS);
    await eventually(async () => expect(await found(slug)).toEqual([slug]), TIMEOUT_MS);
    await house.editor.delete(film._id);
    await eventually(async () => expect(await titleOf(slug)).toBeUndefined(), TIMEOUT_MS);
    await eventually(async () => expect(await indexed(film._id)).toBeNull(), TIMEOUT_MS);
    expect(await found(slug)).toEqual([]);
  });
});

describe('a delivery', () => {
  const body = JSON.stringify({ _id: 'film-life', _type: 'film', _rev: 'x' });
  const sign = (time: number, text: string, secret = 'emulator-content-webhook') =>
    `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('base64url')}`;
  const deliver = (signature: string | undefined, text = body, headers: Record<string, string> = {}) =>
    fetch(`${house.url}/webhooks/content`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(signature && { 'sanity-webhook-signature': signature }),
      },
      body: text,
    });

  test('of somebody else is refused, and told why', async () => {
    const now = Date.now();
    for (const signature of [undefined, 'nonsense', sign(now, body, 'guessed'), sign(now, `${body} `)]) {
      const answer = await deliver(signature);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'WEBHOOK_REFUSED' } }] });
    }
  });

  test('that is old, or from the future, is refused', async () => {
    expect((await deliver(sign(Date.now() - 6 * 60_000, body))).status).toBe(401);
    expect((await deliver(sign(Date.now() + 2 * 60_000, body))).status).toBe(401);
  });

  test('is taken once, however often it comes and by whatever name', async () => {
    const signature = sign(Date.now(), body);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => deliver(signature, body, { 'idempotency-key': `again${n}` })),
    );
    const statuses = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { status: string }).status),
    );
    expect(statuses.sort()).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate', 'duplicate']);
  });

  test('does what its signed body says, and not what is written on it', async () => {
    const heard: ChangedDocument[] = [];
    const stop = house.changes.listen(({ documents }) => void heard.push(...documents));
    try {
      const forged = {
        'sanity-operation': 'delete',
        'sanity-document-id': 'article-other',
        'sanity-transaction-time': '2099-01-01T00:00:00Z',
      };
      const text = JSON.stringify({ _id: 'film-forged', _type: 'film' });
      const nameless = JSON.stringify({ _type: 'film' });
      expect((await deliver(sign(Date.now(), text), text, forged)).status).toBe(200);
      expect((await deliver(sign(Date.now(), nameless), nameless, forged)).status).toBe(200);
      await eventually(
        () =>
          expect(heard.map(({ id }) => id)).toEqual(expect.arrayContaining(['film-forged', 'article-other'])),
        TIMEOUT_MS,
      );
      const named = heard.find(({ id }) => id === 'film-forged');
      expect(Date.parse(named?.deletedAt ?? '')).toBeLessThanOrEqual(Date.now());
      // When that was, nobody has signed.
      expect(heard.find(({ id }) => id === 'article-other')?.deletedAt).toBeUndefined();

      // What happens to it later is news as before.
      const revised = JSON.stringify({
        _id: 'film-forged',
        _type: 'film',
        _rev: 'later',
        _updatedAt: new Date(Date.now() + 2_000).toISOString(),
        operation: 'update',
      });
      await deliver(sign(Date.now(), revised), revised, forged);
      await eventually(() => expect(heard.map(({ revision }) => revision)).toContain('later'), TIMEOUT_MS);
    } finally {
      stop();
    }
  });

  test('that is too large is refused before it is read', async () => {
    const huge = `"${'x'.repeat(3 * 1024 * 1024)}"`;
    const answer = await deliver(sign(Date.now(), huge), huge);
    expect(answer.status).toBe(413);
    expect((await answer.json()).errors[0].message).toMatch(/at most 2 MB/);
  });

  test('for a provider without a secret has no address', async () => {
    const bare = await openHouse({ indexed: false, env: { MUX_WEBHOOK_SECRET: '' } });
    try {
      expect((await fetch(`${bare.url}/webhooks/media`, { method: 'POST', body: '{}' })).status).toBe(404);
    } finally {
      await bare.close();
    }
  });
});

test('what no webhook told is found by live events alone', async () => {
  const quiet = await openHouse();
  try {
    const ask = async () =>
      (await quiet.ask('{ film(slug: "life") { title } search(query: "zygote") { totalCount } }')).data;
    expect((await ask()).search.totalCount).toBe(0);
    await quiet.editor.patch('film-life').set({ title: 'Zygote' }).commit();
    await eventually(
      async () => expect(await ask()).toMatchObject({ film: { title: 'Zygote' }, search: { totalCount: 1 } }),
      TIMEOUT_MS,
    );
  } finally {
    await quiet.close();
  }
});
