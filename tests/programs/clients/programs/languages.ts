import assert from 'node:assert/strict';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import type { ClientProgram } from '../clientProgram.ts';

interface TopicData {
  readonly topic: { readonly id: string; readonly title: string };
}

const TOPIC: TypedDocumentNode<TopicData> = gql`{ topic(by: { slug: "flow" }) { id title } }`;

export const program: ClientProgram = {
  client: 'Apollo Client, two languages',
  package: '@apollo/client',
  asserts: 'two languages on one page by a client and a cache for each',
  async run({ url }) {
    const shown = new Map<string, string | undefined>();
    const clients = ['de', 'en'].map((locale) => {
      const link = new HttpLink({ uri: url, headers: { 'x-locale': locale } });
      const client = new ApolloClient({ link, cache: new InMemoryCache() });
      client
        .watchQuery({ query: TOPIC })
        .subscribe(({ data }) => shown.set(locale, (data as TopicData | undefined)?.topic?.title));
      return client;
    });
    const ids = new Set<string | undefined>();
    for (const client of [...clients, ...clients]) {
      const { data } = await client.query({ query: TOPIC, fetchPolicy: 'network-only' });
      ids.add(data?.topic.id);
    }
    assert.equal(ids.size, 1, 'the id is that of the document');
    assert.deepEqual(Object.fromEntries(shown), { de: 'Strömung', en: 'Flow' });
    for (const client of clients) client.stop();
  },
};
