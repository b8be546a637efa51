import {
  ApolloCache,
  type ApolloClient,
  type Cache,
  type DocumentNode,
  InMemoryCache,
  type NormalizedCacheObject,
  type OperationVariables,
  type Unmasked,
} from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { type DefinitionNode, type FieldNode, Kind, type OperationDefinitionNode } from 'graphql';
import { CACHE_CONFIG, createApolloClient } from '../apollo/client.ts';
import { idOf } from '../apollo/persistedQueries.ts';

/** Adds `__typename` to documents, once for all pages. */
const documentCache = new InMemoryCache();

/** Creates the Apollo client of one page. @param fetch sends requests to the gateway */
export const createServerClient = (fetch: typeof globalThis.fetch): ApolloClient =>
  createApolloClient('/graphql', fetch, new ServerCache());

const outlines = new WeakMap<DocumentNode, DocumentNode>();
const wholes = new WeakMap<DocumentNode, DocumentNode>();

/**
 * Returns a persisted document with one field instead of its selections, and any other one with `__typename`. Each client
 * traverses each of its documents many times, which takes longer than the request, and sends only the id of a persisted
 * one. An outline that is sent as text is rejected, because the field does not exist.
 */
function outlineOf(document: DocumentNode): DocumentNode {
  const known = outlines.get(document);
  if (known) return known;
  const whole = documentCache.transformDocument(document);
  const outline =
    idOf(document) === undefined ? whole : { ...document, definitions: whole.definitions.flatMap(toOutline) };
  outlines.set(document, outline);
  // A client can transform a transformed document again.
  outlines.set(outline, outline);
  wholes.set(outline, whole);
  return outline;
}

const toOutline = (definition: DefinitionNode): DefinitionNode[] =>
  definition.kind === Kind.OPERATION_DEFINITION
    ? [{ ...definition, selectionSet: { kind: Kind.SELECTION_SET, selections: [outlineField(definition)] } }]
    : [];

/** Returns a field that uses all variables: the client does not send unused ones. */
const outlineField = ({ variableDefinitions = [] }: OperationDefinitionNode): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: 'persistedSelections' },
  arguments: variableDefinitions.map(({ variable }) => ({
    kind: Kind.ARGUMENT,
    name: variable.name,
    value: variable,
  })),
});

const wholeOf = (outline: DocumentNode): DocumentNode => wholes.get(outline) ?? outline;

/** A query and its variables with its data. */
interface WrittenQuery {
  readonly query: DocumentNode;
  readonly variables: OperationVariables | undefined;
  readonly data: Record<string, unknown>;
}

/**
 * The cache of one page on the server. It keeps the data of each query as it was received, because a page reads each query
 * once: normalizing and reading it from a normalized cache takes longer than rendering. `extract` returns the data
 * normalized, for the cache in the browser.
 */
class ServerCache extends ApolloCache {
  override assumeImmutableResults = true;
  /** By outline and variables. */
  readonly #written = new Map<DocumentNode, Map<string, WrittenQuery>>();

  override write({ query: document, variables, result }: Cache.WriteOptions): undefined {
    const query = outlineOf(document);
    const queries = this.#written.get(query) ?? new Map<string, WrittenQuery>();
    this.#written.set(query, queries);
    queries.set(canonicalStringify(variables ?? {}), {
      query,
      variables,
      data: result as WrittenQuery['data'],
    });
  }

  override diff({ query, variables }: Cache.DiffOptions): never {
    const found = this.#written.get(outlineOf(query))?.get(canonicalStringify(variables ?? {}));
    return (found ? { result: found.data, complete: true } : { result: null, complete: false }) as never;
  }

  override read<Data>({ query, variables }: Cache.ReadOptions): Unmasked<Data> | null {
    return (this.diff({ query, variables, optimistic: false }) as { result: Unmasked<Data> | null }).result;
  }

  override extract(): NormalizedCacheObject {
    const cache = new InMemoryCache({ ...CACHE_CONFIG, resultCaching: false });
    for (const queries of this.#written.values())
      for (const { query, variables, data } of queries.values())
        cache.writeQuery({ query: wholeOf(query), data, ...(variables && { variables }) });
    return cache.extract();
  }

  override transformDocument(document: DocumentNode): DocumentNode {
    return outlineOf(document);
  }

  override performTransaction(transaction: (cache: ApolloCache) => void): void {
    transaction(this);
  }

  override async reset(): Promise<void> {
    this.#written.clear();
  }

  /** A page is rendered from data that does not change. */
  override watch(): () => void {
    return () => undefined;
  }

  override evict(): boolean {
    return false;
  }

  override restore(): this {
    return this;
  }

  override removeOptimistic(): void {}

  /** Fragments are read from the data of their query (`bindFragment.ts`). */
  override fragmentMatches(): boolean {
    return true;
  }
}
