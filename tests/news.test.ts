import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createIndexWriter } from '../gateway/search/writer.ts';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.bringNews();
});
afterAll(() => house.close());

/** Asks again until the answer is as expected; what it is in the end is the test's own matter. */
async function until<T>(ask: () => Promise<T>, isReached: (answer: T) => boolean, ms = 8000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (isReached(answer) || performance.now() > end) return answer;
    await sleep(20);
  }
}

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
    expect(
      await until(
        () => titleOf('lorenz'),
        (title) => title === 'Two wings',
      ),
    ).toBe('Two wings');
  });

  test('is found by its new words and not by its old ones', async () => {
    await house.editor.patch('film-lorenz').set({ title: 'Quixotic Zeppelins' }).commit();
    expect(
      await until(
        () => found('quixotic zeppelins'),
        ({ length }) => length > 0,
      ),
    ).toEqual(['lorenz']);
  });

  test('of a person is found with the films that name them', async () => {
    const films = await house.editor.fetch<string[]>(
      '*[_type == "film" && references("person-lorenz")].slug.current',
    );
    expect(films.length).toBeGreaterThan(0);
    await house.editor.patch('person-lorenz').set({ name: 'Edwina Xylander' }).commit();
    const slugs = await until(
      () => found('xylander'),
      ({ length }) => length >= films.length,
    );
    expect(slugs.sort()).toEqual(films.sort());
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
    expect(await until(() => titleOf(slug), Boolean)).toBe(film.title);
    expect(
      await until(
        () => found(slug),
        ({ length }) => length > 0,
      ),
    ).toEqual([slug]);
    await house.editor.delete(film._id);
    expect(
      await until(
        () => titleOf(slug),
        (title) => title === undefined,
      ),
    ).toBeUndefined();
    expect(
      await until(
        () => indexed(film._id),
        (record) => record === null,
      ),
    ).toBeNull();
    expect(await found(slug)).toEqual([]);
  });
});

describe('a delivery', () => {
  const body = JSON.stringify({ _id: 'film-life', _type: 'film', _rev: 'x' });
  const sign = (time: number, text: string, secret = 'twin-content-webhook') =>
    `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('base64url')}`;
  const deliver = (signature: string | undefined, text = body, key = 'k1') =>
    fetch(`${house.url}/webhooks/content`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(signature && { 'sanity-webhook-signature': signature }),
      },
      body: text,
    });

  test('of somebody else is refused, and told why', async () => {
    const now = Date.now();
    for (const signature of [undefined, 'nonsense', sign(now, body, 'guessed'), sign(now, `${body} `)]) {
      const answer = await deliver(signature);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 'WEBHOOK_REFUSED' });
    }
  });

  test('that is old, or from the future, is refused', async () => {
    expect((await deliver(sign(Date.now() - 6 * 60_000, body))).status).toBe(401);
    expect((await deliver(sign(Date.now() + 2 * 60_000, body))).status).toBe(401);
  });

  test('is taken once, however often it comes', async () => {
    const signature = sign(Date.now(), body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(signature, body, 'again')));
    const statuses = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { status: string }).status),
    );
    expect(statuses.sort()).toEqual(['known', 'known', 'known', 'known', 'taken']);
  });

  test('that is too large is refused before it is read', async () => {
    const huge = `"${'x'.repeat(3 * 1024 * 1024)}"`;
    expect((await deliver(sign(Date.now(), huge), huge)).status).toBe(413);
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
    const data = await until(ask, ({ search }) => search.totalCount > 0);
    expect(data).toMatchObject({ film: { title: 'Zygote' }, search: { totalCount: 1 } });
  } finally {
    await quiet.close();
  }
});
