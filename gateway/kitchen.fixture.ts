import { makeExecutableSchema } from '@graphql-tools/schema';
import { graphql, parse } from 'graphql';
import { evaluateSync, parse as parseGroq } from 'groq-js';
import { readRecords } from './content/record.ts';
import type { ContentPort, Row } from './context.ts';
import { expandModel, joinSdl } from './expand.ts';
import { type IndexReport, type IndexSources, indexedTypes, rebuildIndex } from './indexing.ts';
import { type Model, type ModelField, type ModelType, readModel, readSdl } from './model.ts';
import { createSearchClient, type SearchClient, type SearchRequest } from './search/client.ts';
import { createSearchLoader, type SearchContext } from './search/loader.ts';
import { bindRelated } from './search/related.ts';
import { createSearchResolvers } from './search/resolvers.ts';
import { createSearchTwin } from './search/twin/twin.ts';
import { createIndexWriter } from './search/writer.ts';

/** A model that has nothing of the shipped one: recipes, with every kind of field a record can hold. */
export const kitchenSdl = /* GraphQL */ `
  type Recipe @document {
    title: String! @searchable(weight: 10)
    slug: String! @groq(expr: "slug.current")
    summary: String @searchable(weight: 5)
    minutes: Int @searchable(facet: true)
    season: Season @searchable(facet: true)
    tags: [String!] @searchable(weight: 2, facet: true)
    cuisines: [Cuisine!]! @searchable(weight: 3, facet: true)
    ingredients: [Ingredient!]! @searchable(weight: 4)
    inspiredBy: [Inspiration!] @searchable(weight: 2, facet: true)
    method: RichText @searchable
    notes: String
    video: Video @asset(field: "clip")
    related(first: Int = 6): [Recipe!] @related(by: ["cuisines"])
    inSeason(first: Int = 6): [Recipe!] @related(by: ["season", "minutes"])
  }
  type Cuisine @document { title: String! @searchable(weight: 10) slug: String! @groq(expr: "slug.current") }
  type Cook @document { name: String! @searchable(weight: 10) born: Int }
  type Book @document { title: String! slug: String! @groq(expr: "slug.current") }
  type Ingredient { name: String! amount: Float unit: String producer: Cook }
  union Inspiration = Cook | Book
  enum Season { SPRING SUMMER AUTUMN WINTER }
`;

/** A document of the content service. */
export type Doc = Readonly<Record<string, unknown>> & { readonly _id: string; readonly _type: string };

/** Facet values that would break out of a filter that is put together as text. */
export const HOSTILE_TAGS = [
  'quick',
  'a:b',
  '-dash',
  'x OR y',
  '"quoted"',
  `it's`,
  'naïve ☕ ÆØ',
  '__proto__',
  'constructor',
  'back\\slash',
  'tags:quick AND NOT _type:recipe',
] as const;

const SEASONS = ['SPRING', 'SUMMER', 'AUTUMN', 'WINTER'] as const;
const CUISINES = ['thai', 'italian', 'mexican', 'japanese'] as const;
const DISHES = ['Noodle Soup', 'Flat Bread', 'Pepper Stew', 'Rice Salad', 'Custard Tart'] as const;
const METHOD =
  'Begin the day before. Let everything come to the warmth of the room, weigh it twice, and read the recipe to its ' +
  'end before a flame is lit. Fold the saffron in slowly, so that nothing breaks, and keep the lid on while it rests. ' +
  'Serve it at once, with more than anybody asked for, and wash the pot while it is warm.';

const reference = (id: string) => ({ _type: 'reference', _ref: id });
const stamped = (doc: Doc, day: number): Doc => ({
  _rev: `rev-${doc._id}`,
  _createdAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
  _updatedAt: new Date(Date.UTC(2026, 5, 1 + day)).toISOString(),
  ...doc,
});

