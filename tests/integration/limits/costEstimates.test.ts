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
const MAX_ESTIMATE_PER_USE = 50;

/** Creates a function that returns the points that an operation uses, also above its estimate. */
function createUsedPoints(schema: GraphQLSchema) {
  const costOf = createActualCost(schema);
  return (document: DocumentNode, variables: Variables, data: unknown, calls: number): number =>
    costOf({ operation: operationIn(document), document, variables, data }) + CALL_COST * calls;
}

const operationIn = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;

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
    '$name: is at least what the operation uses, and a bounded multiple of it',
    async ({ text, variables }) => {
      const query = text();
      const response = await queryFrom(stack.url, '127.0.0.1', query, COST_HEADER, variables);
      const { requestedQueryCost, upstreamCalls } = costIn(response);
      const calls = Object.values(upstreamCalls).reduce((sum, count) => sum + count, 0);
      const points = used(parse(query), variables, response.data, calls);
      expect(points).toBeGreaterThan(0);
      expect(requestedQueryCost).toBeGreaterThanOrEqual(points);
      expect(requestedQueryCost / points).toBeLessThan(MAX_ESTIMATE_PER_USE);
    },
  );
});

/** Returns a document with one of its operations. */
function onlyOperation(source: string, name: string): string {
  const document = parse(source);
  const definitions = document.definitions.filter(
    (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.name?.value === name,
  );
  return print({ ...document, definitions });
}

const PRICED_SCHEMA = parse(`
  directive @cost(weight: String!) on INPUT_FIELD_DEFINITION | ENUM_VALUE
  directive @listSize(slicingArguments: [String!]) on FIELD_DEFINITION
  type Query {
    films(first: Int, filter: Filter): [Film] @listSize(slicingArguments: ["first"])
    people(orderBy: [Order!] = [{ field: FILMS }], by: OrderField): [Topic]
  }
  input Order { field: OrderField!, then: OrderField }
  enum OrderField { NAME, AGE @cost(weight: "30"), FILMS @cost(weight: "100") }
  input Filter { year: Int, topic: Int @cost(weight: "10"), or: [Filter] }
  type Film { topics: [Topic] }
  type Topic { id: ID }
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
      [{ first: 5, filter: { topic: 1 }, more: true }, 105],
      [{ first: 5, filter: { or: [{ topic: 1 }, { topic: null }] }, more: false }, 55],
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
    ['people(orderBy: { field: AGE })', 10 * 31],
    ['people(orderBy: [{ field: NAME }, { field: AGE }, { field: FILMS }])', 10 * 131],
    ['people(orderBy: [{ field: AGE }, { field: AGE }])', 10 * 61],
    ['people(orderBy: [{ field: NAME, then: AGE }])', 10 * 31],
    ['people', 10 * 101],
    ['people(orderBy: null)', 10 * 101],
    ['people(orderBy: [])', 10 * 101],
    ['people(by: AGE, orderBy: { field: NAME })', 10 * 31],
    ['people(by: null, orderBy: { field: NAME })', 10],
  ])('%s costs %d', (field, points) => {
    expect(pointsOf(`{ ${field} { id } }`)).toBe(points);
  });

  test.each<[string, Variables, number]>([
    ['$orderBy: [Order!]', {}, 10 * 101],
    ['$orderBy: [Order!]', { orderBy: null }, 10 * 101],
    ['$orderBy: [Order!]', { orderBy: [] }, 10 * 101],
    ['$orderBy: [Order!]', { orderBy: { field: 'AGE' } }, 10 * 31],
    ['$orderBy: [Order!]', { orderBy: [{ field: 'NAME' }, { field: 'AGE' }] }, 10 * 31],
    ['$orderBy: [Order!] = { field: NAME }', {}, 10],
    ['$orderBy: [Order!] = { field: NAME }', { orderBy: null }, 10 * 101],
  ])('variable %s of %j costs %d', (definition, variables, points) => {
    expect(pointsOf(`query (${definition}) { people(orderBy: $orderBy) { id } }`, variables)).toBe(points);
  });

  test('a variable within an order has the cost of its value', () => {
    const text = 'query ($field: OrderField!) { people(orderBy: [{ field: $field }]) { id } }';
    expect(pointsOf(text, { field: 'AGE' })).toBe(310);
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
