import { afterEach, describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { type Stack, startStack } from '../../support/stack.ts';

const MEDIA_TYPES = ['Video', 'Playback', 'Track', 'Cue', 'TrackKind', 'Moment', 'MomentConnection'];
const SEARCH_TYPES = [
  'SearchConnection',
  'SearchItem',
  'SearchFilter',
  'Suggestions',
  'Facet',
  'IndexStatus',
];
/** An account without credentials. */
const NO_MEDIA = { MUX_TOKEN_ID: '', MUX_TOKEN_SECRET: '', MUX_SIGNING_KEY: '', MUX_PRIVATE_KEY: '' };
const NO_SEARCH = { ALGOLIA_APP_ID: '', ALGOLIA_SEARCH_KEY: '', ALGOLIA_WRITE_KEY: '' };

let stack: Stack;
afterEach(() => stack.close());

/** Starts a gateway with some providers. Returns the schema that it serves. */
async function startWith(providers: string, env: Readonly<Record<string, string>>): Promise<GraphQLSchema> {
  stack = await startStack({ hasCache: false, env: { PROVIDERS: providers, ...env } });
  await stack.clearRequests();
  return buildSchema(await (await fetch(`${stack.url}/schema.graphql`)).text());
}

const typesOf = (schema: GraphQLSchema, names: readonly string[]) =>
  names.filter((name) => schema.getType(name) !== undefined);

/** Returns the names of the fields of a type. */
function fieldsOf(schema: GraphQLSchema, type: string): readonly string[] {
  const found = schema.getType(type);
  return isObjectType(found) ? Object.keys(found.getFields()) : [];
}

const FILM = '{ film(by: { slug: "lorenz" }) { id title topics { slug } } }';

/** Expects that content works and that no request is sent to the other providers. */
async function expectContentAlone(): Promise<void> {
  const { data, errors } = await stack.query(FILM);
  expect(errors).toEqual([]);
  expect(data.film.title).toEqual(expect.any(String));
  const { media, search } = await stack.requests();
  expect({ media, search }).toEqual({ media: [], search: [] });
}

describe('PROVIDERS', () => {
  test('content: the schema has neither videos nor search', async () => {
    const schema = await startWith('content', { ...NO_MEDIA, ...NO_SEARCH });
    expect(typesOf(schema, [...MEDIA_TYPES, ...SEARCH_TYPES])).toEqual([]);
    const absentFields = ['search', 'moments', 'suggest', 'facetValues', 'indexStatus'];
    expect(fieldsOf(schema, 'Query').filter((name) => absentFields.includes(name))).toEqual([]);
    expect(fieldsOf(schema, 'Subscription')).toEqual(['contentChanged']);
    expect(fieldsOf(schema, 'Film').filter((name) => /^(video|related)$/.test(name))).toEqual([]);
    await expectContentAlone();
    const video = await stack.query('query ($id: ID!) { node(id: $id) { id } }', {
      id: toGlobalId('Video', 'assetLorenz0001'),
    });
    expect(video.data.node).toBeNull();
  });

  test('content and media: the schema has videos and no search', async () => {
    const schema = await startWith('content,media', NO_SEARCH);
    expect(typesOf(schema, SEARCH_TYPES)).toEqual([]);
    expect(fieldsOf(schema, 'Subscription')).toContain('videoChanged');
    const { data, errors } = await stack.query(
      '{ film(by: { slug: "lorenz" }) { video { status playback { hlsUrl } } } }',
    );
    expect(errors).toEqual([]);
    expect(data.film.video.status).toBe('READY');
    expect((await stack.requests()).search).toEqual([]);
  });

  test('content and search: the schema has search without moments, and no videos', async () => {
    const schema = await startWith('content,search', NO_MEDIA);
    expect(typesOf(schema, MEDIA_TYPES)).toEqual([]);
    expect(fieldsOf(schema, 'Query')).toContain('search');
    expect(fieldsOf(schema, 'Query')).not.toContain('moments');
    const { data, errors } = await stack.query(
      '{ search(query: "wave") { totalCount } film(by: { slug: "lorenz" }) { related { title } } }',
    );
    expect(errors).toEqual([]);
    expect(data.search.totalCount).toBeGreaterThan(0);
    expect(data.film.related).not.toEqual([]);
    expect((await stack.requests()).media).toEqual([]);
  });

  test('content: the subgraph composes without videos', async () => {
    await startWith('content', { FEDERATION: 'on' });
    const { data, errors } = await stack.query('{ _service { sdl } }');
    expect(errors).toEqual([]);
    expect(data._service.sdl).not.toContain('Video');
  });
});
