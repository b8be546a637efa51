import { expect, test } from '@jest/globals';
import { RelatedFilmsDocument } from '../features/films/RelatedFilms.generated.ts';
import { createGraphClient } from './client.ts';
import { warm } from './preloadQuery.ts';

const whole = { data: { film: { __typename: 'Film', id: 'f', related: [] } } };
const torn = {
  data: { film: { __typename: 'Film', id: 'f', related: null } },
  errors: [
    {
      message: 'down',
      path: ['film', 'related'],
      extensions: { code: 'UPSTREAM_UNAVAILABLE', service: 'search' },
    },
  ],
};

/** A client whose graph gives these answers, one after the other, and counts. */
const clientOf = (...answers: unknown[]) => {
  const asked = { times: 0 };
  const fetch: typeof globalThis.fetch = async () =>
    Response.json(answers[asked.times++] ?? { errors: [{ message: 'asked too often' }] });
  return { client: createGraphClient('http://graph.test/graphql', fetch), asked };
};

test('a whole answer is asked for once', async () => {
  const { client, asked } = clientOf(whole);
  await warm(client, RelatedFilmsDocument, { slug: 'lorenz' });
  const again = await warm(client, RelatedFilmsDocument, { slug: 'lorenz' });
  expect(again.problems).toEqual([]);
  expect(asked.times).toBe(1);
});

test('an answer with a fault hands on what there is and what is missing, and is asked for again', async () => {
  const { client, asked } = clientOf(torn, whole);
  const first = await warm(client, RelatedFilmsDocument, { slug: 'lorenz' });
  expect(first.data?.film).toMatchObject({ id: 'f', related: null });
  expect(first.problems).toMatchObject([{ path: 'film.related', service: 'search' }]);
  const second = await warm(client, RelatedFilmsDocument, { slug: 'lorenz' });
  expect(second.data?.film?.related).toEqual([]);
  expect(second.problems).toEqual([]);
  await warm(client, RelatedFilmsDocument, { slug: 'lorenz' });
  expect(asked.times).toBe(2);
});

test('a graph that has too much to do is asked again when it says, by a browser and by no server', async () => {
  const busy = { errors: [{ message: 'busy', extensions: { code: 'OVERLOADED', retryAfter: 0.05 } }] };
  const answers = [
    Response.json(busy, { status: 503 }),
    Response.json(busy, { status: 503 }),
    Response.json(whole),
  ];
  const client = createGraphClient('http://graph.test/graphql', async () => answers.shift() as Response);
  const onServer = await warm(client, RelatedFilmsDocument, { slug: 'lorenz' });
  expect(onServer.problems).toMatchObject([{ code: 'OVERLOADED' }]);
  expect(answers).toHaveLength(2);
  Object.assign(globalThis, { document: {} });
  try {
    const { data, problems } = await warm(client, RelatedFilmsDocument, { slug: 'lorenz' });
    expect(problems).toEqual([]);
    expect(data?.film?.related).toEqual([]);
    expect(answers).toEqual([]);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
});
