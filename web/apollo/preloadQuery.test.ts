import { describe, expect, test } from '@jest/globals';
import { RelatedFilmsDocument } from '../features/films/RelatedFilms.generated.ts';
import { createApolloClient } from './client.ts';
import { preloadQuery } from './preloadQuery.ts';

const complete = { data: { film: { __typename: 'Film', id: 'f', related: [] } } };
const partial = {
  data: { film: { __typename: 'Film', id: 'f', related: null } },
  errors: [
    {
      message: 'down',
      path: ['film', 'related'],
      extensions: { code: 'UPSTREAM_UNAVAILABLE', service: 'search' },
    },
  ],
};

/** Creates a client whose requests receive these responses in order, and a counter of its requests. */
const clientOf = (...responses: unknown[]) => {
  const requests = { count: 0 };
  const fetch: typeof globalThis.fetch = async () =>
    Response.json(responses[requests.count++] ?? { errors: [{ message: 'too many requests' }] });
  return { client: createApolloClient('http://graph.test/graphql', fetch), requests };
};

describe('preloadQuery', () => {
  test('requests a complete response once', async () => {
    const { client, requests } = clientOf(complete);
    await preloadQuery(client, RelatedFilmsDocument, { slug: 'lorenz' });
    const second = await preloadQuery(client, RelatedFilmsDocument, { slug: 'lorenz' });
    expect(second.errors).toEqual([]);
    expect(requests.count).toBe(1);
  });

  test('returns the data and errors of a partial response, and requests it again', async () => {
    const { client, requests } = clientOf(partial, complete);
    const first = await preloadQuery(client, RelatedFilmsDocument, { slug: 'lorenz' });
    expect(first.data?.film).toMatchObject({ id: 'f', related: null });
    expect(first.errors).toMatchObject([{ path: 'film.related', service: 'search' }]);
    const second = await preloadQuery(client, RelatedFilmsDocument, { slug: 'lorenz' });
    expect(second.data?.film?.related).toEqual([]);
    expect(second.errors).toEqual([]);
    await preloadQuery(client, RelatedFilmsDocument, { slug: 'lorenz' });
    expect(requests.count).toBe(2);
  });

  test('retries an overloaded gateway after its delay, in the browser only', async () => {
    const overloaded = {
      errors: [{ message: 'busy', extensions: { code: 'OVERLOADED', retryAfter: 0.05 } }],
    };
    const responses = [
      Response.json(overloaded, { status: 503 }),
      Response.json(overloaded, { status: 503 }),
      Response.json(complete),
    ];
    const client = createApolloClient('http://graph.test/graphql', async () => responses.shift() as Response);
    const onServer = await preloadQuery(client, RelatedFilmsDocument, { slug: 'lorenz' });
    expect(onServer.errors).toMatchObject([{ code: 'OVERLOADED' }]);
    expect(responses).toHaveLength(2);
    Object.assign(globalThis, { document: {} });
    try {
      const { data, errors } = await preloadQuery(client, RelatedFilmsDocument, { slug: 'lorenz' });
      expect(errors).toEqual([]);
      expect(data?.film?.related).toEqual([]);
      expect(responses).toEqual([]);
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });
});
