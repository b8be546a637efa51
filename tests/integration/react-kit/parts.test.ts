import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMediaProvider } from '../../../gateway/providers/media/provider.ts';
import type { RichTextNode } from '../../../schema/rich-text/nodes.ts';
import { PICTURE_FRAGMENT, RICH_TEXT_FRAGMENT, VIDEO_FRAGMENT } from '../../../web/kit/fragments.ts';
import { type ChangeBatch, watchChanges } from '../../../web/kit/live/watchChanges.ts';
import { createRequest, type RequestError } from '../../../web/kit/request/createRequest.ts';
import { RichText, type RichTextProps } from '../../../web/kit/rich-text/RichText.tsx';
import { createSearch } from '../../../web/kit/search/createSearch.ts';
import { renewBeforeExpiry } from '../../../web/kit/video/renewBeforeExpiry.ts';
import { startMediaGraph } from '../../support/mediaGraph.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const MINUTE_MS = 60_000;
const SHORT_LIFETIME_SECONDS = 30;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.connectWebhooks();
});
afterAll(() => stack.close());

interface ArticleData {
  readonly article: { readonly body: { readonly blocks: readonly RichTextNode[] } };
}

/** An article with links to documents and sites, a note and a quotation. Types of the model select `key` themselves. */
const ARTICLE = `{
  article(by: { slug: "seven-neighbours" }) {
    body {
      ...KitRichText
      blocks {
        ... on Quotation { key text }
        ... on TextBlock {
          markDefs {
            ... on InternalLink {
              key
              document { __typename id ... on Film { slug } ... on Person { slug } ... on Topic { slug } }
            }
            ... on Footnote { key text { ...KitRichText } }
          }
        }
      }
    }
  }
}
${RICH_TEXT_FRAGMENT} ${PICTURE_FRAGMENT}`;

function renderArticle({ article }: ArticleData): string {
  const hrefOf: RichTextProps<RichTextNode>['hrefOf'] = ({ slug }) => `/${slug}`;
  return renderToStaticMarkup(createElement(RichText, { blocks: article.body.blocks, hrefOf }));
}

/** Forwards connections to the gateway until it closes them. */
async function startForwarder(url: string) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size / 2,
    closeConnections,
    close() {
      closeConnections();
      server.close();
    },
  };
}

