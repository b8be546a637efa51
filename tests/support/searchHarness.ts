import { makeExecutableSchema } from '@graphql-tools/schema';
import { graphql, parse } from 'graphql';
import { evaluateSync, parse as parseGroq } from 'groq-js';
import { type ContentPort, createOperationContext, type Row } from '../../gateway/core/context.ts';
import { DEFAULT_LOCALES } from '../../gateway/core/locales.ts';
import type { Model, ModelField, ModelType } from '../../gateway/core/model/model.ts';
import { createSearchEmulator } from '../../gateway/emulators/search/emulator.ts';
import { createAlgoliaClient } from '../../gateway/emulators/search/testing/algoliaClient.ts';
import { callControl } from '../../gateway/emulators/shared/control.ts';
import { enumResolvers } from '../../gateway/graphql/schema/enums/enumResolvers.ts';
import { guardSizes } from '../../gateway/graphql/schema/listSizes.ts';
import { expandModel, joinSdl } from '../../gateway/graphql/schema/model/expandModel.ts';
import { omitSearchFilter } from '../../gateway/graphql/schema/model/omitSearchFilter.ts';
import { readModel } from '../../gateway/graphql/schema/model/readModel.ts';
import { readSdl } from '../../gateway/graphql/schema/model/readSdl.ts';
import type { ContentQuery } from '../../gateway/providers/content/client.ts';
import { readRecords } from '../../gateway/providers/content/indexing.ts';
import {
  createSearchClient,
  indexNames,
  isolateRequests,
  type SearchClient,
  type SearchRequest,
} from '../../gateway/providers/search/client.ts';
import { bindRelated } from '../../gateway/providers/search/directives.ts';
import { createIndexWriter } from '../../gateway/providers/search/indexing/writer.ts';
import { createSearchLoader, type SearchContext } from '../../gateway/providers/search/loader.ts';
import { createSearchResolvers } from '../../gateway/providers/search/resolvers.ts';
import { indexedTypes, type ModelIndexes, modelIndexes } from '../../gateway/sync/index/modelIndexes.ts';
import { type IndexReport, type RebuildSources, rebuildIndex } from '../../gateway/sync/index/rebuild.ts';
import { recipeCues, recipeDocuments, recipeSdl, type SanityDocument } from './recipeDocuments.ts';

/** Reads a model from SDL. */
export const modelOf = (sdl: string): Model => readModel(parse(sdl));

