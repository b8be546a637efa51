import { expect, test } from '@jest/globals';
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { createBrowserQueryClient } from '../../data/browserQueryClient.ts';
import { createApolloClient } from '../../data/client.ts';
import { queryClientRouterContext } from '../../data/queryClient.ts';
import { ArticlesPageDocument } from './ArticlesPage.generated.ts';
import { loader } from './ArticlesPage.tsx';
import { PAGE_SIZE } from './articleListState.ts';

const ARTICLES = 3 * PAGE_SIZE;
const VARIABLES = { first: PAGE_SIZE, after: null };

/** Returns the page of articles after a cursor: the number of articles before the page. */
const pageAfter = (after: string | null) => {
  const start = Number(after ?? 0);
  const end = start + PAGE_SIZE;
  const nodes = Array.from({ length: PAGE_SIZE }, (_, index) => ({
    __typename: 'Article',
    id: `a${start + index}`,
    slug: `a${start + index}`,
    title: 'Article',
    excerpt: null,
    publishedAt: null,
    authors: [],
    body: null,
    cover: null,
    films: null,
  }));
  const pageInfo = { __typename: 'PageInfo', hasNextPage: end < ARTICLES, endCursor: String(end) };
  return { articles: { __typename: 'ArticleConnection', totalCount: ARTICLES, nodes, pageInfo } };
};

/** @param failingCursor the cursor whose page has an error in place of articles */
const openPage = (failingCursor?: string) => {
  const cursors: (string | null)[] = [];
  const queryClient = createBrowserQueryClient({
    results: {},
    importClient: async () =>
      createApolloClient('http://graph.test/graphql', async (input, init) => {
        const inUrl = new URL(String(input)).searchParams.get('variables');
        const { after } = inUrl ? JSON.parse(inUrl) : JSON.parse(String(init?.body)).variables;
        cursors.push(after);
        return Response.json(
          after === failingCursor
            ? {
                data: { articles: null },
                errors: [
                  { message: 'down', extensions: { code: 'UPSTREAM_UNAVAILABLE', service: 'content' } },
                ],
              }
            : { data: pageAfter(after) },
        );
      }),
  });
  const context = new RouterContextProvider();
  context.set(queryClientRouterContext, queryClient);
  const load = (search: string) =>
    loader({
      request: new Request(`http://graph.test/articles${search}`),
      context,
    } as unknown as LoaderFunctionArgs);
  const shownCount = async () => {
    const { cache } = await queryClient.loadClient();
    return cache.readQuery({ query: ArticlesPageDocument, variables: VARIABLES })?.articles?.nodes.length;
  };
  return { queryClient, cursors, load, shownCount };
};

test('articles: the URL has the number of pages, also after a change of content', async () => {
  const { queryClient, cursors, load, shownCount } = openPage();
  await load('?page=2');
  expect(cursors).toEqual([null, String(PAGE_SIZE)]);
  queryClient.invalidate();
  await load('?page=2');
  expect(await shownCount()).toBe(2 * PAGE_SIZE);
});

test('articles: the errors of further pages are errors of the page', async () => {
  const { load, shownCount } = openPage(String(PAGE_SIZE));
  expect(await load('?page=2')).toEqual({
    errors: [{ code: 'UPSTREAM_UNAVAILABLE', service: 'content' }],
  });
  expect(await shownCount()).toBe(PAGE_SIZE);
});

test('articles: a URL that is not canonical is replaced', async () => {
  const { load } = openPage();
  await expect(load('?page=1')).rejects.toMatchObject({ status: 302 });
  await expect(load('?page=99')).rejects.toMatchObject({ status: 302 });
});
