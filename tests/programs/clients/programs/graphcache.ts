import assert from 'node:assert/strict';
import { type Client, gql } from '@urql/core';
import { within } from '../../../support/within.ts';
import type { ClientProgram } from '../clientProgram.ts';
import { compile, download, writeGuide } from '../tools.ts';

interface Films {
  readonly films: {
    readonly nodes: readonly { readonly title: string }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

interface FilmData {
  readonly film: { readonly title: string };
}

const FILMS = gql<Films, { after: string | null }>`
  query ($after: String) {
    films(first: 6, after: $after, orderBy: { field: TITLE }) { nodes { id title } pageInfo { endCursor hasNextPage } }
  }
`;
/** Lists without arguments. */
const LISTS = gql<{ articles: { nodes: readonly { people: { totalCount: number } }[] } }>`{
  articles { nodes { id title people { totalCount nodes { id name } } } }
}`;
/** Objects without an id, and fragments on interfaces. */
const FILM = gql<FilmData>`{
  film(by: { slug: "lorenz" }) {
    id title chapters { start title } video { id playback { hlsUrl } }
    synopsis { blocks { __typename ... on RichTextNode { key } } }
  }
}`;
/** Fragments on the types of unions, of which each object has one. */
const UNIONS = gql<{ search: { nodes: readonly { id: string }[] } }>`{
  search(query: "lorenz", first: 10) {
    nodes { ... on Document { id label } ... on Film { title year } ... on Article { excerpt } }
  }
  article(by: { slug: "sensitive-dependence" }) {
    id
    body {
      blocks {
        ... on TextBlock { style children { ... on TextSpan { text } ... on Formula { tex } } markDefs { ... on RichTextLink { href } } }
        ... on Quotation { attribution }
        ... on EmbeddedFilm { film { id title } }
      }
    }
  }
}`;
const CHANGES = gql`subscription { contentChanged(types: [FILM]) { documentId node { id ... on Film { title } } } }`;

export const program: ClientProgram = {
  client: 'urql, graphcache',
  package: '@urql/exchange-graphcache',
  asserts: 'the client of the guide: no warning, a list that goes on, an event that updates the cache',
  async run(graph, folder) {
    await download(graph, '/docs/clients/graphcache.ts', folder);
    writeGuide('clients', 'urql/', graph, folder);
    const warnings: unknown[] = [];
    const { warn } = console;
    console.warn = (...message) => warnings.push(message);
    try {
      const { client } = await compile<{ client: Client }>(folder, 'client.js');
      const first = await client.query(FILMS, { after: null }).toPromise();
      const after = first.data?.films.pageInfo.endCursor as string;
      const both = await client.query(FILMS, { after }).toPromise();
      const titles = both.data?.films.nodes.map(({ title }) => title) ?? [];
      assert.equal(new Set(titles).size, 12);
      const lists = await client.query(LISTS, {}).toPromise();
      assert.ok(lists.data?.articles.nodes.every(({ people }) => people.totalCount > 0));
      const unions = await client.query(UNIONS, {}).toPromise();
      assert.ok(unions.data?.search.nodes.every(({ id }) => id));
      await assertUpdatedByEvent(client, graph);
    } finally {
      console.warn = warn;
    }
    assert.deepEqual(warnings, []);
  },
};

async function assertUpdatedByEvent(
  client: Client,
  { waitForSubscription, setTitle }: Parameters<ClientProgram['run']>[0],
): Promise<void> {
  const titles: (string | undefined)[] = [];
  const film = client.query(FILM, {}).subscribe(({ data }) => titles.push(data?.film.title));
  const changes = client.subscription(CHANGES, {}).subscribe(() => undefined);
  await waitForSubscription();
  await setTitle('lorenz', 'Two wings');
  await within(10_000, () => assert.equal(titles.at(-1), 'Two wings'));
  changes.unsubscribe();
  film.unsubscribe();
  await setTitle('lorenz', 'Lorenz’s butterfly');
}
