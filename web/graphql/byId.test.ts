import { expect, test } from '@jest/globals';
import { RelatedFilmsDocument } from '../features/film/RelatedFilms.generated.ts';
import { createGraphClient } from './client.ts';

const ID = 'f'.repeat(64);
/** As the build leaves it. */
const registered = { ...RelatedFilmsDocument, id: ID };
const answer = { data: { film: { __typename: 'Film', id: 'f', related: [] } } };
const unknown = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};

/** A client whose graph gives these answers, one after the other, and what it has been sent. */
const clientOf = (...answers: unknown[]) => {
  const sent: { method: string | undefined; url: string; body: string }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push({ method: init?.method, url: decodeURIComponent(String(url)), body: String(init?.body ?? '') });
    return Response.json(answers[sent.length - 1]);
  };
  return { client: createGraphClient('http://graph.test/graphql', fetch), sent };
};

test('a document with an id travels as its id, by an address that others can keep', async () => {
  const { client, sent } = clientOf(answer);
  const { data } = await client.query({ query: registered, variables: { slug: 'lorenz' } });
  expect(data?.film).toMatchObject({ id: 'f' });
  expect(sent).toMatchObject([{ method: 'GET', body: '' }]);
  expect(sent[0]?.url).toContain(`"sha256Hash":"${ID}"`);
  expect(sent[0]?.url).toContain('{"slug":"lorenz"}');
  expect(sent[0]?.url).not.toContain('related');
});

test('a graph that does not know the id is sent the text, and the page notices nothing', async () => {
  const { client, sent } = clientOf(unknown, answer);
  const { data, error } = await client.query({ query: registered, variables: { slug: 'lorenz' } });
  expect({ id: data?.film?.id, error }).toEqual({ id: 'f', error: undefined });
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
  expect(JSON.parse(sent[1]?.body ?? '')).toMatchObject({
    query: expect.stringContaining('related(first: 4)'),
    extensions: { persistedQuery: { sha256Hash: ID } },
  });
});

test('what has to be new is asked past everybody who keeps answers, by its id as well', async () => {
  const { client, sent } = clientOf(answer);
  await client.query({ query: registered, variables: { slug: 'lorenz' }, context: { fresh: true } });
  expect(sent).toMatchObject([{ method: 'POST' }]);
  expect(JSON.parse(sent[0]?.body ?? '').query).toBeUndefined();
});

test('a document without an id travels as it is', async () => {
  const { client, sent } = clientOf(answer);
  await client.query({ query: RelatedFilmsDocument, variables: { slug: 'lorenz' } });
  expect(sent).toMatchObject([{ method: 'POST', body: expect.stringContaining('related(first: 4)') }]);
});
