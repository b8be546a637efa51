import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  type DocumentNode,
  type ExecutionArgs,
  execute,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { DEFAULT_LOCALES, parseLocales } from '../../../gateway/core/locales.ts';
import { createCostEstimator } from '../../../gateway/graphql/operations/cost/costEstimator.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import type { ContentClient } from '../../../gateway/providers/content/client.ts';
import { createContentGraph } from '../../reference/contentGraph.ts';
import { ROOT } from '../../support/stack.ts';
import { contentWork } from './testing/contentWork.ts';
import { pricedOperations } from './testing/pricedOperations.ts';

/** A price is within a factor of four of the work. */
const MAX_OPERATORS_PER_POINT = 4 * 100;

const folder = mkdtempSync(join(tmpdir(), 'content-costs-'));
writeFileSync(
  join(folder, 'model.graphql'),
  `type Page @document @lookup(by: ["code"]) {
     name: String @label @searchable @groq(expr: "coalesce(owner->name, *[_type == 'author' && references(^._id)][0].name)")
     createdAt: DateTime! @groq(expr: "release->date")
     code: String @groq(expr: "owner->code")
     uses: Int @groq(expr: "count(*[references(^._id)])")
     day: Date @groq(expr: "release->day")
     isOpen: Boolean @groq(expr: "owner->open")
     mood: Mood @groq(expr: "owner->mood")
     place: GeoPoint @groq(expr: "owner->place")
     moods: [Mood!]
     years: [Int!]
     names: [String!] @groq(expr: "authors[]->name")
     newest: Author @groq(expr: "*[_type == 'author'] | order(_createdAt desc)[0]")
     all: [Author!] @groq(expr: "*[_type == 'author'][0..9]")
     long: String @groq(expr: "${'coalesce(a, b, c) + '.repeat(12)} d")
     similar(first: Int = 3): [Page!] @related(by: ["authors"])
     authors: [Author!] @searchable(facet: true)
     blocks: [Block!]
     media: [Media!]
     video: Video @asset(field: "video")
     text: RichText
   }
   enum Mood { calm wild }
   union Media = Video | Block
   type Author @document { name: String @orderable, pages: PageConnection @inverse(field: "authors"), page: Page @inverse(field: "authors") }
   type Block { title: String, year: Int, link: String @groq(expr: "page->code") }`,
);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The requests are recorded, and need no response. */
const FAILING: ContentClient = { query: () => Promise.reject(new Error('no response')) };

/** Variables that the graph refuses once are refused: their operation sends nothing. */
const executeValid = (args: ExecutionArgs) => execute({ ...args, options: { maxCoercionErrors: 1 } });

const operationIn = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;

const LOCALES = parseLocales('en,de,de-CH:de')!;
const fixture = (name: string) => `${ROOT}tests/support/fixtures/${name}/schema`;

test.each([
  ['the sample publication', `${ROOT}schema/model`, DEFAULT_LOCALES],
  ['the sample publication in three languages', `${ROOT}schema/model`, LOCALES],
  ['lessons and places', fixture('languages'), DEFAULT_LOCALES],
  ['lessons and places in three languages', fixture('languages'), LOCALES],
  ['edge cases', fixture('edgeCases'), DEFAULT_LOCALES],
  ['pages', fixture('pages'), DEFAULT_LOCALES],
  ['venues', fixture('venues'), DEFAULT_LOCALES],
  ['expressions of every kind', folder, DEFAULT_LOCALES],
])(
  'cost of content: operations of %s cost no less than a quarter of what the content service executes',
  async (_name, path, locales) => {
    const graph = createContentGraph(await readTypeDefs(path, undefined, locales), FAILING, executeValid);
    const estimate = createCostEstimator(graph.schema);
    const cheap = new Map<string, object>();
    let sent = 0;
    for (const { text, variables } of pricedOperations(graph.schema)) {
      const document = parse(text);
      const operation = operationIn(document);
      for (const given of variables) {
        graph.requests.length = 0;
        await graph.execute(document, given, locales.all.at(-1)?.tag);
        if (graph.requests.length === 0) continue;
        sent += 1;
        const operators = graph.requests.reduce(
          (sum, { groq, params }) => sum + contentWork(groq, params),
          0,
        );
        const points = estimate({ operation, document, variables: given })?.points ?? 0;
        if (operators > MAX_OPERATORS_PER_POINT * points)
          cheap.set(`${text.slice(0, 120)} ${JSON.stringify(given).slice(0, 200)}`, { points, operators });
        break;
      }
    }
    expect(sent).toBeGreaterThan(50);
    expect([...cheap]).toEqual([]);
  },
);
