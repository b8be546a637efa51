import { gql } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { createApolloClient } from '../../data/client.ts';
import { activeQueries } from './activeQueries.ts';

const query = gql`
  query Articles($first: Int!) {
    articles(first: $first) {
      nodes {
        id
      }
    }
  }
`;

/** Returns the number of active queries for a list of articles in the cache, requested with `first: 2`. */
const countActive = (ids: readonly string[]): number => {
  const client = createApolloClient('http://graph.test/graphql');
  const variables = { first: 2 };
  const nodes = ids.map((id) => ({ __typename: 'Article', id }));
  client.writeQuery({
    query,
    variables,
    data: { articles: { __typename: 'ArticleConnection', nodes } },
  });
  const subscription = client
    .watchQuery({ query, variables, fetchPolicy: 'cache-only' })
    .subscribe(() => undefined);
  const { length } = activeQueries(client);
  subscription.unsubscribe();
  return length;
};

test('live updates: refetch a list as long as it was requested', () => {
  expect(countActive(['a', 'b'])).toBe(1);
});

test('live updates: keep a list to which the reader has loaded more', () => {
  expect(countActive(['a', 'b', 'c'])).toBe(0);
});
