import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execute } from '../../reference/edgeCases.ts';
import { createVenuesGraph, venue } from '../../reference/venues.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/venues`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ schemaDir: `${FIXTURE}/schema`, seedDir: `${FIXTURE}/seed` });
});
afterAll(() => stack.close());

const query = async (text: string, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await stack.query(text, variables);
  expect(errors).toEqual([]);
  return data;
};

describe('enum value that stands for a stored text', () => {
  test('is the name in responses, in fields and lists', async () => {
    const { venue: found } = await query('{ venue(by: { slug: "mole" }) { screen screens } }');
    expect(found).toEqual({ screen: 'wide', screens: ['wide', 'round'] });
  });

  test.each([
    ['{ screen: { eq: wide } }', ['caravan', 'mole']],
    ['{ screen: { ne: wide } }', ['lumiere', 'taveuni']],
    ['{ screen: { in: [academy, round] } }', ['lumiere', 'taveuni']],
    ['{ screens: { eq: academy } }', ['lumiere']],
  ])('is the name in filters: %s', async (filter, expected) => {
    const { venues } = await query(
      `{ venues(filter: ${filter}, orderBy: { field: NAME }) { nodes { slug } } }`,
    );
    expect(venues.nodes.map(({ slug }: { slug: string }) => slug)).toEqual(expected);
  });

  test('is the name in variables and in lookups', async () => {
    const { venues, venue: found } = await query(
      `query ($screens: [ScreenRatio!], $screen: ScreenRatio!) {
        venues(filter: { screen: { in: $screens } }) { totalCount }
        venue(by: { nameAndScreen: { name: "Mole", screen: $screen } }) { slug }
      }`,
      { screens: ['wide', 'academy'], screen: 'wide' },
    );
    expect(venues).toEqual({ totalCount: 3 });
    expect(found).toEqual({ slug: 'mole' });
  });

  test('is the value of a facet, whose label is the stored text', async () => {
    const search = async (filter: string) =>
      (
        await query(
          `{ search(query: "", facets: [SCREEN], filter: ${filter}) { totalCount facets { values { value label count selected } } } }`,
        )
      ).search;
    const values = [
      { value: 'wide', label: '16:9', count: 2, selected: true },
      { value: 'academy', label: '4:3', count: 1, selected: false },
      { value: 'round', label: 'round', count: 1, selected: false },
    ];
    expect(await search('{ screen: { in: ["wide"] } }')).toEqual({ totalCount: 2, facets: [{ values }] });
  });

  test('is compared by @related, and filters the search of the content service', async () => {
    const text = `{ venue(by: { slug: "mole" }) { similar { slug } }
      search(query: "", filter: { screen: { in: ["academy"] } }) { nodes { ... on Venue { slug } } } }`;
    const expected = { search: { nodes: [{ slug: 'lumiere' }] } };
    expect(await query(text)).toEqual({ ...expected, venue: { similar: [{ slug: 'caravan' }] } });
    await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
    stack.cache.invalidateAll();
    try {
      expect((await stack.query(text)).data).toMatchObject(expected);
    } finally {
      await stack.setFaults('search');
    }
  });

  test('is a CONTENT_MISMATCH for a text that no value stands for, also for the name itself', async () => {
    const graph = createVenuesGraph([venue('a', { screen: 'wide' })]);
    const { data, errors } = await execute(graph, '{ venue(by: { slug: "a" }) { screen } }');
    expect(data.venue).toEqual({ screen: null });
    expect(errors).toMatchObject([
      { extensions: { code: 'CONTENT_MISMATCH', expected: 'ScreenRatio', found: 'string "wide"' } },
    ]);
  });

  test('has no trace in the schema of clients', async () => {
    const sdl = await (await fetch(`${stack.url}/schema.graphql`)).text();
    expect(sdl).toContain('  academy\n');
    expect(sdl).not.toContain('@enumValue(is: "');
  });
});
