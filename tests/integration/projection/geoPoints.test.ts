import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execute } from '../../reference/edgeCases.ts';
import { createVenuesGraph, geoPoint, venue } from '../../reference/venues.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/venues`;

describe('geopoint', () => {
  const run = (attributes: Record<string, unknown>, selection: string) =>
    execute(createVenuesGraph([venue('a', attributes)]), `{ venue(by: { slug: "a" }) { ${selection} } }`);

  test('has latitude, longitude and altitude, in fields, lists, objects and rich text', async () => {
    const { data, errors } = await run(
      {
        place: geoPoint(45.069, 7.6932, { alt: 167 }),
        entrances: [geoPoint(1, 2), geoPoint(3, 4)],
        stops: [{ _type: 'stop', name: 'Station', place: geoPoint(5, 6) }],
        about: [{ ...geoPoint(7, 8), _key: 'g' }],
      },
      `place { lat lng alt } entrances { lat alt } stops { place { lng } }
      about { blocks { ... on PlaceInText { key place { lat } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.venue).toEqual({
      place: { lat: 45.069, lng: 7.6932, alt: 167 },
      entrances: [
        { lat: 1, alt: null },
        { lat: 3, alt: null },
      ],
      stops: [{ place: { lng: 6 } }],
      about: { blocks: [{ key: 'g', place: { lat: 7 } }] },
    });
  });

  test.each([
    ['without coordinates', { _type: 'geopoint', alt: 1 }, 'geopoint without valid coordinates'],
    ['with texts', { _type: 'geopoint', lat: '45', lng: '7' }, 'geopoint without valid coordinates'],
    ['out of range', geoPoint(91, 0), 'geopoint without valid coordinates'],
    ['of another kind', 'Turin', 'string'],
  ])('%s is a CONTENT_MISMATCH', async (_name, place, found) => {
    const { data, errors } = await run({ place }, 'place { lat }');
    expect(data.venue.place).toBeNull();
    expect(errors).toMatchObject([
      { extensions: { code: 'CONTENT_MISMATCH', attribute: 'place', expected: 'a geopoint', found } },
    ]);
  });
});

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    schemaDir: `${FIXTURE}/schema`,
    seedDir: `${FIXTURE}/seed`,
    hasIndex: false,
    hasCache: false,
  });
});
afterAll(() => stack.close());

describe('filter of geopoints', () => {
  const venues = (filter: string) =>
    stack.query(`{ venues(filter: ${filter}, orderBy: { field: NAME }) { totalCount nodes { slug } } }`);

  test.each([
    ['near another city', '{ place: { near: { lat: 45.07, lng: 7.69, maxDistance: 1000 } } }', ['mole']],
    [
      'within 250 km, but not 200 km',
      '{ place: { near: { lat: 45.07, lng: 7.69, maxDistance: 250000 } }, not: { place: { near: { lat: 45.07, lng: 7.69, maxDistance: 200000 } } } }',
      ['lumiere'],
    ],
    [
      'near a place across the antimeridian',
      '{ place: { near: { lat: -16.8, lng: 179.97, maxDistance: 10000 } } }',
      ['taveuni'],
    ],
    ['in a box', '{ place: { within: { south: 45, west: 4, north: 46, east: 8 } } }', ['lumiere', 'mole']],
    [
      'in a box across the antimeridian',
      '{ place: { within: { south: -20, west: 170, north: 0, east: -170 } } }',
      ['taveuni'],
    ],
    [
      'outside of a box',
      '{ not: { place: { within: { south: 0, west: 0, north: 90, east: 90 } } } }',
      ['caravan', 'taveuni'],
    ],
    ['without a place', '{ place: { defined: false } }', ['caravan']],
    [
      'with one of several places',
      '{ entrances: { near: { lat: 45.07, lng: 7.69, maxDistance: 10 } } }',
      ['mole'],
    ],
  ])('finds documents %s, in one content request', async (_name, filter, expected) => {
    await stack.clearRequests();
    const { data, errors } = await venues(filter);
    expect(errors).toEqual([]);
    expect(data.venues).toEqual({ totalCount: expected.length, nodes: expected.map((slug) => ({ slug })) });
    expect((await stack.requests()).content).toHaveLength(1);
  });

  test.each([
    ['near: { lat: 91, lng: 0, maxDistance: 1 }', 'lat: expected -90 to 90 degrees, got 91'],
    ['near: { lat: 0, lng: 181, maxDistance: 1 }', 'lng: expected -180 to 180 degrees, got 181'],
    ['near: { lat: 0, lng: 0, maxDistance: -1 }', 'maxDistance: expected at least 0 metres, got -1'],
    ['within: { south: 2, west: 0, north: 1, east: 0 }', 'expected a south of at most north (1)'],
  ])('%s is BAD_USER_INPUT', async (condition, message) => {
    const { data, errors } = await venues(`{ place: { ${condition} } }`);
    expect(data.venues).toBeNull();
    expect(errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test('uses functions of GROQ with two points, as the emulator requires', async () => {
    const near = (to: string) =>
      stack.editor.fetch(`*[geo::distance(geo::latLng(place.lat, place.lng), ${to}) < 1000]._id`);
    expect(await near('geo::latLng(45.069, 7.6932)')).toEqual(['venue-mole']);
    expect(await near('geo::latLng("45.069", "7.6932")')).toEqual([]);
    await expect(near('place')).rejects.toThrow(/does not support the function geo::distance/);
  });
});

describe('order by distance', () => {
  const TURIN = 'near: { lat: 45.07, lng: 7.69 }';
  const venues = (orderBy: string, args = '') =>
    stack.query(
      `{ venues(orderBy: ${orderBy} ${args}) { nodes { slug } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`,
    );
  const slugsOf = ({ data }: Awaited<ReturnType<typeof venues>>) =>
    data.venues.nodes.map(({ slug }: { slug: string }) => slug);

  test.each([
    ['the nearest first', `{ field: PLACE, ${TURIN} }`, ['mole', 'lumiere', 'taveuni', 'caravan']],
    [
      'the nearest across the antimeridian first',
      '{ field: PLACE, near: { lat: 0, lng: 179 } }',
      ['taveuni', 'lumiere', 'mole', 'caravan'],
    ],
    [
      'the farthest first',
      `{ field: PLACE, direction: DESC, ${TURIN} }`,
      ['taveuni', 'lumiere', 'mole', 'caravan'],
    ],
    [
      'documents without a place first',
      `{ field: PLACE, nulls: FIRST, ${TURIN} }`,
      ['caravan', 'mole', 'lumiere', 'taveuni'],
    ],
  ])('lists %s, in one content request', async (_name, orderBy, expected) => {
    await stack.clearRequests();
    const result = await venues(orderBy);
    expect(result.errors).toEqual([]);
    expect(slugsOf(result)).toEqual(expected);
    expect((await stack.requests()).content).toHaveLength(1);
  });

  test('has pages in both directions', async () => {
    const orderBy = `{ field: PLACE, ${TURIN} }`;
    const first = await venues(orderBy, 'first: 2');
    const { endCursor } = first.data.venues.pageInfo;
    const second = await venues(orderBy, `first: 2, after: "${endCursor}"`);
    expect([slugsOf(first), slugsOf(second)]).toEqual([
      ['mole', 'lumiere'],
      ['taveuni', 'caravan'],
    ]);
    expect(second.data.venues.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const { startCursor } = second.data.venues.pageInfo;
    expect(slugsOf(await venues(orderBy, `last: 2, before: "${startCursor}"`))).toEqual(['mole', 'lumiere']);
  });

  test('a cursor of another centre is BAD_CURSOR', async () => {
    const first = await venues(`{ field: PLACE, ${TURIN} }`, 'first: 1');
    const { endCursor } = first.data.venues.pageInfo;
    const { errors } = await venues(
      '{ field: PLACE, near: { lat: 45, lng: 7 } }',
      `first: 1, after: "${endCursor}"`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_CURSOR' } }]);
  });

  test.each([
    ['{ field: PLACE }', 'expected near with PLACE, got none'],
    [`{ field: NAME, ${TURIN} }`, 'expected no near with NAME'],
    [`{ field: CREATED_AT, ${TURIN} }`, 'expected no near with CREATED_AT'],
    ['{ field: PLACE, near: { lat: 91, lng: 0 } }', 'lat: expected -90 to 90 degrees, got 91'],
    ['{ field: PLACE, near: { lat: 0, lng: -181 } }', 'lng: expected -180 to 180 degrees, got -181'],
  ])('%s is BAD_USER_INPUT', async (orderBy, message) => {
    const { data, errors } = await venues(orderBy);
    expect(data.venues).toBeNull();
    expect(errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});
