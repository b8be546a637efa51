import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildASTSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { createCostEstimator } from '../../operations/cost/costEstimator.ts';
import { readTypeDefs } from '../buildSchema.ts';
import { printSubgraphSdl } from '../federation/subgraphSdl.ts';
import { printSdl } from '../printSdl.ts';

const folder = mkdtempSync(join(tmpdir(), 'expression-cost-'));
writeFileSync(
  join(folder, 'page.graphql'),
  `type Page implements Named @document @lookup(by: ["code"]) {
     slug: String! @groq(expr: "slug.current")
     code: String @groq(expr: "owner->code")
     publishedAt: DateTime @groq(expr: "release->date")
     author: Author
     authorName: String @groq(expr: "author->name")
     doubled: Int @groq(expr: "number * 2")
     uses: Int @groq(expr: "count(*[references(^._id)])") @deprecated(reason: "Use \`doubled\`. Removal: 2099-06-01.")
     priced: Int @groq(expr: "count(*[references(^._id)])") @cost(weight: "3")
     free: Int @groq(expr: "count(*[references(^._id)])") @cost(weight: "0")
     newest: Author @groq(expr: "*[_type == 'author'][0]")
     names: [String!] @groq(expr: "authors[]->name")
     all: [Author!] @groq(expr: "*[_type == 'author']")
     few: [Author!] @groq(expr: "*[_type == 'author'][0..4]") @listSize(assumedSize: 5)
     links: [Link!]
   }
   interface Named { authorName: String }
   type Author implements Named @document { name: String, authorName: String @groq(expr: "*[_type == 'name'][0].text") }
   type Link { title: String @groq(expr: "page->title"), text: String }`,
);
const { typeDefs } = await readTypeDefs(folder).finally(() => rmSync(folder, { recursive: true }));
const schema = buildASTSchema(typeDefs);
const sdl = printSdl(schema);

/** Returns the weight of a member of a type in the printed SDL. */
function weightIn(text: string, typeName: string, name: string): number | undefined {
  const definition = parse(text).definitions.find((node) => 'name' in node && node.name?.value === typeName);
  const members =
    definition && ('fields' in definition ? definition.fields : 'values' in definition && definition.values);
  const member = (members || []).find((one) => one.name.value === name);
  expect([typeName, name, member?.name.value]).toEqual([typeName, name, name]);
  const [argument] = member?.directives?.find((one) => one.name.value === 'cost')?.arguments ?? [];
  return argument && 'value' in argument.value ? Number(argument.value.value) : undefined;
}

describe('cost of expressions that read other documents', () => {
  test.each([
    ['Page', 'slug', undefined],
    ['Page', 'doubled', undefined],
    ['Page', 'author', undefined],
    ['Page', 'authorName', 1],
    ['Page', 'uses', 10],
    ['Page', 'priced', 3],
    ['Page', 'free', 0],
    ['Page', 'newest', 11],
    ['Page', 'names', 1],
    ['Page', 'all', 2],
    ['Page', 'few', 3],
    ['Author', 'authorName', 10],
    ['Named', 'authorName', 10],
    ['Link', 'title', 1],
    ['Link', 'text', undefined],
    ['PageOrderField', 'SLUG', undefined],
    ['PageOrderField', 'DOUBLED', undefined],
    ['PageOrderField', 'CODE', 10],
    ['PageOrderField', 'PUBLISHED_AT', 10],
    ['PageOrderField', 'USES', 100],
    ['PageOrderField', 'PRICED', 30],
    ['PageOrderField', 'FREE', undefined],
    ['PageFilter', 'doubled', undefined],
    ['PageFilter', 'author', 10],
    ['PageFilter', 'authorName', 10],
    ['PageFilter', 'uses', 100],
    ['PageFilter', 'priced', 30],
    ['PageFilter', 'newest', 110],
    ['PageFilter', 'all', 100],
    ['LinkFilter', 'title', 10],
    ['PageBy', 'slug', undefined],
    ['PageBy', 'code', 10],
  ])('%s.%s has the cost %s', (type, name, weight) => {
    expect(weightIn(sdl, type, name)).toBe(weight);
  });

  test('clients see the cost of an order beside its deprecation', () => {
    expect(sdl).toContain(
      '  USES @cost(weight: "100") @deprecated(reason: "Use `doubled`. Removal: 2099-06-01.")\n',
    );
    expect(() => buildASTSchema(parse(sdl))).not.toThrow();
  });

  test('a supergraph has the costs of fields and inputs, and none of enum values', () => {
    const subgraph = printSubgraphSdl(schema);
    expect(weightIn(subgraph, 'Page', 'uses')).toBe(10);
    expect(weightIn(subgraph, 'PageFilter', 'uses')).toBe(100);
    expect(weightIn(subgraph, 'PageOrderField', 'USES')).toBeUndefined();
  });

  const estimate = createCostEstimator(schema);
  const REQUEST = 25;
  test.each([
    ['pages(first: 5, orderBy: { field: SLUG }) { nodes { slug } }', 1 + 5],
    ['pages(first: 5) { nodes { slug } }', 1 + 10 + 5],
    ['pages(first: 5, orderBy: []) { nodes { slug } }', 1 + 10 + 5],
    ['pages(first: 5, orderBy: { field: USES }) { nodes { slug } }', 1 + 100 + 5],
    ['pages(first: 5, orderBy: { field: SLUG }) { nodes { authorName uses } }', 1 + 5 * (1 + 1 + 10)],
    ['pages(first: 5, orderBy: { field: SLUG }) { nodes { all { name } } }', 1 + 5 * (1 + 10 * 2)],
    [
      'pages(first: 5, orderBy: { field: SLUG }, filter: { uses: { gt: 1 } }) { nodes { slug } }',
      1 + 100 + 5,
    ],
    ['page(by: { code: "a" }) { slug }', 1 + 10],
    ['page(by: { slug: "a" }) { slug }', 1],
  ])('%s costs %d and a request', (field, points) => {
    const document = parse(`{ ${field} }`);
    const operation = document.definitions.find(
      ({ kind }) => kind === Kind.OPERATION_DEFINITION,
    ) as OperationDefinitionNode;
    expect(estimate({ operation, document, variables: {} })?.points).toBe(points + REQUEST);
  });
});