/** Forty recipes and what they refer to; the same every time. */
export const kitchenDocuments: readonly Doc[] = [
  ...CUISINES.map((slug) => ({
    _id: `cuisine-${slug}`,
    _type: 'cuisine',
    title: `${slug[0]?.toUpperCase()}${slug.slice(1)} cooking`,
    slug: { current: slug },
  })),
  { _id: 'cook-ada', _type: 'cook', name: 'Ada Marchetti', born: 1931 },
  { _id: 'book-salt', _type: 'book', title: 'Salt and Time', slug: { current: 'salt-and-time' } },
  ...Array.from(
    { length: 40 },
    (_, i): Doc => ({
      _id: `recipe-${String(i).padStart(2, '0')}`,
      _type: 'recipe',
      title: `${DISHES[i % DISHES.length]} No. ${i}`,
      slug: { current: `recipe-${i}` },
      summary: i % 4 === 0 ? 'A dish for a rainy evening' : null,
      minutes: 10 + (i % 8) * 5,
      season: SEASONS[i % SEASONS.length],
      tags: [HOSTILE_TAGS[i % HOSTILE_TAGS.length], ...(i % 2 ? ['slow'] : [])],
      cuisines: [
        reference(`cuisine-${CUISINES[i % CUISINES.length]}`),
        ...(i % 3 === 0 ? [reference('cuisine-thai')] : []),
        ...(i === 7 ? [reference('cuisine-gone')] : []),
      ].filter((one, at, all) => all.findIndex(({ _ref }) => _ref === one._ref) === at),
      ingredients: [
        {
          _type: 'ingredient',
          name: i % 5 === 0 ? 'saffron' : 'leek',
          amount: 3,
          unit: 'g',
          producer: reference('cook-ada'),
        },
        { _type: 'ingredient', name: 'water' },
      ],
      inspiredBy: i % 10 === 0 ? [reference('cook-ada'), reference('book-salt')] : null,
      method: [
        {
          _type: 'block',
          _key: 'a',
          style: 'normal',
          markDefs: [],
          children: [{ _type: 'span', _key: 'b', marks: [], text: METHOD }],
        },
      ],
      clip:
        i === 3
          ? 'asset-three'
          : i === 4
            ? { _type: 'mux.video', asset: reference('mux-four') }
            : i === 5
              ? { _type: 'mux.video' }
              : null,
    }),
  ),
  { _id: 'mux-four', _type: 'mux.videoAsset', assetId: 'asset-four' },
].map((doc, i) => stamped(doc, i));

/** Captions of the two recipes that have a film. */
export const kitchenCues: IndexSources['readCues'] = async (assetId) => {
  if (assetId === 'asset-three')
    return [
      {
        language: 'en',
        cues: [
          { start: 0.5, end: 3, text: 'First we warm the broth.' },
          { start: 3, end: 6.25, text: 'Then the saffron\ngoes in, <slowly>.' },
          { start: 7, end: 9, text: '  ' },
        ],
      },
      { language: 'de', cues: [{ start: 3, end: 6.25, text: 'Dann kommt der Safran hinein.' }] },
    ];
  if (assetId === 'asset-four')
    return [{ language: 'en', cues: [{ start: 1, end: 2, text: 'Broth again, and bread.' }] }];
  return [];
};

/** The model of some SDL. */
export const modelOf = (sdl: string): Model => readModel(parse(sdl));

/** The content service as the index reads it: the evaluator of its own language over these documents. */
export function contentOver(documents: readonly Doc[]) {
  return {
    async query(groq: string, params: Readonly<Record<string, unknown>>) {
      const byId = new Map(documents.map((doc) => [doc._id, doc]));
      const value = evaluateSync(parseGroq(groq, { params }), {
        dataset: documents,
        params,
        dereference: ({ _ref }: { _ref: string }) => byId.get(_ref) as never,
      });
      return { result: structuredClone((value as { data: unknown }).data), syncTags: [] };
    },
  };
}

interface KitchenOptions {
  sdl?: string;
  documents?: readonly Doc[];
  recordLimit?: number;
}