/** Creates a content client that evaluates GROQ over documents in memory. */
export function createGroqEvaluator(documents: readonly SanityDocument[]) {
  return {
    async query({ groq, params }: ContentQuery) {
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

interface SearchHarnessOptions {
  sdl?: string;
  documents?: readonly SanityDocument[];
  readCues?: RebuildSources['readCues'];
}

/** The timeout of a search: longer than in production, so that a busy machine fails no test. */
const TIMEOUT_MS = 10_000;

/** Starts the search emulator with the index of a model, and a schema whose content and media are stubs. */
export async function startSearchHarness({
  sdl = recipeSdl,
  documents = recipeDocuments,
  readCues = recipeCues,
}: SearchHarnessOptions = {}) {
  const keys = { appId: 'RECIPES', searchKey: 'search-key', writeKey: 'write-key' };
  const emulator = await createSearchEmulator({ port: 0, ...keys });
  const config = {
    ...keys,
    indexPrefix: 'recipes',
    languages: ['en'],
    host: emulator.url,
    timeoutMs: TIMEOUT_MS,
  };
  const algolia = createAlgoliaClient(emulator.url, keys.appId, keys.writeKey);
  const model = modelOf(sdl);
  const indexes: ModelIndexes = {
    ...modelIndexes({ content: { projectId: 'recipes', dataset: 'test' } as never, search: config }, model),
    names: indexNames('recipes'),
  };
  let client = createSearchClient(config, indexes.names);
  const writer = createIndexWriter(config, indexes.names);
  const progressLines: string[] = [];
  const sources: RebuildSources = {
    model,
    readDocuments: (last) => readRecords(createGroqEvaluator(documents), model, indexedTypes(model), last),
    readCues,
    search: writer,
    indexes,
    languages: ['en'],
    progress: (line) => progressLines.push(line),
  };
  const report: IndexReport = await rebuildIndex(sources);
  const content = createContentPort(model, documents);
  const schema = schemaOf(model);
  return {
    emulator,
    /** The official Algolia client. */
    algolia,
    /** Reads a record of an index. */
    record: (objectID: string, indexName = 'recipes_documents') =>
      algolia.getObject({ indexName, objectID }) as Promise<Record<string, unknown>>,
    config,
    indexes,
    model,
    get client() {
      return client;
    },
    /** Replaces the client by one with closed circuit breakers. */
    renewClient({ timeoutMs = TIMEOUT_MS } = {}) {
      client = createSearchClient({ ...config, timeoutMs }, indexes.names);
    },
    writer,
    sources,
    report,
    progressLines,
    content,
    schema,
    /** Runs an operation with new loaders. `searchRequests` has its requests to the search service, batch by batch. */
    async query(source: string, variableValues: Record<string, unknown> = {}, port: ContentPort = content) {
      const operation = createOperationContext({ signal: new AbortController().signal });
      const searchRequests: (readonly SearchRequest[])[] = [];
      const send: SearchClient['search'] = (requests, ended) => {
        searchRequests.push(requests);
        return client.search(requests, ended);
      };
      const contextValue: SearchContext = {
        ...operation,
        content: port,
        media: {
          asset: async () => null,
          still: async (id, playbackIds, { time, width }) =>
            ['still', id, time, width ?? 'any', ...playbackIds].join(':'),
        },
        search: createSearchLoader({ ...operation, client: isolateRequests({ ...client, search: send }) }),
      };
      const { data, errors } = await graphql({ schema, source, variableValues, contextValue });
      // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the test's query
      return { data: data as any, errors, tags: operation.tags, searchRequests };
    },
    /** Returns the requests that the emulator receives during `work`. */
    async requestsOf(work: () => Promise<unknown>): Promise<{ path: string; status: number }[]> {
      await callControl(emulator.url, 'DELETE', 'requests');
      await work();
      return (await callControl(emulator.url, 'GET', 'requests')).requests;
    },
    async setFaults(faults: unknown[]): Promise<void> {
      await callControl(emulator.url, 'PUT', 'faults', { faults });
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
        .filter((field) => field.source.kind === 'related')
        .map((field) => [field.name, bindRelated(type, field)]),
    ),
  ]);
  const executable = makeExecutableSchema({
    typeDefs: joinSdl(omitSearchFilter(readSdl('schema/core'), model), definitions, derived),
    resolvers: {
      ...enumResolvers(model),
      ...createSearchResolvers(model),
      ...Object.fromEntries(related.filter(([, fields]) => Object.keys(fields as object).length > 0)),
      Node: { __resolveType: (row: Row) => model.typeOfDocument.get(row['@type']) },
    },
  });
  return guardSizes(executable);
}

/** Creates a content stub over documents. Its rows have field names as keys, so queries must not use aliases. */
function createContentPort(
  model: Model,
  documents: readonly SanityDocument[],
): ContentPort & { requestedIds: string[] } {
  const byId = new Map(documents.map((doc) => [doc._id, doc]));
  const slugOf = (id: string) => {
    const doc = byId.get(id);
    return doc && ((doc.slug as { current?: string } | undefined)?.current ?? id);
  };
  const facet = (doc: SanityDocument, field: ModelField | undefined) => {
    const value = doc[field?.name ?? ''];
    const refs = [value ?? []].flat().flatMap((one) => (one as { _ref?: string })._ref ?? []);
    return field?.target ? refs.map(slugOf) : value;
  };
  const relatedTo = (doc: SanityDocument, type: ModelType) =>
    [...type.fields.values()].flatMap(({ name, source }) => {
      if (source.kind !== 'related') return [];
      const by = Object.fromEntries(source.by.map((field) => [field, facet(doc, type.fields.get(field))]));
      return [[name, { id: doc._id, by }]];
    });
  const requestedIds: string[] = [];
  return {
    requestedIds,
    locale: DEFAULT_LOCALES.all[0],
    requestSources: () => undefined,
    playbackIdsOfAsset: async () => undefined,
    namedPlaybackIds: async () => [],
    draftOverlay: async () => [],
    fallbackSearch: async () => Promise.reject(new Error('expected no search of the content service')),
    async document(id) {
      requestedIds.push(id);
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
