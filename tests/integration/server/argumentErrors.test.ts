import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  type GraphQLArgument,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

const FILM = 'film(by: { slug: "lorenz" })';

/** Validation accepts only values of an enum, so that no resolver rejects one. */
const canBeRejected = ({ type }: GraphQLArgument): boolean => !isEnumType(getNamedType(type));

test('schema: no field is non-null if a resolver can reject its arguments', () => {
  const schema = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'));
  // The error of a subscription is that of the whole operation.
  const { Subscription: _, ...types } = schema.getTypeMap();
  const fields = Object.values(types).flatMap((type) =>
    (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')
      ? Object.values(type.getFields()).map((field) => ({ coordinate: `${type.name}.${field.name}`, field }))
      : [],
  );
  expect(fields.filter(({ field }) => field.args.some(canBeRejected)).length).toBeGreaterThan(20);
  expect(
    fields
      .filter(({ field }) => isNonNullType(field.type) && field.args.some(canBeRejected))
      .map(({ coordinate }) => coordinate),
  ).toEqual([]);
});

describe('invalid arguments: the field is null, and its object remains', () => {
  test.each<[field: string, query: string, figures: Readonly<Record<string, unknown>>]>([
    [
      'Playback.posterUrl',
      `{ ${FILM} { video { playback { policy x: posterUrl(width: 99999) } } } }`,
      { argument: 'width', minimum: 1, limit: 4096, actual: 99_999 },
    ],
    [
      'Playback.animatedUrl',
      `{ ${FILM} { video { playback { policy x: animatedUrl(width: 0) } } } }`,
      { argument: 'width', minimum: 1, limit: 640, actual: 0 },
    ],
    [
      'Playback.animatedUrl, the seconds',
      `{ ${FILM} { video { playback { policy x: animatedUrl(start: 1, end: 30) } } } }`,
      { argument: 'end', minimum: 1.25, limit: 11, actual: 30 },
    ],
    [
      'Image.url',
      '{ article(by: { slug: "sensitive-dependence" }) { cover { width x: url(width: 99999) } } }',
      { argument: 'width', minimum: 1, limit: 8192, actual: 99_999 },
    ],
    [
      'Image.srcSet',
      '{ article(by: { slug: "sensitive-dependence" }) { cover { width x: srcSet(widths: []) } } }',
      { argument: 'widths', minimum: 1, limit: 12, actual: 0 },
    ],
    [
      'Film.articles',
      `{ ${FILM} { title x: articles(first: 1, last: 1) { totalCount } } }`,
      { argument: 'last' },
    ],
    [
      'Topic.films',
      '{ topic(by: { slug: "chaos" }) { title x: films(filter: { id: { eq: "x" } }) { totalCount } } }',
      { argument: 'filter' },
    ],
    [
      'Video.transcript',
      `{ ${FILM} { video { status x: transcript(language: "-") { text } } } }`,
      { argument: 'language' },
    ],
  ])('%s', async (_field, query, figures) => {
    const { data, errors } = await stack.query(query);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      url: '/docs/errors#bad_user_input',
      ...figures,
    });
    const { path = [] } = errors[0] ?? {};
    expect(path.at(-1)).toBe('x');
    const object = path.slice(0, -1).reduce((value, key) => value[key], data);
    expect(object).toMatchObject({ x: null });
    expect(Object.keys(object)).toHaveLength(2);
  });
});
