import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_REPRESENTATIONS, toGlobalId } from '../../../gateway/core/relay.ts';
import { newFilm } from '../../support/indexedStack.ts';
import { CALL_COST, COST_HEADER } from '../../support/rateLimitedStack.ts';
import type { Stack } from '../../support/stack.ts';
import { bearer, type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';

let server: StackWithKeys;
let stack: Stack;
beforeAll(async () => {
  server = await startStackWithKeys({ FEDERATION: 'on' });
  ({ stack } = server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await stack.cache.invalidateAll();
  await stack.clearRequests();
});

interface Representation {
  readonly __typename: string;
  readonly id: string;
}

/** A query as routers send it. */
const ENTITIES = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    ... on Film { title }
    ... on Person { name }
    ... on Video { __typename duration }
  }
}`;
const loadEntities = (representations: readonly unknown[], headers: Record<string, string> = {}) =>
  server.query(headers, ENTITIES, { representations });

/** Returns the representations of all films, with their titles. */
async function allFilms(): Promise<{ representations: Representation[]; titles: { title: string }[] }> {
  const { data } = await stack.query('{ films(first: 100) { nodes { __typename id title } } }');
  const films: (Representation & { title: string })[] = data.films.nodes;
  await stack.cache.invalidateAll();
  await stack.clearRequests();
  return {
    representations: films.map(({ __typename, id }) => ({ __typename, id })),
    titles: films.map(({ title }) => ({ title })),
  };
}

describe('_entities', () => {
  test('loads all entities of a type by one upstream request, in the order of the representations', async () => {
    const { representations, titles } = await allFilms();
    expect(representations.length).toBeGreaterThan(5);
    const { data, errors } = await loadEntities([...representations.toReversed(), representations[0]]);
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual([...titles.toReversed(), titles[0]]);
    const { content, media, search } = await stack.requests();
    expect([content.length, media.length, search.length]).toEqual([1, 0, 0]);
  });

  test('loads entities of several types by one request to the content service, also videos', async () => {
    const { data: known } = await stack.query(
      `{ film(by: { slug: "lorenz" }) { __typename id title video { __typename id duration } }
         person(by: { slug: "edward-lorenz" }) { __typename id name } }`,
    );
    const { title, video, ...film } = known.film;
    const { name, ...person } = known.person;
    await stack.cache.invalidateAll();
    await stack.clearRequests();
    const { data, errors } = await loadEntities([
      person,
      { __typename: video.__typename, id: video.id },
      { ...film, title: 'Other fields are ignored' },
    ]);
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual([{ name }, { __typename: 'Video', duration: video.duration }, { title }]);
    expect((await stack.requests()).content).toHaveLength(1);
  });

  test('is null for entities that do not exist, that are not published, and that are of another type', async () => {
    await stack.editor.create(newFilm('drafts.film-unpublished'));
    const { data, errors } = await loadEntities([
      { __typename: 'Film', id: toGlobalId('Film', 'film-never-was') },
      { __typename: 'Film', id: toGlobalId('Film', 'film-unpublished') },
      { __typename: 'Person', id: toGlobalId('Person', 'film-lorenz') },
      { __typename: 'Video', id: toGlobalId('Video', 'nosuchvideo') },
    ]);
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual([null, null, null, null]);
  });

  test('reads drafts in their perspective', async () => {
    await stack.editor.create(newFilm('drafts.film-draft', { title: 'A rehearsal' }));
    const { secret } = await server.apiKeys.create({ name: 'preview router', scopes: ['read:drafts'] });
    const draft = { __typename: 'Film', id: toGlobalId('Film', 'film-draft') };
    const { data } = await loadEntities([draft], { ...bearer(secret), 'x-perspective': 'drafts' });
    expect(data._entities).toEqual([{ title: 'A rehearsal' }]);
    expect((await loadEntities([draft], bearer(secret))).data._entities).toEqual([null]);
  });

  test('is cached with the tags of its documents', async () => {
    const { representations } = await allFilms();
    const search = new URLSearchParams({
      query: ENTITIES,
      variables: JSON.stringify({ representations: representations.slice(0, 2) }),
    });
    const read = () => fetch(`${stack.url}/graphql?${search}`);
    await read();
    expect((await read()).headers.get('cache-status')).toMatch(/^trivium; hit/);
    await stack.cache.invalidate(['content:type:film']);
    expect((await read()).headers.get('cache-status')).toBe('trivium; fwd=miss');
  });

  const LORENZ = toGlobalId('Film', 'film-lorenz');
  test.each<[string, unknown, string]>([
    ['no object', 'Film', 'of an entity, got none'],
    ['no type', { id: LORENZ }, 'of an entity, got none'],
    ['an unknown type', { __typename: 'Song', id: LORENZ }, 'of an entity, got "Song"'],
    ['a type without a key', { __typename: 'Image', id: LORENZ }, 'of an entity, got "Image"'],
    ['no id', { __typename: 'Film', slug: 'lorenz' }, 'of a Film with its key `id`, got none'],
    ['an id that is no text', { __typename: 'Film', id: 7 }, 'got a number'],
    ['an id that is not global', { __typename: 'Film', id: 'film-lorenz' }, 'expected a global id'],
    [
      'the id of another type',
      { __typename: 'Person', id: LORENZ },
      'expected the id of a Person, got the id of a Film',
    ],
  ])('reports a representation with %s in its place', async (_name, invalid, message) => {
    const { data, errors } = await loadEntities([{ __typename: 'Film', id: LORENZ }, invalid]);
    expect(data._entities).toEqual([{ title: expect.any(String) }, null]);
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['_entities', 1],
        message: expect.stringContaining(message),
        extensions: expect.objectContaining({ code: 'BAD_USER_INPUT', argument: 'representations' }),
      }),
    ]);
  });

  test('rejects too many representations before they are loaded', async () => {
    const representation = { __typename: 'Film', id: LORENZ };
    const most = Array.from({ length: MAX_REPRESENTATIONS }, () => representation);
    expect((await loadEntities(most)).data._entities).toHaveLength(MAX_REPRESENTATIONS);
    await stack.clearRequests();
    const { status, errors } = await loadEntities([...most, representation]);
    expect(status).toBe(294);
    expect(errors[0].path).toEqual(['_entities']);
    expect(errors[0].extensions).toEqual({
      code: 'PAGE_SIZE',
      argument: 'representations',
      minimum: 0,
      limit: MAX_REPRESENTATIONS,
      actual: MAX_REPRESENTATIONS + 1,
      url: '/docs/errors#page_size',
    });
    expect((await stack.requests()).content).toEqual([]);
  });

  test('costs a point for each representation and those of two upstream requests, which the rate limit charges', async () => {
    const { representations } = await allFilms();
    const { secret } = await server.apiKeys.create({ name: 'router', scopes: ['read:published'] });
    const { text, headers } = await loadEntities(representations, { ...bearer(secret), ...COST_HEADER });
    const { cost } = JSON.parse(text).extensions;
    expect(cost.requestedQueryCost).toBe(representations.length + 2 * CALL_COST);
    expect(cost.actualQueryCost).toBeGreaterThan(representations.length + CALL_COST);
    expect(Number(headers.get('x-ratelimit-limit')) - Number(headers.get('x-ratelimit-remaining'))).toBe(
      cost.actualQueryCost,
    );
  });
});
