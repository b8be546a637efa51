import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildASTSchema, type GraphQLSchema, parse, validate } from 'graphql';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { fittingExamples } from '../../../web/explorer/document/fittingExamples.ts';
import type { OperationText } from '../../../web/explorer/document/operations.ts';
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

  test('are a query for documents of the model if it is another one', async () => {
    const schema = await schemaOf('tests/support/fixtures/recipes/schema');
    const fitting = fittingExamples(schema, examples);
    expect(fitting).toHaveLength(1);
    const { query } = fitting[0] as OperationText;
    expect(validate(schema, parse(query))).toEqual([]);
    expect(query).toMatch(/\(first: 5\) \{\s+nodes/);
  });
});
