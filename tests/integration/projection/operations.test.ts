import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type EmulatorName, ROOT, type Stack, startStack } from '../../support/stack.ts';

/** Operations with their upstream requests, which do not depend on the number of rows. Only media assets are cached. */
const OPERATIONS: readonly {
  name: string;
  variables?: () => Promise<Record<string, unknown>> | Record<string, unknown>;
  cost: Readonly<Record<EmulatorName, number>>;
  expected: (data: never) => void;
}[] = [
  {
    name: 'article',
    variables: () => ({ slug: 'sensitive-dependence' }),
    cost: { content: 1, media: 0, search: 0 },
    expected({
      article,
    }: {
      article: { body: { links: { documents: unknown[] } }; cover: { url: string } };
    }) {
      expect(article.body.links.documents.length).toBeGreaterThan(0);
      expect(article.cover.url).toMatch(/w=1200/);
    },
  },
  {
    name: 'film',
    variables: () => ({ slug: 'lorenz' }),
    cost: { content: 2, media: 1, search: 1 },
    expected({ film }: { film: { video: { status: string; transcript: unknown[] }; related: unknown[] } }) {
      expect(film.video.status).toBe('READY');
      expect(film.video.transcript.length).toBeGreaterThan(3);
      expect(film.related.length).toBeGreaterThan(0);
    },
  },
  {
    name: 'home',
    cost: { content: 1, media: 0, search: 0 },
    expected({ films }: { films: { totalCount: number; nodes: unknown[] } }) {
      expect(films.nodes).toHaveLength(Math.min(12, films.totalCount));
    },
  },
  {
    name: 'nodes',
    variables: async () => {
      const { data } = await stack.query(
        '{ films { nodes { id } } people { nodes { id } } topics { nodes { id } } }',
      );
      return {
        ids: Object.values<{ nodes: { id: string }[] }>(data).flatMap(({ nodes }) =>
          nodes.map(({ id }) => id),
        ),
      };
    },
    cost: { content: 1, media: 0, search: 0 },
    expected({ nodes }: { nodes: unknown[] }) {
      expect(nodes.length).toBeGreaterThan(10);
      expect(nodes).not.toContain(null);
    },
  },
  {
    name: 'person',
    variables: () => ({ slug: 'edward-lorenz' }),
    cost: { content: 1, media: 0, search: 0 },
    expected({ person }: { person: { films: { edges: unknown[] } } }) {
      expect(person.films.edges.length).toBeGreaterThan(0);
    },
  },
  {
    name: 'search',
    variables: () => ({ query: 'wave', filter: { topics: { in: ['waves'] } } }),
    cost: { content: 1, media: 0, search: 1 },
    expected({ search, moments }: { search: { edges: { node: unknown }[] }; moments: { nodes: unknown[] } }) {
      expect(search.edges.length).toBeGreaterThan(0);
      expect(search.edges.every(({ node }) => node !== null)).toBe(true);
      expect(moments.nodes.length).toBeGreaterThan(0);
    },
  },
  {
    name: 'wide',
    cost: { content: 1, media: 0, search: 0 },
    expected({ films }: { films: { nodes: { credits: { person: { films: { nodes: unknown[] } } }[] }[] } }) {
      expect(films.nodes[0]?.credits[0]?.person.films.nodes.length).toBeGreaterThan(0);
    },
  },
];

let stack: Stack;
beforeAll(async () => {
  // The content sync would send further requests.
  stack = await startStack({ hasCache: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

describe('upstream requests of an operation', () => {
  beforeEach(() => stack.setFaults('content'));

  test.each(OPERATIONS)('$name: $cost', async ({ name, variables, cost, expected }) => {
    const query = readFileSync(`${ROOT}tests/support/fixtures/operations/${name}.graphql`, 'utf8');
    const values = (await variables?.()) ?? {};
    await stack.clearRequests();
    const { data, errors } = await stack.query(query, values);
    expect(errors).toEqual([]);
    expected(data as never);
    const requests = await stack.requests();
    expect({
      content: requests.content.length,
      media: requests.media.length,
      search: requests.search.length,
    }).toEqual(cost);
  });

  test('do not include caption files that were read before', async () => {
    const query = readFileSync(`${ROOT}tests/support/fixtures/operations/film.graphql`, 'utf8');
    await stack.query(query, { slug: 'lorenz' });
    await stack.clearRequests();
    await stack.query(query, { slug: 'lorenz' });
    expect((await stack.requests()).media).toEqual([]);
  });
});

test('rich text: resolves images with the key of their block in one content request', async () => {
  await stack.clearRequests();
  const { data, errors } = await stack.query(`{ article(by: { slug: "sensitive-dependence" }) { body {
    json links { pictures: images { block: key image { url(width: 640) width alt placeholder } } }
  } } }`);
  expect(errors).toEqual([]);
  const { json, links } = data.article.body;
  const figures = json.filter(({ _type }: { _type: string }) => _type === 'figure');
  expect(figures.length).toBeGreaterThan(0);
  expect(links.pictures).toEqual(
    figures.map(({ _key }: { _key: string }) => ({
      block: _key,
      image: {
        url: expect.stringMatching(/w=640/),
        width: 1600,
        alt: expect.any(String),
        placeholder: expect.stringMatching(/^data:image/),
      },
    })),
  );
  expect((await stack.requests()).content).toHaveLength(1);
});
