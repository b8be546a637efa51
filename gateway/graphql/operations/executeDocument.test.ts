import { beforeEach, expect, jest, test } from '@jest/globals';
import { buildSchema, getOperationAST, parse, validateSchema } from 'graphql';
import type { Context } from '../../core/context.ts';
import { publicSchema } from '../schema/publicSchema.ts';
import { createDocumentFacts } from './document/documentFacts.ts';
import { createDocumentExecutor } from './executeDocument.ts';

const SDL = 'type Query { title: String }';
const schema = buildSchema(`${SDL} type Hidden { id: ID } extend type Query { hidden: Hidden }`);
const visible = buildSchema(SDL);
const shown = publicSchema(visible);
// The first execution validates the schema, which reads the types.
validateSchema(shown);
const listTypes = jest.spyOn(shown, 'getTypeMap');
const listDirectives = jest.spyOn(shown, 'getDirectives');
const findType = jest.spyOn(shown, 'getType');

const executeDocument = createDocumentExecutor({
  schema,
  factsOf: createDocumentFacts(schema, 0),
  visibleSchemas: () => visible,
  validDocuments: { find: () => undefined },
});
beforeEach(() => void jest.clearAllMocks());

const run = async (query: string, variables: Record<string, unknown> = {}) => {
  const document = parse(query);
  const { data, errors } = await executeDocument(
    { document, hash: '', operationName: undefined, variables },
    getOperationAST(document) ?? undefined,
    { audience: { scopes: [] }, contentErrors: [] } as unknown as Context,
  );
  return { data: data && JSON.parse(data.text), errors };
};
const TYPES = '__schema { types { name } }';
const reads = () => listTypes.mock.calls.length + findType.mock.calls.length;

test('introspection: describes the schema that the caller sees', async () => {
  const { data } = await run(`{ title ${TYPES} hidden: __type(name: "Hidden") { name } }`);
  expect(JSON.stringify(data?.__schema)).not.toContain('Hidden');
  expect(data).toMatchObject({ title: null, hidden: null });
  expect(Object.keys(data ?? {})).toEqual(['title', '__schema', 'hidden']);
});

test.each([
  ['a field that @skip excludes', `{ title a: ${TYPES.replace('{', '@skip(if: true) {')} }`],
  [
    'a field that @include excludes',
    `query ($n: Boolean!) { title a: __type(name: "Query") @include(if: $n) { name } }`,
  ],
  [
    'a fragment that @skip excludes',
    `query ($y: Boolean = true) { title ...@skip(if: $y) { a: ${TYPES} b: ${TYPES} } }`,
  ],
  [
    'a named fragment',
    `{ title ...A @include(if: false) } fragment A on Query { ...B } fragment B on Query { ${TYPES} }`,
  ],
  ['only __typename', '{ __typename title }'],
])('introspection: %s is not executed', async (_title, query) => {
  const { data, errors } = await run(query, { n: false });
  expect(errors).toBeUndefined();
  expect(Object.keys(data ?? {})).toHaveLength(query.includes('__typename') ? 2 : 1);
  expect(reads()).toBe(0);
});

test('introspection: excluded selections are not executed beside other selections of the same key', async () => {
  const { data } = await run(
    `query ($y: Boolean = true) {
       __schema { description }
       ... @skip(if: $y) { __schema { directives { name } } }
       ...Directives @skip(if: $y)
       type: __type(name: "Query") { name }
     }
     fragment Directives on Query { __schema { directives { name } } other: __schema { directives { name } } }`,
  );
  expect(data).toEqual({ __schema: { description: expect.any(String) }, type: { name: 'Query' } });
  expect(listDirectives).not.toHaveBeenCalled();
});