/** A graph of search over the search twin, with content and media that stand in at the context's border. */
export async function openKitchen({
  sdl = kitchenSdl,
  documents = kitchenDocuments,
  recordLimit,
}: KitchenOptions = {}) {
  const keys = { appId: 'KITCHEN', searchKey: 'look', writeKey: 'write' };
  const twin = await createSearchTwin({ port: 0, ...keys });
  const config = { ...keys, indexPrefix: 'kitchen', host: twin.url };
  const model = modelOf(sdl);
  const client = createSearchClient(config);
  const writer = createIndexWriter(config);
  const lines: string[] = [];
  const sources: IndexSources = {
    model,
    readDocuments: (last) => readRecords(contentOver(documents), model, indexedTypes(model), last),
    readCues: kitchenCues,
    search: writer,
    progress: (line) => lines.push(line),
    ...(recordLimit !== undefined && { recordLimit }),
  };
  const report: IndexReport = await rebuildIndex(sources);
  const content = rowsOf(model, documents);
  const schema = schemaOf(model);
  return {
    twin,
    config,
    model,
    client,
    writer,
    sources,
    report,
    lines,
    content,
    schema,
    /** Runs an operation with loaders of its own; `sent` are its requests to the search service, batch by batch. */
    async ask(source: string, variableValues: Record<string, unknown> = {}, port: ContentPort = content) {
      const tags = new Set<string>();
      const signal = new AbortController().signal;
      const sent: (readonly SearchRequest[])[] = [];
      const send: SearchClient['search'] = (requests, ended) => {
        sent.push(requests);
        return client.search(requests, ended);
      };
      const contextValue: SearchContext = {
        signal,
        tags,
        content: port,
        media: { still: async (id, { time, width }) => `still:${id}:${time}:${width ?? 'any'}` },
        search: createSearchLoader({ client: { ...client, search: send }, signal, tags }),
      };
      const { data, errors } = await graphql({ schema, source, variableValues, contextValue });
      // biome-ignore lint/suspicious/noExplicitAny: an answer has the shape of its question
      return { data: data as any, errors, tags, sent };
    },
    /** The provider calls of a piece of work. */
    async requestsOf(work: () => Promise<unknown>): Promise<{ path: string; status: number }[]> {
      await fetch(`${twin.url}/__twin/requests`, { method: 'DELETE' });
      await work();
      const answer = await fetch(`${twin.url}/__twin/requests`);
      return ((await answer.json()) as { requests: { path: string; status: number }[] }).requests;
    },
    async setFaults(faults: unknown[]): Promise<void> {
      await fetch(`${twin.url}/__twin/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ faults }),
      });
    },
    close: () => twin.close(),
  };
}

function schemaOf(model: Model) {
  const { implied, definitions } = expandModel(model);
  const related = model.documents.map((type) => [
    type.name,
    Object.fromEntries(
      [...type.fields.values()]
        .filter((field) => field.origin.kind === 'related')
        .map((field) => [field.name, bindRelated(model, type, field)]),
    ),
  ]);
  return makeExecutableSchema({
    typeDefs: joinSdl(readSdl('schema/core'), definitions, implied),
    resolvers: {
      ...createSearchResolvers(model),
      ...Object.fromEntries(related.filter(([, fields]) => Object.keys(fields as object).length > 0)),
      Node: { __resolveType: (row: Row) => model.typeOfDocument.get(row['@type']) },
    },
  });
}

/** Documents by id as rows whose attributes are named like the fields, which is enough where nothing has an alias. */
function rowsOf(model: Model, documents: readonly Doc[]): ContentPort & { asked: string[] } {
  const byId = new Map(documents.map((doc) => [doc._id, doc]));
  const slugOf = (id: string) => {
    const doc = byId.get(id);
    return doc && ((doc.slug as { current?: string } | undefined)?.current ?? id);
  };
  const facet = (doc: Doc, field: ModelField | undefined) => {
    const value = doc[field?.name ?? ''];
    const refs = [value ?? []].flat().flatMap((one) => (one as { _ref?: string })._ref ?? []);
    return field?.target ? refs.map(slugOf) : value;
  };
  const relatedTo = (doc: Doc, type: ModelType) =>
    [...type.fields.values()].flatMap(({ name, origin }) => {
      if (origin.kind !== 'related') return [];
      const by = Object.fromEntries(origin.by.map((field) => [field, facet(doc, type.fields.get(field))]));
      return [[name, { id: doc._id, by }]];
    });
  const asked: string[] = [];
  return {
    asked,
    async document(id) {
      asked.push(id);
      const doc = byId.get(id);
      const type = model.types.get(model.typeOfDocument.get(doc?._type ?? '') ?? '');
      if (!doc || !type) return null;
      const slug = (doc.slug as { current?: string } | undefined)?.current;
      return {
        ...doc,
        id,
        slug,
        ...Object.fromEntries(relatedTo(doc, type)),
        '@type': doc._type,
        '@id': id,
      } as Row;
    },
    async labels(_target, values) {
      const labels = documents.map((doc) => [slugOf(doc._id), doc.title ?? doc.name ?? null]);
      return new Map(
        labels.filter(([slug, label]) => label && values.includes(slug as string)) as [string, string][],
      );
    },
  };
}
