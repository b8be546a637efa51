import { expect, test } from '@jest/globals';
import { buildSchema, getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { coercedVariables } from './variables.ts';

const schema = buildSchema(
  'input Filter { year: Int } type Query { films(filter: Filter, first: Int = 20): Int }',
);
const operationOf = (text: string) => getOperationAST(parse(text)) as OperationDefinitionNode;
const TEXT = 'query ($filter: Filter, $first: Int = 20) { films(filter: $filter, first: $first) }';

test('variables: equal variables of an operation are one object, and another object for another operation', () => {
  const operation = operationOf(TEXT);
  const coerce = (variables: Record<string, unknown>) => coercedVariables(schema, operation, variables);
  const coerced = coerce({ filter: { year: 1963 } });
  expect(coerced).toEqual({ filter: { year: 1963 }, first: 20 });
  expect(coerce({ filter: { year: 1963 } })).toBe(coerced);
  expect(coerce({ filter: { year: 1972 } })).toEqual({ filter: { year: 1972 }, first: 20 });
  expect(coercedVariables(schema, operationOf(TEXT), { filter: { year: 1963 } })).not.toBe(coerced);
});

test('variables: are not equal if their JSON is equal but a value differs', () => {
  const operation = operationOf(TEXT);
  expect(coercedVariables(schema, operation, {})).toEqual({ first: 20 });
  expect(coercedVariables(schema, operation, { first: undefined })).toEqual({ first: null });
  expect(coercedVariables(schema, operation, { first: null })).toEqual({ first: null });
  expect(coercedVariables(schema, operation, { first: Number.NaN })).toBeUndefined();
});
