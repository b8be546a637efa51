import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildASTSchema,
  buildSchema,
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  typeFromAST,
  validate,
} from 'graphql';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import {
  fittingExamples,
  fittingGuides,
  type GuideExamples,
} from '../../../web/explorer/document/fittingExamples.ts';
import type { OperationText } from '../../../web/explorer/document/operations.ts';
import { titleOf } from '../../../web/explorer/document/titleOf.ts';
import { deselect, select } from '../../../web/explorer/selection/changeSelection.ts';
import { parseDocument } from '../../../web/explorer/selection/parseDocument.ts';
import { nodesAt, type Place, typesAt, within } from '../../../web/explorer/selection/place.ts';
import { fieldRows, fragmentRows } from '../../../web/explorer/selection/rows.ts';
import { Random } from '../../reference/generator/random.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const FOLDER = `${ROOT}web/explorer/examples`;
const names = globSync('*.graphql', { cwd: FOLDER })
  .map((file) => basename(file, '.graphql'))
  .sort();
const examples: OperationText[] = names.map((name) => ({
  query: readFileSync(`${FOLDER}/${name}.graphql`, 'utf8'),
  variables: readFileSync(`${FOLDER}/${name}.json`, 'utf8'),
}));

const namedExamples = names.map((name, i) => [name, examples[i] as (typeof examples)[number]] as const);
const isSubscription = (query: string) => /^subscription /m.test(query);

const schemaOf = async (folder: string): Promise<GraphQLSchema> =>
  buildASTSchema((await readTypeDefs(`${ROOT}${folder}`)).typeDefs);

describe('explorer: examples', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack?.close());

  test('all are in the library', () => {
    const source = readFileSync(`${ROOT}web/explorer/library/examples.ts`, 'utf8');
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(source).toContain(`../examples/${name}.graphql?raw`);
  });

  test.each(namedExamples.filter(([, { query }]) => !isSubscription(query)))(
    '%s has data and no errors',
    async (_name, { query, variables }) => {
      const { data, errors } = await stack.query(query, JSON.parse(variables));
      expect(errors).toEqual([]);
      for (const value of Object.values(data)) expect(value).not.toBeNull();
      expect(JSON.stringify(data)).toMatch(/"(title|name)":"[^"]+/);
    },
  );
});

describe('explorer: the examples that fit a schema', () => {
  test('are all if the schema can execute them', async () => {
    expect(fittingExamples(await schemaOf('schema/model'), examples)).toEqual(examples);
  });

  test('are operations on the model if it is another one: lists, a search and a subscription', async () => {
    const schema = await schemaOf('tests/support/fixtures/recipes/schema');
    const fitting = fittingExamples(schema, examples);
    for (const { query } of fitting) expect(validate(schema, parse(query))).toEqual([]);
    expect(fitting[0]?.query).toMatch(/\(first: 5\) \{\s+nodes/);
    expect(fitting.map(titleOf)).toEqual([
      'recipes',
      'cuisines',
      'drinksList',
      'menus',
      'Search',
      'ContentChanged',
    ]);
  });
});

describe('explorer: the operations of the guides', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack?.close());

  test('are those that the schema of the caller can execute', async () => {
    const response = await fetch(`${stack.url}/explorer/examples.json`);
    const guides = (await response.json()) as GuideExamples[];
    const operationsOf = (fitting: readonly GuideExamples[]) => fitting.flatMap((guide) => guide.operations);
    const ofSample = fittingGuides(await schemaOf('schema/model'), guides);
    expect(operationsOf(ofSample).length).toBeGreaterThan(30);
    const schema = await schemaOf('tests/support/fixtures/recipes/schema');
    const ofOther = fittingGuides(schema, guides);
    expect(operationsOf(ofOther).length).toBeLessThan(operationsOf(ofSample).length);
    for (const { query } of operationsOf(ofOther)) expect(validate(schema, parse(query))).toEqual([]);
    for (const { operations } of ofOther) expect(operations.length).toBeGreaterThan(0);
  });
});

/** Fragments can select fields of different types with one name. The editor marks them. */
const RULES = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

describe('explorer: clicks on the fields of the contract', () => {
  const schema = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'), {
    assumeValidSDL: true,
  });

  test.each(namedExamples)('leave %s valid, with values for new variables', (_name, example) => {
    const random = new Random('clicks');
    let operation: OperationText = { ...example, variables: '' };
    for (let click = 0; click < 40; click += 1) {
      const { place, isSelected } = randomSelection(random, schema, operation);
      operation = (isSelected ? deselect : select)(schema, operation, place);
      const { definitions, text } = parseDocument(operation.query);
      if (definitions.length === 0) continue;
      expect(validate(schema, parse(text), RULES).map(String)).toEqual([]);
      if (!isSelected) expect(nodesAt(definitions, place)).not.toEqual([]);
      expect(faultsOfVariables(schema, operation)).toEqual([]);
    }
  });
});

/** Returns a random selection that a document has or could have. */
function randomSelection(random: Random, schema: GraphQLSchema, { query }: OperationText) {
  const { definitions } = parseDocument(query);
  let place: Place = { root: { operation: random.pick(['query', 'query', 'subscription']) }, steps: [] };
  for (;;) {
    const type = typesAt(schema, place)?.type;
    if (!type) throw new Error(`expected a place of the schema, got ${JSON.stringify(place)}`);
    const rows = [...fieldRows(definitions, place, type), ...fragmentRows(schema, definitions, place, type)];
    const selected = rows.filter((row) => row.isSelected);
    const { step, isSelected } = random.pick(selected.length > 0 && random.boolean(0.5) ? selected : rows);
    place = within(place, step);
    const next = typesAt(schema, place)?.type;
    const isLast = !next || fieldRows(definitions, place, next).length === 0 || place.steps.length > 5;
    if (isLast || random.boolean(0.5)) return { place, isSelected };
  }
}

/** Returns what is wrong with the variables of a document. */
function faultsOfVariables(schema: GraphQLSchema, { query, variables }: OperationText): readonly string[] {
  const values = JSON.parse(variables.trim() === '' ? '{}' : variables) as Record<string, unknown>;
  const faults: string[] = [];
  for (const definition of parse(query).definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, type } of definition.variableDefinitions ?? []) {
      const value = values[variable.name.value];
      // The examples have values of their own.
      if (value === undefined) continue;
      const declared = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]) as GraphQLInputType;
      coerceInputValue(value, declared, (_path, _value, { message }) => faults.push(message));
    }
  }
  return faults;
}
