import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false });
});
afterAll(() => stack.close());

const contract = readFileSync(`${ROOT}schema/contract.graphql`, 'utf8');
const print = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema));

test('introspection: describes the schema of the contract', async () => {
  const source = getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    inputValueDeprecation: true,
    oneOf: true,
  });
  const { data, errors } = await stack.query(source);
  expect(errors).toEqual([]);
  expect(print(buildClientSchema(data as never))).toBe(print(buildSchema(contract)));
});

test('scalars: accept variables of the types that the contract names', async () => {
  const { errors } = await stack.query(
    `query ($date: Date, $time: DateTime) {
       people(filter: { born: { lt: $date } }, first: 1) { totalCount }
       films(filter: { publishedAt: { lt: $time } }, first: 1) { totalCount }
     }`,
    { date: '1900-01-01', time: '2030-01-01T00:00:00Z' },
  );
  expect(errors).toEqual([]);
});

test('validation errors: suggest similar names', async () => {
  const { errors } = await stack.query('{ flims { totalCount } }');
  expect(errors[0]).toMatchObject({
    message: 'Cannot query field "flims" on type "Query". Did you mean "films" or "film"?',
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
});

test('indexStatus: is null without its scope, and the other fields are served', async () => {
  const { data, errors } = await stack.query('{ indexStatus { waiting } films(first: 1) { totalCount } }');
  expect(data).toMatchObject({ indexStatus: null, films: { totalCount: expect.any(Number) } });
  expect(errors.map(({ path, extensions }) => [path, extensions?.code])).toEqual([
    [['indexStatus'], 'FORBIDDEN'],
  ]);
});
