import { makeExecutableSchema } from '@graphql-tools/schema';
import { graphql, parse } from 'graphql';
import { evaluateSync, parse as parseGroq } from 'groq-js';
import { type ContentPort, type Row, startOperation } from '../../gateway/core/context.ts';
import type { Model, ModelField, ModelType } from '../../gateway/core/model/model.ts';
import { createSearchEmulator } from '../../gateway/emulators/search/emulator.ts';
import { createAlgoliaClient } from '../../gateway/emulators/search/testing/algoliaClient.ts';
import { expandModel, joinSdl } from '../../gateway/graphql/schema/model/expandModel.ts';
import { readModel, readSdl } from '../../gateway/graphql/schema/model/readModel.ts';
import { readRecords } from '../../gateway/providers/content/indexing.ts';
import {
  createSearchClient,
  type SearchClient,
  type SearchRequest,
} from '../../gateway/providers/search/client.ts';
import { createSearchLoader, type SearchContext } from '../../gateway/providers/search/loader.ts';
import { bindRelated } from '../../gateway/providers/search/related.ts';
import { createSearchResolvers } from '../../gateway/providers/search/resolvers.ts';
import { createIndexWriter } from '../../gateway/providers/search/writer.ts';
import {
  type IndexReport,
  indexedTypes,
  type RebuildSources,
  rebuildIndex,
} from '../../gateway/sync/index/rebuild.ts';
import { type Doc, kitchenCues, kitchenDocuments, kitchenSdl } from './recipeDocuments.ts';

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
      return {
        result: structuredClone((value as { data: Record<string, unknown> }).data),
        tags: [] as string[],
      };
    },
  };
}

interface KitchenOptions {
  sdl?: string;
  documents?: readonly Doc[];
  recordLimit?: number;
}

/** A graph of search over the search emulator, with content and media that stand in at the context's border. */
export async function openKitchen({
  sdl = kitchenSdl,
  documents = kitchenDocuments,
  recordLimit,
}: KitchenOptions = {}) {
  const keys = { appId: 'KITCHEN', searchKey: 'look', writeKey: 'write' };
  const emulator = await createSearchEmulator({ port: 0, ...keys });
  const config = { ...keys, indexPrefix: 'kitchen', host: emulator.url };
  const algolia = createAlgoliaClient(emulator.url, keys.appId, keys.writeKey);
  const model = modelOf(sdl);
  let client = createSearchClient(config);
  const writer = createIndexWriter(config);
  const lines: string[] = [];
  const sources: RebuildSources = {
    model,
    readDocuments: (last) => readRecords(contentOver(documents), model, indexedTypes(model), last),
    readCues: kitchenCues,
    search: writer,
    languages: ['en'],
    progress: (line) => lines.push(line),
    ...(recordLimit !== undefined && { recordLimit }),
  };
  const report: IndexReport = await rebuildIndex(sources);
  const content = rowsOf(model, documents);
  const schema = schemaOf(model);
  return {
    emulator,
    /** The provider's own client. */
    algolia,
    /** A record as it stands in one of the indexes. */
    record: (objectID: string, indexName = 'kitchen_documents') =>
      algolia.getObject({ indexName, objectID }) as Promise<Record<string, unknown>>,
    config,
    model,
    get client() {
      return client;
    },
    /** From now on asks by a client that has learnt nothing of the provider's health. */
    renewClient() {
      client = createSearchClient(config);
    },
    writer,
    sources,
    report,
    lines,
    content,
    schema,
    /** Runs an operation with loaders of its own; `sent` are its requests to the search service, batch by batch. */
    async ask(source: string, variableValues: Record<string, unknown> = {}, port: ContentPort = content) {
      const operation = startOperation(new AbortController().signal);
      const sent: (readonly SearchRequest[])[] = [];
      const send: SearchClient['search'] = (requests, ended) => {
        sent.push(requests);
        return client.search(requests, ended);
      };
      const contextValue: SearchContext = {
        ...operation,
        content: port,
        media: { still: async (id, { time, width }) => `still:${id}:${time}:${width ?? 'any'}` },
        search: createSearchLoader({ client: { ...client, search: send }, ...operation }),
      };
      const { data, errors } = await graphql({ schema, source, variableValues, contextValue });
      // biome-ignore lint/suspicious/noExplicitAny: an answer has the shape of its question
      return { data: data as any, errors, tags: operation.tags, sent };
    },
    /** The provider calls of a piece of work. */
    async requestsOf(work: () => Promise<unknown>): Promise<{ path: string; status: number }[]> {
      await fetch(`${emulator.url}/__emulator/requests`, { method: 'DELETE' });
      await work();
      const answer = await fetch(`${emulator.url}/__emulator/requests`);
      return ((await answer.json()) as { requests: { path: string; status: number }[] }).requests;
    },
    async setFaults(faults: unknown[]): Promise<void> {
      await fetch(`${emulator.url}/__emulator/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ faults }),
      });
    },
    close: () => emulator.close(),
  };
}

function schemaOf(model: Model) {
  const { derived, definitions } = expandModel(model);
  const related = model.documents.map((type) => [
    type.name,
    Object.fromEntries(
      [...type.fields.values()]
        .filter((field) => field.origin.kind === 'related')
        .map((field) => [field.name, bindRelated(type, field)]),
    ),
  ]);
  return makeExecutableSchema({
    typeDefs: joinSdl(readSdl('schema/core'), definitions, derived),
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
    draftOverlay: async () => [],
    fallbackSearch: async () => Promise.reject(new Error('expected no search of the content service')),
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
