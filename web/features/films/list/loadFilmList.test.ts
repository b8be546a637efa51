import { expect, test } from '@jest/globals';
import { createBrowserQueryClient } from '../../../data/browserQueryClient.ts';
import { createApolloClient } from '../../../data/client.ts';
import type { FilmIndexQuery } from './FilmIndex.generated.ts';
import { loadRestOfIndex } from './loadFilmList.ts';

const PAGES = 4;

/** Returns a page of an index with one film a page. */
const pageOf = (number: number): FilmIndexQuery => ({
  films: {
    __typename: 'FilmConnection',
    totalCount: PAGES,
    nodes: [{ __typename: 'Film', id: `f${number}` } as never],
    pageInfo: { __typename: 'PageInfo', hasNextPage: number < PAGES, endCursor: String(number) },
  },
});

test('index of films: each further page is requested once, also if their responses have errors', async () => {
  const cursors: string[] = [];
  const queryClient = createBrowserQueryClient({
    results: {},
    importClient: async () =>
      createApolloClient('http://graph.test/graphql', async (_url, init) => {
        const { after } = JSON.parse(String(init?.body)).variables;
        cursors.push(after);
        return Response.json({ data: pageOf(Number(after) + 1), errors: [{ message: 'down' }] });
      }),
  });
  const { index, errors } = await loadRestOfIndex(queryClient, pageOf(1));
  expect(cursors).toEqual(['1', '2', '3']);
  expect(index.films?.nodes).toHaveLength(PAGES);
  expect(errors).toContainEqual({ code: 'UNKNOWN', service: null });
});
