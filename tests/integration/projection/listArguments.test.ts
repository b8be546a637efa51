import { describe, expect, test } from '@jest/globals';
import { execute } from '../../reference/edgeCases.ts';
import { createVenuesGraph, file, geoPoint, venue } from '../../reference/venues.ts';

const stops = ['a', 'b', 'c', 'd'].map((name) => ({ _type: 'stop', _key: name, name }));

const run = async (
  attributes: Record<string, unknown>,
  selection: string,
  variables: Record<string, unknown> = {},
) => {
  const graph = createVenuesGraph([venue('a', attributes)]);
  const text = `query ($n: Int, $at: Int) { venue(by: { slug: "a" }) { slug ${selection} } }`;
  return { ...(await execute(graph, text, variables)), graph };
};

describe('arguments of lists in documents', () => {
  test('select a part of a list; the default of first applies to null', async () => {
    const { data, errors, graph } = await run(
      { stops },
      `default: stops { name } some: stops(first: 1, offset: 2) { name } rest: stops(first: 9, offset: 3) { name }
      none: stops(first: 0) { name } beyond: stops(offset: 7) { name } null: stops(first: null, offset: null) { name }
      given: stops(first: $n, offset: $at) { name }`,
      { n: 1, at: 1 },
    );
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('');
    expect(errors).toBeUndefined();
    const { slug: _, ...lists } = data.venue;
    expect(
      Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, names(list as never)])),
    ).toEqual({
      default: 'ab',
      some: 'c',
      rest: 'd',
      none: '',
      beyond: '',
      null: 'ab',
      given: 'b',
    });
    expect(graph.requests).toHaveLength(1);
  });

  test('select parts of unions, geopoints and enums, and only these are read', async () => {
    const { data, graph } = await run(
      {
        extras: [file('x', { _key: '1' }), stops[0], geoPoint(1, 2, { _key: '3' })],
        entrances: [geoPoint(1, 2), geoPoint(3, 4)],
        screens: ['16:9', 'round'],
      },
      `extras(first: 2, offset: 1) { __typename } entrances(offset: 1) { lat } screens(first: 1) `,
    );
    expect(data.venue).toMatchObject({
      extras: [{ __typename: 'Stop' }, { __typename: 'GeoPoint' }],
      entrances: [{ lat: 3 }],
      screens: ['wide'],
    });
    expect(graph.requests[0]?.groq).toContain('extras[1...3]');
  });

  test('keep the positions of items in errors', async () => {
    const { data, errors } = await run(
      { extras: [stops[0], stops[1], { _type: 'hero' }, { ...stops[2], place: 'here' }] },
      'extras(first: 3, offset: 1) { ... on Stop { name place { lat } } }',
    );
    expect(data.venue.extras).toEqual([
      { name: 'b', place: null },
      { name: 'c', place: null },
    ]);
    expect(errors?.map(({ extensions }) => extensions?.attribute).toSorted()).toEqual([
      'extras[2]',
      'extras[3].place',
    ]);
  });

  test.each([
    ['first: -1', 'PAGE_SIZE', 'first: expected a size of 0 to 100, got -1'],
    ['first: 101', 'PAGE_SIZE', 'first: expected a size of 0 to 100, got 101'],
    ['offset: -1', 'BAD_USER_INPUT', 'offset: expected 0 to 10000, got -1'],
    ['offset: 10001', 'BAD_USER_INPUT', 'offset: expected 0 to 10000, got 10001'],
  ])('%s is %s for the list alone', async (argument, code, message) => {
    const { data, errors } = await run({ extras: stops }, `extras(${argument}) { __typename }`);
    expect(data.venue).toEqual({ slug: 'a', extras: null });
    expect(errors).toMatchObject([{ message: expect.stringContaining(message), extensions: { code } }]);
  });

  test('of another kind than a list are a CONTENT_MISMATCH', async () => {
    for (const extras of ['text', { _type: 'stop' }]) {
      const { errors } = await run({ extras }, 'extras { __typename }');
      expect(errors).toMatchObject([{ extensions: { code: 'CONTENT_MISMATCH', expected: 'a list' } }]);
    }
  });
});
