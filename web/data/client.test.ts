import { gql } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { createApolloClient } from './client.ts';

const PAGE = gql`
  {
    article(by: { slug: "a" }) { id body { blocks {
      __typename
      ... on RichTextNode { key }
      ... on TextBlock { style children { ... on TextSpan { text } } }
      ... on Quotation { text }
    } } }
  }
`;
const QUOTATIONS = gql`
  {
    article(by: { slug: "a" }) { id body { blocks { __typename ... on Quotation { key source } } } }
  }
`;

const article = (blocks: readonly object[]) => ({
  article: { __typename: 'Article', id: 'a', body: { __typename: 'RichText', blocks } },
});
const span = { __typename: 'TextSpan', text: 'x' };
const page = [
  { __typename: 'TextBlock', key: 't', style: 'normal', children: [span] },
  { __typename: 'Quotation', key: 'q', text: 'It flows.' },
];
const quotations = (key: string) => [
  { __typename: 'TextBlock' },
  { __typename: 'Quotation', key, source: '1950' },
];

test('cache: merges the fields of blocks that two queries select', () => {
  const { cache } = createApolloClient('http://127.0.0.1/graphql');
  cache.writeQuery({ query: PAGE, data: article(page) });
  cache.writeQuery({ query: QUOTATIONS, data: article(quotations('q')) });
  expect(cache.readQuery({ query: PAGE })).toEqual(article(page));
  expect(cache.readQuery({ query: QUOTATIONS })).toEqual(article(quotations('q')));
});

test('cache: replaces the blocks of another version of the text', () => {
  const { cache } = createApolloClient('http://127.0.0.1/graphql');
  cache.writeQuery({ query: PAGE, data: article(page) });
  cache.writeQuery({ query: QUOTATIONS, data: article(quotations('new')) });
  expect(cache.readQuery({ query: PAGE })).toBeNull();
  expect(cache.readQuery({ query: QUOTATIONS })).toEqual(article(quotations('new')));
});
