import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { type House, openHouse, ROOT } from '../../support/stack.ts';
import { subscribe, subscribed, subscriber, uploadFilm } from '../../support/subscriber.ts';

let house: House;
let client: Client;
beforeAll(async () => {
  house = await openHouse();
  await house.bringNews();
});
afterEach(async () => {
  await client?.dispose();
  await subscribed(house.url, 0);
});
afterAll(() => house.close());

/** Subscribes with a client of its own, and waits until the gateway tells it. */
async function listen(query: string, variables: Record<string, unknown> = {}, url = house.url) {
  client = subscriber(url);
  const told = subscribe(client, query, variables);
  await subscribed(url);
  return told;
}

describe('a change to content', () => {
  test('is told with the document as it is now, by the graph’s own ids', async () => {
    const films = await listen(
      'subscription { contentChanged(types: [FILM]) { id type node { id ... on Film { title topics { title } } } } }',
    );
    await house.editor.patch('person-lorenz').set({ name: 'Edward N. Lorenz' }).commit();
    await house.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
    const { film } = (await house.ask('{ film(slug: "lorenz") { id topics { title } } }')).data;
    const node = { id: film.id, title: 'Two wings', topics: film.topics };
    expect(await films.next()).toEqual({ data: { contentChanged: { id: film.id, type: 'FILM', node } } });
  });

  test('is read anew for each event, also where it lies behind the document', async () => {
    const articles = await listen(
      'subscription { contentChanged(types: [FILM]) { node { ... on Film { credits { person { name } } } } } }',
    );
    const names = async () =>
      (await articles.next()).data?.contentChanged.node.credits.map(
        (credit: { person: { name: string } }) => credit.person.name,
      );
    for (const name of ['Edwin Lorenz', 'Edgar Lorenz']) {
      await house.editor
        .transaction()
        .patch('person-lorenz', { set: { name } })
        .patch('film-lorenz', { set: { tagline: name } })
        .commit();
      expect(await names()).toContain(name);
    }
  });

  test('that takes the document away is told without it', async () => {
    const topics = await listen('subscription { contentChanged(types: [TOPIC]) { id type node { id } } }');
    const topic = { _id: 'topic-brief', _type: 'topic', title: 'Brief', slug: { current: 'brief' } };
    await house.editor.create(topic);
    const { contentChanged: made } = (await topics.next()).data ?? {};
    expect(made).toMatchObject({ type: 'TOPIC', node: { id: made.id } });
    await house.editor.delete(topic._id);
    expect((await topics.next()).data?.contentChanged).toEqual({ id: made.id, type: 'TOPIC', node: null });
  });

  test('is told once, however often and by however many ways the news of it comes', async () => {
    await house.bringNews([{ kind: 'duplicate' }] as never);
    const films = await listen('subscription { contentChanged { id node { ... on Film { title } } } }');
    for (let n = 1; n <= 5; n++)
      await house.editor
        .patch('film-life')
        .set({ title: `Life ${n}` })
        .commit();
    const titles: string[] = [];
    while (titles.at(-1) !== 'Life 5') titles.push((await films.next()).data?.contentChanged.node.title);
    await new Promise((done) => setTimeout(done, 1000));
    expect(titles.length + films.rest().length).toBeLessThanOrEqual(5);
    await house.bringNews();
  });

  test('of drafts is nobody’s news', async () => {
    const all = await listen('subscription { contentChanged { id } }');
    const film = await house.editor.getDocument('film-penrose');
    await house.editor.createOrReplace({ ...film, _id: 'drafts.film-penrose', title: 'Unsaid' } as never);
    await house.editor.patch('film-penrose').set({ tagline: 'Said' }).commit();
    const { id } = (await house.ask('{ film(slug: "penrose") { id } }')).data.film;
    expect((await all.next()).data?.contentChanged.id).toBe(id);
    expect(all.rest()).toEqual([]);
  });

  test('of a model nobody has written code for is told as well', async () => {
    const recipes = await openHouse({
      schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
      seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
      indexed: false,
    });
    try {
      await recipes.bringNews();
      const [id] = await recipes.editor.fetch<string[]>('*[_type == "recipe" && slug.current == "ragu"]._id');
      const told = await listen(
        'subscription { contentChanged(types: [RECIPE]) { type node { ... on Recipe { time } } } }',
        {},
        recipes.url,
      );
      await recipes.editor
        .patch(id as string)
        .set({ time: 181 })
        .commit();
      expect((await told.next()).data?.contentChanged).toEqual({ type: 'RECIPE', node: { time: 181 } });
      await client.dispose();
    } finally {
      await recipes.close();
    }
  });
});

describe('a film of the library', () => {
  const VIDEO = 'subscription ($id: ID!) { videoStatus(id: $id) { status duration playback { hlsUrl } } }';

  test('is told as it is, and when it can be played', async () => {
    const id = await uploadFilm(house);
    const video = await listen(VIDEO, { id });
    expect((await video.next()).data?.videoStatus).toEqual({
      status: 'PREPARING',
      duration: null,
      playback: null,
    });
    const { videoStatus } = (await video.next()).data ?? {};
    expect(videoStatus).toMatchObject({ status: 'READY', duration: expect.closeTo(4, 0) });
    expect((await fetch(videoStatus.playback.hlsUrl)).status).toBe(200);
  });

  test('is told of also where its news is lost', async () => {
    await fetch(`${house.emulators.media.url}/__emulator/webhooks`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoints: [] }),
    });
    const id = await uploadFilm(house);
    const video = await listen(VIDEO, { id });
    expect((await video.next()).data?.videoStatus.status).toBe('PREPARING');
    expect((await video.next()).data?.videoStatus.status).toBe('READY');
    await house.bringNews();
  }, 20_000);

  test('that is unknown is looked up once for all subscribers, after which NOT_FOUND is remembered', async () => {
    await house.forget();
    const crowd = [subscriber(house.url), subscriber(house.url)];
    const ids = Array.from({ length: 6 }, (_, n) => `madeup${n}`);
    const notFound = () =>
      crowd.flatMap((one) =>
        ids.map(async (id) =>
          expect(await subscribe(one, VIDEO, { id }).over).toMatchObject([
            { extensions: { code: 'NOT_FOUND' } },
          ]),
        ),
      );
    try {
      const ends = notFound();
      // An asset that the cache holds does not wait for the others.
      const { film } = (await house.ask('{ film(slug: "lorenz") { video { id } } }')).data;
      client = subscriber(house.url);
      const told = await subscribe(client, VIDEO, { id: film.video.id }).next();
      expect(told.data?.videoStatus.status).toBe('READY');
      await Promise.all(ends);
      await Promise.all(notFound());
      expect((await house.requests()).media.length).toBe(ids.length);
    } finally {
      for (const one of crowd) await one.dispose();
    }
  });

  test('that never was is none to be told of', async () => {
    client = subscriber(house.url);
    const unknown = await subscribe(client, VIDEO, { id: 'nosuchfilm' }).over;
    expect(unknown).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    const refused = subscribe(client, VIDEO, { id: 'no such film' });
    expect((await refused.next()).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});
