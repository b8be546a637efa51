import { describe, expect, test } from '@jest/globals';
import { createSearch, nextCursor, type SearchRequest } from './createSearch.ts';

interface Page {
  readonly items: readonly string[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

const page = (item: string, hasNextPage = false): Page => ({
  items: [item],
  pageInfo: { hasNextPage, endCursor: item },
});

/** A request whose responses the test sends. */
const controlledRequest = () => {
  const sent: {
    query: string;
    after: string | null;
    signal: AbortSignal;
    response: PromiseWithResolvers<Page>;
  }[] = [];
  const request: SearchRequest<Page> = ({ query, after }, signal) => {
    const response = Promise.withResolvers<Page>();
    sent.push({ query, after, signal, response });
    return response.promise;
  };
  return { sent, request };
};

describe('search', () => {
  test('aborts an outdated request, ignores its late response, and keeps earlier results meanwhile', async () => {
    const { sent, request } = controlledRequest();
    const search = createSearch<Page>();
    const first = search.search('wave', request);
    sent[0]?.response.resolve(page('wave'));
    await first;
    const outdated = search.search('waves', request);
    const latest = search.search('butterfly', request);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
    expect(search.getState()).toMatchObject({ isLoading: true, data: { query: 'wave' } });
    sent[2]?.response.resolve(page('butterfly'));
    await latest;
    sent[1]?.response.resolve(page('waves'));
    await outdated;
    expect(search.getState()).toMatchObject({
      isLoading: false,
      data: { query: 'butterfly', pages: [{ items: ['butterfly'] }] },
    });
  });

  test('appends pages until the last, one request at a time', async () => {
    const { sent, request } = controlledRequest();
    const search = createSearch<Page>();
    const first = search.search('wave', request);
    sent[0]?.response.resolve(page('a', true));
    await first;
    expect(nextCursor(search.getState().data)).toBe('a');
    const more = search.loadMore(request);
    await search.loadMore(request);
    expect(sent.map(({ after }) => after)).toEqual([null, 'a']);
    sent[1]?.response.resolve(page('b'));
    await more;
    await search.loadMore(request);
    expect(sent).toHaveLength(2);
    expect(search.getState().data?.pages.flatMap(({ items }) => items)).toEqual(['a', 'b']);
  });

  test('reports an error, keeps earlier results, and clears the error with the next request', async () => {
    const { sent, request } = controlledRequest();
    const search = createSearch<Page>();
    const first = search.search('wave', request);
    sent[0]?.response.resolve(page('a'));
    await first;
    const failed = search.search('waves', request);
    sent[1]?.response.reject(new Error('UPSTREAM_UNAVAILABLE'));
    await failed;
    expect(search.getState()).toMatchObject({
      error: { message: 'UPSTREAM_UNAVAILABLE' },
      data: { query: 'wave' },
      isLoading: false,
    });
    void search.search('waves', request);
    expect(search.getState().error).toBeUndefined();
    search.cancel();
    expect(sent[2]?.signal.aborted).toBe(true);
    expect(search.getState()).toMatchObject({ isLoading: false, data: { query: 'wave' } });
  });
});
