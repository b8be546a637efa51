import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { newFilm } from '../../support/indexedStack.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, uploadVideo, waitForSubscriptions } from '../../support/subscriber.ts';

let stack: Stack;
let client: Client;
beforeAll(async () => {
  stack = await startStack();
  await stack.connectWebhooks();
});
afterEach(async () => {
  await client?.dispose();
  await waitForSubscriptions(stack.url, 0);
});
afterAll(() => stack.close());

/** Subscribes with a new client, and waits until the subscription is active. */
async function listen(query: string, variables: Record<string, unknown> = {}, url = stack.url) {
  client = createSubscriber(url);
  const subscription = subscribe(client, query, variables);
  await waitForSubscriptions(url);
  return subscription;
}

describe('contentChanged', () => {
  test('sends the changed document with its global id', async () => {
    const films = await listen(
      'subscription { contentChanged(types: [FILM]) { documentId type node { id ... on Film { title topics { title } } } } }',
    );
    await stack.editor.patch('person-lorenz').set({ name: 'E. N. Lorenz' }).commit();
    await stack.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
    const { film } = (await stack.query('{ film(by: { slug: "lorenz" }) { id topics { title } } }')).data;
    const node = { id: film.id, title: 'Two wings', topics: film.topics };
    expect(await films.next()).toEqual({
      data: { contentChanged: { documentId: film.id, type: 'FILM', node } },
    });
  });

  test('reads referenced documents again for each event', async () => {
    const articles = await listen(
      'subscription { contentChanged(types: [FILM]) { node { ... on Film { credits { person { name } } } } } }',
    );
    const names = async () =>
      (await articles.next()).data?.contentChanged.node.credits.map(
        (credit: { person: { name: string } }) => credit.person.name,
      );
    for (const name of ['Edwin Lorenz', 'Edgar Lorenz']) {
      await stack.editor
        .transaction()
        .patch('person-lorenz', { set: { name } })
        .patch('film-lorenz', { set: { tagline: name } })
        .commit();
      expect(await names()).toContain(name);
    }
  });

  test('sends the error of a value that a list omits', async () => {
    const films = await listen(
      'subscription { contentChanged(types: [FILM]) { node { ... on Film { topics { slug } } } } }',
    );
    const topics = [
      { _type: 'reference', _ref: 'topic-chaos' },
      { _type: 'hero', _key: 'x' },
    ];
    await stack.editor.patch('film-penrose').set({ topics }).commit();
    const { data, errors } = await films.next();
    expect(data?.contentChanged.node.topics).toEqual([{ slug: 'chaos' }]);
    expect(errors).toMatchObject([
      {
        path: ['contentChanged', 'node', 'topics'],
        extensions: { code: 'CONTENT_MISMATCH', document: 'film-penrose', attribute: 'topics[1]' },
      },
    ]);
  });

  test('sends kind and time of each change, and a null node for a deleted document', async () => {
    const topics = await listen(
      'subscription { contentChanged(types: [TOPIC]) { documentId type kind changedAt node { id ... on Topic { updatedAt } } } }',
    );
    const topic = { _id: 'topic-brief', _type: 'topic', title: 'Brief', slug: { current: 'brief' } };
    await stack.editor.create(topic);
    const { contentChanged: created } = (await topics.next()).data ?? {};
    const { documentId, node } = created;
    expect(created).toMatchObject({ type: 'TOPIC', kind: 'PUBLISHED', changedAt: node.updatedAt });
    expect(node.id).toBe(documentId);
    await stack.editor.patch(topic._id).set({ title: 'Briefer' }).commit();
    const { contentChanged: updated } = (await topics.next()).data ?? {};
    expect(updated).toMatchObject({ documentId, kind: 'UPDATED', changedAt: updated.node.updatedAt });
    await stack.editor.delete(topic._id);
    const { contentChanged: deleted } = (await topics.next()).data ?? {};
    expect(deleted).toEqual({
      documentId,
      type: 'TOPIC',
      kind: 'UNPUBLISHED',
      changedAt: deleted.changedAt,
      node: null,
    });
    expect(Date.parse(deleted.changedAt)).toBeGreaterThanOrEqual(Date.parse(updated.changedAt));
  });

  test('sends one event for duplicate webhooks and live events', async () => {
    await stack.connectWebhooks([{ kind: 'duplicate' }] as never);
    const films = await listen(
      'subscription { contentChanged { documentId node { ... on Film { title } } } }',
    );
    const nextTitle = async () => (await films.next()).data?.contentChanged.node.title;
    const titles: string[] = [];
    for (let n = 1; n <= 5; n++) {
      await stack.editor
        .patch('film-life')
        .set({ title: `Life ${n}` })
        .commit();
      titles.push(await nextTitle());
    }
    await stack.control('content', 'GET', 'webhooks/idle');
    // Without a webhook, a live event reports this edit: after the live events of the others.
    await stack.connectWebhooks([{ kind: 'drop' }]);
    await stack.editor.patch('film-boids').set({ title: 'Last' }).commit();
    while (titles.at(-1) !== 'Last') titles.push(await nextTitle());
    expect(titles).toEqual(['Life 1', 'Life 2', 'Life 3', 'Life 4', 'Life 5', 'Last']);
    await stack.connectWebhooks();
  });

  test('sends no changes of drafts', async () => {
    const all = await listen('subscription { contentChanged { documentId } }');
    const film = await stack.editor.getDocument('film-penrose');
    await stack.editor.createOrReplace({ ...film, _id: 'drafts.film-penrose', title: 'Unsaid' } as never);
    await stack.editor.patch('film-penrose').set({ tagline: 'Said' }).commit();
    const { id } = (await stack.query('{ film(by: { slug: "penrose" }) { id } }')).data.film;
    expect((await all.next()).data?.contentChanged.documentId).toBe(id);
    expect(all.takeAll()).toEqual([]);
  });

  test('sends changes of a custom model', async () => {
    const recipes = await startStack({
      schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
      seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
      hasIndex: false,
    });
    try {
      await recipes.connectWebhooks();
      const [id] = await recipes.editor.fetch<string[]>('*[_type == "recipe" && slug.current == "ragu"]._id');
      const changes = await listen(
        'subscription { contentChanged(types: [RECIPE]) { type node { ... on Recipe { time } } } }',
        {},
        recipes.url,
      );
      await recipes.editor
        .patch(id as string)
        .set({ time: 181 })
        .commit();
      expect((await changes.next()).data?.contentChanged).toEqual({ type: 'RECIPE', node: { time: 181 } });
      await client.dispose();
    } finally {
      await recipes.close();
    }
  });
});