describe('React kit', () => {
  test('fragments fit the contract', () => {
    const schema = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'), {
      assumeValidSDL: true,
    });
    const document = parse(`
      query { film(by: { slug: "lorenz" }) { synopsis { ...KitRichText } video { ...KitVideo } } }
      ${PICTURE_FRAGMENT} ${RICH_TEXT_FRAGMENT} ${VIDEO_FRAGMENT}
    `);
    expect(validate(schema, document)).toEqual([]);
  });

  test('rich text: has all its text and links through the default cache of Apollo Client', async () => {
    const uri = `${stack.url}/graphql`;
    const fetched = renderArticle(await createRequest(uri)<ArticleData>(ARTICLE));
    expect(fetched.match(/<a href="(\/|https:)/g)).toHaveLength(4);
    expect(fetched).toContain('They must think collectively');
    expect(fetched).toContain('id="text-note-1"');
    const client = new ApolloClient({
      link: new HttpLink({ uri }),
      cache: new InMemoryCache(),
      // The types of the app require them.
      defaultOptions: { watchQuery: { errorPolicy: 'all' }, query: { errorPolicy: 'all' } },
    });
    const query: TypedDocumentNode<ArticleData> = gql(ARTICLE);
    const { data } = await client.query({ query });
    expect(renderArticle(data as ArticleData)).toBe(fetched);
    client.stop();
  });

  test('live changes: arrive in batches, also after the server has closed the connection', async () => {
    const forwarder = await startForwarder(stack.url);
    const batches: ChangeBatch<string>[] = [];
    const watch = watchChanges<string>({
      url: `${forwarder.url}/graphql`,
      onChanges: (batch) => batches.push(batch),
    });
    try {
      watch.subscribe<{ contentChanged: { documentId: string } }, Record<string, unknown>>(
        'subscription { contentChanged(types: [TOPIC]) { documentId } }',
        {},
        ({ contentChanged }) => watch.add(contentChanged.documentId),
      );
      const editUntilReceived = (title: string, received: () => boolean) =>
        within(10_000, async () => {
          await stack.editor.patch('topic-chaos').set({ subtitle: title }).commit();
          expect(received()).toBe(true);
        });
      await editUntilReceived('first', () => batches.length > 0);
      expect(batches.every(({ hasMissedChanges }) => !hasMissedChanges)).toBe(true);
      forwarder.closeConnections();
      await within(10_000, () => expect(batches.some(({ hasMissedChanges }) => hasMissedChanges)).toBe(true));
      const before = batches.length;
      await editUntilReceived('second', () =>
        batches.slice(before).some(({ changes }) => changes.length > 0),
      );
    } finally {
      watch.close();
      await within(10_000, () => expect(forwarder.connections()).toBe(0));
      forwarder.close();
    }
  });

  test('search: aborts the outdated request and shows the results of the latest', async () => {
    const request = createRequest(`${stack.url}/graphql`);
    const search = createSearch<{ nodes: { title: string }[] }>();
    const signals: AbortSignal[] = [];
    const find = (query: string) =>
      search.search(query, async (variables, signal) => {
        signals.push(signal);
        const document =
          'query ($query: String!) { search(query: $query, types: [FILM]) { nodes { ... on Film { title } } } }';
        const { search: results } = await request<{ search: { nodes: { title: string }[] } }>(
          document,
          { query: variables.query },
          signal,
        );
        return results;
      });
    await Promise.all([find('coral'), find('butterfly')]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(search.getState().data?.pages[0]?.nodes[0]?.title).toBe('Lorenz’s butterfly');
  });

  test('requests: take documents with types, such as those of a generator', async () => {
    class TypedDocument<Data, Variables> extends String {
      declare readonly __apiType?: (variables: Variables) => Data;
    }
    const document = new TypedDocument<{ film: { title: string } | null }, { slug: string }>(
      'query ($slug: String!) { film(by: { slug: $slug }) { title } }',
    );
    const { film } = await createRequest(`${stack.url}/graphql`)(document, { slug: 'lorenz' });
    expect(film?.title).toBe('Lorenz’s butterfly');
  });

  test('requests: reject with the errors of the response', async () => {
    const request = createRequest(`${stack.url}/graphql`);
    const error = await request('{ film(by: { slug: "lorenz" }) { nothing } }').catch((cause) => cause);
    expect(error).toMatchObject({ name: 'RequestError', status: 422 });
    expect((error as RequestError).errors[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  test('signed URLs: are renewed before they expire, and the renewed URL plays', async () => {
    const graph = await startMediaGraph();
    let clockMs = Date.now();
    const config = { ...graph.library.config, signedUrlMarginSeconds: SHORT_LIFETIME_SECONDS };
    const media = createMediaProvider({ config, now: () => clockMs });
    const readPlayback = async () =>
      (await graph.video('playback { hlsUrl expiresAt }', 'sealed', media)).video?.playback;
    try {
      await media.start();
      const first = await readPlayback();
      const renewed = Promise.withResolvers<Awaited<ReturnType<typeof readPlayback>>>();
      // The gateway issues another token in each period of five minutes. The clock of the SDK stands still meanwhile, so
      // an advance near a multiple of five minutes can give both tokens the same expiry.
      clockMs += 7.5 * MINUTE_MS;
      const leadMs = Date.parse(first!.expiresAt) - Date.now() - 50;
      const stop = renewBeforeExpiry(first!.expiresAt, () => readPlayback().then(renewed.resolve), {
        leadMs,
        minIntervalMs: 10,
      });
      const second = await renewed.promise;
      stop();
      expect(Date.parse(second!.expiresAt)).toBeGreaterThan(Date.parse(first!.expiresAt));
      expect(second!.hlsUrl).not.toBe(first!.hlsUrl);
      expect((await fetch(second!.hlsUrl)).status).toBe(200);
    } finally {
      media.close();
      await graph.close();
    }
  });
});
