import { describe, expect, test } from '@jest/globals';
import { RelatedFilmsDocument } from '../features/films/RelatedFilms.generated.ts';
import { createApolloClient } from './client.ts';

const ID = 'f'.repeat(64);
/** A document with the id that the build adds. */
const registered = { ...RelatedFilmsDocument, id: ID };
const film = { data: { film: { __typename: 'Film', id: 'f', related: [] } } };
const notFound = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};

/** Creates a client whose requests receive these responses in order, and a list of its requests. */
const clientOf = (...responses: unknown[]) => {
  const sent: { method: string | undefined; url: string; body: string }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push({ method: init?.method, url: decodeURIComponent(String(url)), body: String(init?.body ?? '') });
    return Response.json(responses[sent.length - 1]);
  };
  return { client: createApolloClient('http://graph.test/graphql', fetch), sent };
};

describe('persisted queries', () => {
  test('sends a document with an id by GET, without its text', async () => {
    const { client, sent } = clientOf(film);
    const { data } = await client.query({ query: registered, variables: { slug: 'lorenz' } });
    expect(data?.film).toMatchObject({ id: 'f' });
    expect(sent).toMatchObject([{ method: 'GET', body: '' }]);
    expect(sent[0]?.url).toContain(`"sha256Hash":"${ID}"`);
    expect(sent[0]?.url).toContain('{"slug":"lorenz"}');
    expect(sent[0]?.url).not.toContain('related');
  });

  test.each([
    ['a query', {}, 'GET'],
    ['a fresh query', { fresh: true }, 'POST'],
  ])('sends %s again with its text if the gateway does not know its id', async (_what, context, method) => {
    const { client, sent } = clientOf(notFound, film);
    const { data, error } = await client.query({ query: registered, variables: { slug: 'lorenz' }, context });
    expect({ id: data?.film?.id, error }).toEqual({ id: 'f', error: undefined });
    expect(sent.map((request) => request.method)).toEqual([method, 'POST']);
    expect(JSON.parse(sent[1]?.body ?? '')).toMatchObject({
      query: expect.stringContaining('related(first: 4)'),
      extensions: { persistedQuery: { sha256Hash: ID } },
    });
  });

  test('sends a query that must be fresh by POST, without its text', async () => {
    const { client, sent } = clientOf(film);
    await client.query({ query: registered, variables: { slug: 'lorenz' }, context: { fresh: true } });
    expect(sent).toMatchObject([{ method: 'POST' }]);
    expect(JSON.parse(sent[0]?.body ?? '').query).toBeUndefined();
  });

  test('sends a document without an id as text', async () => {
    const { client, sent } = clientOf(film);
    await client.query({ query: RelatedFilmsDocument, variables: { slug: 'lorenz' } });
    expect(sent).toMatchObject([{ method: 'POST', body: expect.stringContaining('related(first: 4)') }]);
  });
});