describe('videoChanged', () => {
  const videoId = (asset: string) => toGlobalId('Video', asset);
  const VIDEO = 'subscription ($id: ID!) { videoChanged(id: $id) { status duration playback { hlsUrl } } }';

  /** Uploads a video and publishes a film with it. Returns the global id of the video. */
  const publishUpload = async (): Promise<string> => {
    const video = await uploadVideo(stack);
    await stack.editor.create(newFilm(`film-${video}`, { video }));
    return videoId(video);
  };

  test('sends the current status, and a change to READY', async () => {
    const id = await publishUpload();
    const video = await listen(VIDEO, { id });
    expect((await video.next()).data?.videoChanged).toEqual({
      status: 'PREPARING',
      duration: null,
      playback: null,
    });
    let videoChanged = (await video.next()).data?.videoChanged;
    // Mux reports other changes of the asset too.
    while (videoChanged?.status === 'PREPARING') videoChanged = (await video.next()).data?.videoChanged;
    expect(videoChanged).toMatchObject({ status: 'READY', duration: expect.closeTo(4, 0) });
    expect((await fetch(videoChanged.playback.hlsUrl)).status).toBe(200);
  });

  test('sends the change to READY without webhooks', async () => {
    await stack.control('media', 'PUT', 'webhooks', { endpoints: [] });
    const id = await publishUpload();
    const video = await listen(VIDEO, { id });
    expect((await video.next()).data?.videoChanged.status).toBe('PREPARING');
    expect((await video.next()).data?.videoChanged.status).toBe('READY');
    await stack.connectWebhooks();
  }, 20_000);

  test('looks up an unknown asset of a document once for all subscribers, and caches NOT_FOUND', async () => {
    // Without changes, no index job looks up the same assets.
    const quiet = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
    const clients = [createSubscriber(quiet.url), createSubscriber(quiet.url), createSubscriber(quiet.url)];
    const ids = Array.from({ length: 6 }, (_, n) => `madeup${n}`);
    for (const video of ids) await quiet.editor.create(newFilm(`film-${video}`, { video }));
    const notFound = () =>
      clients
        .slice(0, 2)
        .flatMap((one) =>
          ids.map(async (id) =>
            expect(await subscribe(one, VIDEO, { id: videoId(id) }).ended).toMatchObject([
              { extensions: { code: 'NOT_FOUND' } },
            ]),
          ),
        );
    try {
      const { film } = (await quiet.query('{ film(by: { slug: "lorenz" }) { video { id } } }')).data;
      await quiet.clearRequests();
      const ends = notFound();
      // A cached asset does not wait for the other lookups.
      const cached = await subscribe(clients[2] as Client, VIDEO, { id: film.video.id }).next();
      expect(cached.data?.videoChanged.status).toBe('READY');
      await Promise.all(ends);
      await Promise.all(notFound());
      expect((await quiet.requests()).media.length).toBe(ids.length);
    } finally {
      for (const one of clients) await one.dispose();
      await quiet.close();
    }
  });

  test('rejects assets of no published document with NOT_FOUND, without a request to the media library', async () => {
    const draft = await uploadVideo(stack);
    await stack.editor.create(newFilm(`drafts.film-${draft}`, { video: draft }));
    await stack.clearRequests();
    client = createSubscriber(stack.url);
    for (const id of [draft, 'nosuchfilm'])
      expect((await subscribe(client, VIDEO, { id: videoId(id) }).next()).errors).toMatchObject([
        { extensions: { code: 'NOT_FOUND' } },
      ]);
    const { media } = await stack.requests();
    expect(media.filter(({ path }) => path.includes('nosuchfilm'))).toEqual([]);
  });

  test('rejects an invalid id with BAD_USER_INPUT', async () => {
    client = createSubscriber(stack.url);
    for (const id of ['no such film', 'rawAssetId', toGlobalId('Film', 'lorenz'), videoId('../a')])
      expect((await subscribe(client, VIDEO, { id }).next()).errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT' } },
      ]);
  });
});

describe('a WebSocket', () => {
  const CHANGES = 'subscription Changes { contentChanged { documentId } }';

  test('has 32 subscriptions of 34 that are started at once', async () => {
    client = createSubscriber(stack.url);
    const started = Array.from({ length: 34 }, () => subscribe(client, CHANGES));
    const rejections = await Promise.all(started.slice(32).map(({ ended }) => ended));
    for (const rejection of rejections)
      expect(rejection).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', limit: 32 } }]);
    await waitForSubscriptions(stack.url, 32);
  });

  test('rejects the name of an operation that the document does not have, by its own code', async () => {
    client = createSubscriber(stack.url);
    const { ended } = subscribe(client, CHANGES, {}, { operationName: 'Unknown' });
    expect(await ended).toMatchObject([{ extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }]);
  });
});
