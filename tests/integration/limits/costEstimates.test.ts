import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  separateOperations,
} from 'graphql';
import { readOperationFile } from '../../../gateway/cli/plan/readOperationFile.ts';
import { createActualCost } from '../../../gateway/graphql/operations/cost/actualCost.ts';
import { createCostEstimator } from '../../../gateway/graphql/operations/cost/costEstimator.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { readDeclaredQueries } from '../../programs/checks/declaredQueries.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { edgeCasesModel, type ModelCase, publicationCase, recipesCase } from '../../reference/modelCases.ts';
import { operationArbitrary } from '../../reference/operationArbitrary.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { createReferenceImplementation } from '../../reference/referenceImplementation.ts';
import { CALL_COST, COST_HEADER, costIn, queryFrom } from '../../support/rateLimitedStack.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The table in docs/limits.md explains the highest ratio. */
const MAX_ESTIMATE_PER_USE = 60;

/** Creates a function that returns the points that an operation uses, also above its estimate. */
function createUsedPoints(schema: GraphQLSchema) {
  const costOf = createActualCost(schema);
  return (document: DocumentNode, variables: Variables, data: unknown, calls: number): number =>
    costOf({ operation: operationIn(document), document, variables, data }) + CALL_COST * calls;
}

const operationIn = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;

/** Points of an operation: estimated, and used. */
type Points = readonly [estimate: number, use: number];

/** The points of operations that docs/limits.md states. */
const DOCUMENTED: ReadonlyMap<string, Points> = new Map(
  [
    ...readFileSync(`${ROOT}docs/limits.md`, 'utf8').matchAll(
      /^\| `(\w+)`(?: there)? \| ([\d,]+) \| ([\d,]+) \|/gm,
    ),
  ].map(([, name = '', estimate = '', use = '']) => [name, [numberOf(estimate), numberOf(use)]]),
);

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}

const MAX_DIFFERENCE_OF_USE = 0.1;

/** Variables of the operations in `tests/support/fixtures/operations`. */
const FIXTURES: Readonly<Record<string, Variables>> = {
  article: { slug: 'sensitive-dependence' },
  film: { slug: 'lorenz' },
  home: {},
  person: { slug: 'edward-lorenz' },
  search: { query: 'wave' },
  wide: {},
};

