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
     years: [Int!]
     place: GeoPoint
     text: RichText
     title: String @localized @label @orderable
     note: Note @localized
     video: Video @asset(field: "video")
     parts: AuthorConnection
     back: AuthorConnection @inverse(field: "page")
     newestBack: Author @inverse(field: "page")
     cleaned: String @groq(expr: "${'coalesce(a, b, c) + '.repeat(6)} d")
   }
   type Note { text: String }
   type Story @document(language: "language") { name: String @label, language: String, slug: String! @groq(expr: "slug.current") }
   interface Named { authorName: String }
   type Author implements Named @document { page: Page, name: String @label @groq(expr: "profile->name"), createdAt: DateTime! @groq(expr: "profile->date"), authorName: String @groq(expr: "*[_type == 'name'][0].text") }
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
    ['Page', 'names', 10],
    ['Page', 'all', 11],
    ['Page', 'few', 11],
    ['Author', 'authorName', 10],
    ['Named', 'authorName', 10],
    ['Link', 'title', 1],
    ['Link', 'text', undefined],
    ['PageOrderField', 'SLUG', undefined],
    ['PageOrderField', 'DOUBLED', undefined],
    ['PageOrderField', 'CODE', 20],
    ['PageOrderField', 'PUBLISHED_AT', 20],
    ['PageOrderField', 'USES', 200],
    ['PageOrderField', 'PRICED', 60],
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
    // Operators and elements of lists.
    ['PageFilter', 'names', 100 + 18],
    ['PageFilter', 'years', 18],
    ['PageFilter', 'links', undefined],
    ['PageFilter', 'text', 10],
    ['IntFilter', 'gte', 2],
    ['LinkListFilter', 'some', undefined],
    ['LinkListFilter', 'defined', 2],
    ['AuthorListFilter', 'some', 20],
    ['PageOrderField', 'PLACE', 20],
    // Translations, and other long expressions.
    ['Page', 'title', 1],
    ['Page', 'note', 2],
    ['Page', 'cleaned', 1],
    ['PageFilter', 'title', 10],
    ['PageOrderField', 'TITLE', 20],
    // Queries within the query.
    ['Page', 'video', 6],
    ['Page', 'parts', 11],
    ['Page', 'back', 11],
    ['Page', 'newestBack', 11 + 20],
    // What every document has.
    ['Page', 'label', 1],
    ['Page', 'createdAt', undefined],
    ['Author', 'label', 1],
    ['Author', 'createdAt', 1],
    ['Document', 'label', 1],
    ['Document', 'createdAt', 1],
    ['Document', 'updatedAt', undefined],
    ['DocumentFilter', 'label', 10],
    ['DocumentFilter', 'createdAt', 10],
    ['DocumentOrderField', 'LABEL', 20],
    ['DocumentOrderField', 'CREATED_AT', 20],
    ['DocumentOrderField', 'UPDATED_AT', undefined],
    ['Query', 'stories', undefined],
  ])('%s.%s has the cost %s', (type, name, weight) => {
    expect(weightIn(sdl, type, name)).toBe(weight);
  });

  test('clients see the cost of an order beside its deprecation', () => {
    expect(sdl).toContain(
      '  USES @cost(weight: "200") @deprecated(reason: "Use `doubled`. Removal: 2099-06-01.")\n',
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
    ['pages(first: 5) { nodes { slug } }', 1 + 20 + 5],
    ['pages(first: 5, orderBy: []) { nodes { slug } }', 1 + 20 + 5],
    ['pages(first: 5, orderBy: { field: USES }) { nodes { slug } }', 1 + 200 + 5],
    ['pages(first: 5, orderBy: { field: SLUG }) { nodes { authorName uses } }', 1 + 5 * (1 + 1 + 10)],
    ['pages(first: 5, orderBy: { field: SLUG }) { nodes { all { name } } }', 1 + 5 * (1 + 10 + 10 * (1 + 1))],
    [
      'pages(first: 5, orderBy: { field: SLUG }, filter: { uses: { gt: 1 } }) { nodes { slug } }',
      1 + 102 + 5,
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
