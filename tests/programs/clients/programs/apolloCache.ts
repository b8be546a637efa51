import assert from 'node:assert/strict';
import { type ApolloClient, gql, type TypedDocumentNode } from '@apollo/client';
import { within } from '../../../support/within.ts';
import type { ClientProgram } from '../clientProgram.ts';
import { compile, download, writeGuide } from '../tools.ts';

interface Films {
  readonly films: {
    readonly nodes?: readonly { readonly title: string }[];
    readonly edges?: readonly { readonly node: { readonly title: string } }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

interface Article {
  readonly article: { readonly body: { readonly blocks: readonly { readonly key?: string }[] } };
}

const list = (selection: string): TypedDocumentNode<Films, { after?: string }> => gql`
  query ($after: String) {
    films(first: 6, after: $after, orderBy: { field: TITLE }) { ${selection} pageInfo { endCursor } }
  }
`;
const LISTS = [list('nodes { title }'), list('edges { node { title } }')];
const ARTICLE: TypedDocumentNode<Article> = gql`
  { article(by: { slug: "seven-neighbours" }) { body { blocks { ... on RichTextNode { key } } } } }
`;

export const program: ClientProgram = {
  client: 'Apollo Client, files of the API',
  package: '@apollo/client',
  asserts: 'the client of the guide: lists that go on by nodes and by edges, fragments on interfaces',
  async run(graph, folder) {
    await download(graph, '/docs/clients/apollo.ts', folder);
    writeGuide('clients', 'apollo/', graph, folder);
    const { client } = await compile<{ client: ApolloClient }>(folder, 'client.js');
    for (const query of LISTS) await assertGoesOn(client, query);
    const { data } = await client.query({ query: ARTICLE });
    assert.ok(data?.article.body.blocks.every(({ key }) => typeof key === 'string'));
    client.stop();
  },
};

/** Loads two pages as a page with a button does, and compares the list with all films. */
async function assertGoesOn(client: ApolloClient, query: TypedDocumentNode<Films, { after?: string }>) {
  const { data: first } = await client.query({ query });
  const watched = client.watchQuery({ query });
  const results: (readonly string[])[] = [];
  const subscription = watched.subscribe(({ data }) => results.push(titlesOf(data as Films | undefined)));
  await watched.fetchMore({ variables: { after: first?.films.pageInfo.endCursor as string } });
  await within(10_000, () => assert.equal(results.at(-1)?.length, 12));
  subscription.unsubscribe();
  const shown = results.at(-1) ?? [];
  assert.deepEqual(shown.slice(0, 6), titlesOf(first));
  assert.deepEqual(shown, [...new Set(shown)]);
}

const titlesOf = (data: Films | undefined): readonly string[] =>
  data?.films?.nodes?.map(({ title }) => title) ?? data?.films?.edges?.map(({ node }) => node.title) ?? [];