describe('cost estimate of the sample publication', () => {
  let stack: Stack;
  let used: ReturnType<typeof createUsedPoints>;
  beforeAll(async () => {
    stack = await startStack({
      hasCache: false,
      env: { CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
    });
    used = createUsedPoints(buildASTSchema((await readTypeDefs('schema/model')).typeDefs));
  });
  afterAll(() => stack.close());

  const operations = [
    ...readDeclaredQueries().declared.map(({ file, name, variables }) => ({
      name,
      variables,
      text: () => onlyOperation(readOperationFile(`${ROOT}${file}`, `${ROOT}web`), name),
    })),
    ...Object.entries(FIXTURES).map(([name, variables]) => ({
      name,
      variables,
      text: () => readFileSync(`${ROOT}tests/support/fixtures/operations/${name}.graphql`, 'utf8'),
    })),
  ];
  test.each(operations)(
    '$name: is at least what the operation uses, a bounded multiple of it, and as in docs/limits.md',
    async ({ name, text, variables }) => {
      const query = text();
      const response = await queryFrom(stack.url, '127.0.0.1', query, COST_HEADER, variables);
      const { requestedQueryCost, upstreamCalls } = costIn(response);
      const calls = Object.values(upstreamCalls).reduce((sum, count) => sum + count, 0);
      const points = used(parse(query), variables, response.data, calls);
      expect(points).toBeGreaterThan(0);
      expect(requestedQueryCost).toBeGreaterThanOrEqual(points);
      expect(requestedQueryCost / points).toBeLessThan(MAX_ESTIMATE_PER_USE);
      const [estimate = requestedQueryCost, use = points] = DOCUMENTED.get(name) ?? [];
      expect(requestedQueryCost).toBe(estimate);
      // Videos of an earlier operation are in memory.
      expect(Math.abs(points / use - 1)).toBeLessThan(MAX_DIFFERENCE_OF_USE);
    },
  );
  test('docs/limits.md states the points of operations that exist', () => {
    const names = operations.map(({ name }) => name);
    expect(DOCUMENTED.size).toBeGreaterThan(9);
    expect([...DOCUMENTED.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** Returns a document with one of its operations. */
function onlyOperation(source: string, name: string): string {
  const document = separateOperations(parse(source))[name];
  if (!document) throw new Error(`expected an operation ${name}, got none`);
  return print(document);
}

const PRICED_SCHEMA = parse(`
  directive @cost(weight: String!) on INPUT_FIELD_DEFINITION | ENUM_VALUE | FIELD_DEFINITION | OBJECT
  directive @listSize(slicingArguments: [String!], sizedFields: [String!], assumedSize: Int) on FIELD_DEFINITION
  type Query {
    films(first: Int, filter: Filter): [Film] @listSize(slicingArguments: ["first"])
    people(orderBy: [Order!] = [{ field: FILMS }], by: OrderField): [Topic]
    page(first: Int = 5, after: String, before: String, filter: Filter, orderBy: [Order!] = [{ field: NAME }]): Page @listSize(slicingArguments: ["first"], sizedFields: ["nodes"])
  }
  input Order { field: OrderField!, then: OrderField }
  enum OrderField { NAME, AGE @cost(weight: "30"), FILMS @cost(weight: "100") }
  input Filter { year: Int, topic: Int @cost(weight: "10"), or: [Filter], count: Numbers @cost(weight: "30"), size: Numbers, part: Part @cost(weight: "10"), parts: Parts, films: Films }
  input Numbers { eq: Int @cost(weight: "2"), in: [Int!] @cost(weight: "2"), gte: Int @cost(weight: "2"), exactly: Boolean }
  input Part { size: Numbers, count: Numbers @cost(weight: "30"), and: [Part!] }
  input Parts { some: Part, every: Part, defined: Boolean @cost(weight: "2") }
  input Films { some: Part @cost(weight: "20"), none: Part @cost(weight: "20") }
  type Page @cost(weight: "0") { nodes: [Topic] }
  type Film { topics: [Topic] }
  type Topic { id: ID, name: String @cost(weight: "3"), names: [String] @cost(weight: "10"), topics: [Topic] @cost(weight: "11"), best: Topic @cost(weight: "11"), other: Topic }
`);

const SEED = randomSeed(11);
const OPERATIONS = caseCount(25);

describe('cost estimate of random operations', () => {
  test.each<[string, () => Promise<ModelCase>]>([
    ['recipes', () => recipesCase('documents', 0)],
    ['edge cases', () => edgeCasesModel('documents', 0)],
    ['films, people and articles', () => publicationCase(40)],
  ])('%s: is at least what the operation uses', async (_name, read) => {
    const { defs, documents, expressions } = await read();
    const { dataset } = createReferenceImplementation({ ...defs, documents, expressions });
    const graph = createContentGraph(defs, createEvaluatorClient(documents));
    const { schema, requests } = graph;
    const estimate = createCostEstimator(schema);
    const used = createUsedPoints(schema);
    const property = fc.asyncProperty(
      operationArbitrary({ schema, model: defs.model, dataset }),
      async ({ text, variables: [variables = {}] }) => {
        const document = parse(text);
        const operation = operationIn(document);
        if (getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors) return;
        requests.length = 0;
        const { data } = await graph.execute(document, variables);
        const points = used(document, variables, data, requests.length);
        expect(estimate({ operation, document, variables })?.points).toBeGreaterThanOrEqual(points);
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: OPERATIONS });
  });

  test('is the same whatever the variables of earlier requests were', async () => {
    const { defs, documents, expressions } = await publicationCase(20);
    const { dataset } = createReferenceImplementation({ ...defs, documents, expressions });
    const { schema } = createContentGraph(defs, createEvaluatorClient([]));
    const estimate = createCostEstimator(schema);
    const operations = operationArbitrary({ schema, model: defs.model, dataset });
    const property = fc.property(operations, ({ text, variables: sets }) => {
      const [document, unseen] = [parse(text), parse(text)];
      for (const variables of [...sets, ...sets]) {
        const expected = createCostEstimator(schema)({
          operation: operationIn(unseen),
          document: unseen,
          variables,
        });
        expect(estimate({ operation: operationIn(document), document, variables })).toEqual(expected);
      }
    });
    fc.assert(property, { seed: SEED, numRuns: OPERATIONS });
  });

  test('depends on sizes, filters and conditions in variables', () => {
    const schema = buildASTSchema(PRICED_SCHEMA);
    const estimate = createCostEstimator(schema);
    const document = parse(
      'query ($first: Int, $filter: Filter, $more: Boolean!) { films(first: $first, filter: $filter) { topics @include(if: $more) { id } } }',
    );
    const operation = operationIn(document);
    const pointsOf = (variables: Variables) => estimate({ operation, document, variables })?.points;
    const all: readonly (readonly [Variables, number])[] = [
      [{ first: 3, more: false }, 3],
      [{ first: 5, more: false }, 5],
      [{ first: 5, more: true }, 55],
      [{ first: 5, filter: { year: 1 }, more: true }, 55],
      [{ first: 5, filter: { topic: 1 }, more: true }, 65],
      [{ first: 5, filter: { or: [{ topic: 1 }, { topic: null }] }, more: false }, 15],
    ];
    for (const [variables, points] of [...all, ...all.toReversed(), ...all])
      expect([variables, pointsOf(variables)]).toEqual([variables, points]);
    expect(pointsOf({ first: 'many', more: true })).toBeUndefined();
  });
});

describe('cost estimate of enum values', () => {
  const estimate = createCostEstimator(buildASTSchema(PRICED_SCHEMA));
  const pointsOf = (text: string, variables: Variables = {}) => {
    const document = parse(text);
    return estimate({ operation: operationIn(document), document, variables })?.points;
  };
  test.each<[string, number]>([
    ['people(orderBy: { field: NAME })', 10],
    ['people(orderBy: { field: AGE })', 10 + 30],
    ['people(orderBy: [{ field: NAME }, { field: AGE }, { field: FILMS }])', 10 + 130],
    ['people(orderBy: [{ field: AGE }, { field: AGE }])', 10 + 60],
    ['people(orderBy: [{ field: NAME, then: AGE }])', 10 + 30],
    ['people', 10 + 100],
    ['people(orderBy: null)', 10 + 100],
    ['people(orderBy: [])', 10 + 100],
    ['people(by: AGE, orderBy: { field: NAME })', 10 + 30],
    ['people(by: null, orderBy: { field: NAME })', 10],
  ])('%s costs %d', (field, points) => {
    expect(pointsOf(`{ ${field} { id } }`)).toBe(points);
  });

  test.each<[string, Variables, number]>([
    ['$orderBy: [Order!]', {}, 10 + 100],
    ['$orderBy: [Order!]', { orderBy: null }, 10 + 100],
    ['$orderBy: [Order!]', { orderBy: [] }, 10 + 100],
    ['$orderBy: [Order!]', { orderBy: { field: 'AGE' } }, 10 + 30],
    ['$orderBy: [Order!]', { orderBy: [{ field: 'NAME' }, { field: 'AGE' }] }, 10 + 30],
    ['$orderBy: [Order!] = { field: NAME }', {}, 10],
    ['$orderBy: [Order!] = { field: NAME }', { orderBy: null }, 10 + 100],
  ])('variable %s of %j costs %d', (definition, variables, points) => {
    expect(pointsOf(`query (${definition}) { people(orderBy: $orderBy) { id } }`, variables)).toBe(points);
  });

  test('a variable within an order has the cost of its value', () => {
    const text = 'query ($field: OrderField!) { people(orderBy: [{ field: $field }]) { id } }';
    expect(pointsOf(text, { field: 'AGE' })).toBe(40);
    expect(pointsOf(text, { field: 'NAME' })).toBe(10);
  });

  test('the cost of a response has that of its default order', () => {
    const costOf = createActualCost(buildASTSchema(PRICED_SCHEMA));
    const used = (text: string) => {
      const document = parse(text);
      const data = { people: [{ id: '1' }] };
      return costOf({ operation: operationIn(document), document, variables: {}, data });
    };
    expect(used('{ people { id } }')).toBe(101);
    expect(used('{ people(orderBy: { field: NAME }) { id } }')).toBe(1);
  });
});

describe('cost estimate of filters', () => {
  const schema = buildASTSchema(PRICED_SCHEMA);
  const estimate = createCostEstimator(schema);
  const values = Array.from({ length: 25 }, (_, n) => n);
  test.each<[filter: object, points: number]>([
    [{ size: {} }, 0],
    [{ size: { exactly: true } }, 0],
    [{ size: { eq: 1 } }, 2],
    [{ size: { eq: null } }, 2],
    [{ size: { in: null, gte: null } }, 0],
    [{ size: { eq: 1, in: [1, 2], gte: 0 } }, 6],
    [{ size: { in: values } }, 6],
    [{ or: [{ size: { eq: 1 } }, { or: [{ size: { eq: 1 } }] }] }, 4],
    // The value of an expression is read for each operator.
    [{ count: { eq: 1 } }, 30 + 2],
    [{ count: { eq: null } }, 30 + 2],
    [{ count: { eq: 1, in: values, gte: 0, exactly: true } }, 3 * 30 + 2 + 6 + 2],
    // A document is read once for all conditions on it.
    [{ part: { size: { eq: 1, gte: 0 }, count: { eq: 1 } } }, 10 + 4 + 32],
    [{ part: { and: [{ size: { eq: 1 } }, { size: { eq: 1 } }] } }, 10 + 4],
    // A condition on a list of objects is one on each of them.
    [{ parts: { some: { size: { eq: 1 } }, defined: true } }, 10 * 2 + 2],
    [{ parts: { some: { count: { eq: 1, gte: 0 } }, every: { size: { eq: 1 } } } }, 10 * 64 + 10 * 2],
    [{ films: { some: { size: { eq: 1 } }, none: {} } }, 20 + 2 + 20],
  ])('%j costs %d, in a document and in a variable', (filter, points) => {
    const literal = JSON.stringify(filter).replaceAll(/"(\w+)":/g, '$1:');
    for (const [text, variables] of [
      [`{ page(first: 1, filter: ${literal}) { nodes { id } } }`, {}],
      ['query ($filter: Filter) { page(first: 1, filter: $filter) { nodes { id } } }', { filter }],
    ] as const) {
      const document = parse(text);
      expect(estimate({ operation: operationIn(document), document, variables })?.points).toBe(points + 1);
    }
  });

  test.each([
    ['', 0],
    ['after: "a"', 2],
    ['after: null', 0],
    ['after: "a", before: "b"', 2 * 2],
    ['after: "a", orderBy: [{ field: NAME }, { field: AGE }]', 30 + (30 + 2 * 2)],
    ['after: "a", before: "b", filter: { size: { eq: 1 } }', 2 + 2 * (2 + 2)],
  ])('a cursor costs the filter and the orders again: %s costs %d', (args, points) => {
    const document = parse(`{ page(first: 1 ${args}) { nodes { id } } }`);
    const operation = operationIn(document);
    expect(estimate({ operation, document, variables: {} })?.points).toBe(points + 1);
  });
});

describe('cost of a response', () => {
  const costOf = createActualCost(buildASTSchema(PRICED_SCHEMA));
  const order = 'orderBy: { field: NAME }';
  test.each<[text: string, data: unknown, points: number]>([
    // An object that does not exist: its fields did not run.
    [`people(${order}) { other { name } }`, [{ other: null }], 1],
    [`people(${order}) { other { name } }`, [{ other: { name: 'a' } }], 1 + 1 + 3],
    // An expression did run, whatever its value.
    [`people(${order}) { name }`, [{ name: null }], 1 + 3],
    [`people(${order}) { names }`, [{ names: null }], 1 + 10],
    [`people(${order}) { names }`, [{ names: [] }], 1 + 10],
    [`people(${order}) { names }`, [{ names: ['a', null] }], 1 + 10],
    [`people(${order}) { topics { name } }`, [{ topics: [] }], 1 + 10],
    [`people(${order}) { topics { name } }`, [{ topics: [{ name: null }, null] }], 1 + 10 + 1 + 3 + 1],
    [`people(${order}) { best { name } }`, [{ best: null }], 1 + 10],
    [`people(${order}) { best { name } }`, [{ best: { name: 'a' } }], 1 + 11 + 3],
    // The filter and the order did run, too.
    ['people { id }', [], 100],
    ['people { id }', null, 100],
    // A field that is absent is that of another type, or skipped.
    [`people(${order}) { ... @skip(if: true) { name } }`, [{}], 1],
    [`people(${order}) { id }`, [null, { id: '1' }], 1 + 1],
  ])('%s with %j costs %d', (text, people, points) => {
    const document = parse(`{ ${text} }`);
    const operation = operationIn(document);
    expect(costOf({ operation, document, variables: {}, data: { people } })).toBe(points);
  });
});
