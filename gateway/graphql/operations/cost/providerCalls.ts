import { type GraphQLArgument, type GraphQLField, type GraphQLNamedType, getNamedType } from 'graphql';
import type { ProviderCalls } from '../../../core/operationCost.ts';

type Field = GraphQLField<unknown, unknown>;

/**
 * Points of an upstream request. The points that an anonymous caller gets back in a second pay for 80 requests. At 150 ms
 * each, they occupy 12 of the 50 slots of a bulkhead: a quarter.
 */
export const UPSTREAM_CALL_COST = 25;

/** The upstream requests of a field if nothing is cached. */
export interface FieldCalls {
  /** Requests for each object that has the field. */
  readonly perObject?: Partial<ProviderCalls>;
  /** Requests for all objects together, because the loader batches them. */
  readonly perSelection?: Partial<ProviderCalls>;
  /** A list argument; each of its values can cause one more search query. */
  readonly searchesPerValueOf?: GraphQLArgument | undefined;
  /** An argument with words; a search without results runs once more, and causes a query for all words and one for each. */
  readonly searchesPerWordOf?: GraphQLArgument | undefined;
  /** One more search query if the first argument has a value and the second has none: the last page has to be counted. */
  readonly searchForLastPage?: readonly [last: GraphQLArgument, before: GraphQLArgument] | undefined;
}

export const NO_CALLS: FieldCalls = {};
const CONTENT_BATCH: FieldCalls = { perSelection: { content: 1 } };
const MEDIA_BATCH: FieldCalls = { perSelection: { media: 1 } };

/** Fields of the core schema that cause requests. */
const CORE_FIELDS: Readonly<Record<string, FieldCalls>> = {
  // An id can belong to a video.
  'Query.node': { perSelection: { content: 1, media: 1 } },
  'Query.nodes': { perSelection: { content: 1, media: 1 } },
  'Query.documents': CONTENT_BATCH,
  'Query._entities': { perSelection: { content: 1, media: 1 } },
  'Query.search': { perObject: { search: 1 } },
  'Query.moments': { perObject: { search: 1 } },
  // Titles and documents, both again with similar words, and whether anything has the words as typed.
  'Query.suggest': { perObject: { search: 5 } },
  // The content service has the labels of facet values.
  'Query.facetValues': { perObject: { search: 1 }, perSelection: { content: 1 } },
  'Facet.values': CONTENT_BATCH,
  'SearchConnection.nodes': CONTENT_BATCH,
  'SearchEdge.node': CONTENT_BATCH,
  'Suggestions.items': CONTENT_BATCH,
  'SuggestedDocument.node': CONTENT_BATCH,
  'Moment.node': CONTENT_BATCH,
  'Moment.thumbnailUrl': MEDIA_BATCH,
  'ContentChange.node': CONTENT_BATCH,
  'Video.transcript': { perObject: { media: 1 } },
  // The content service decides whether the caller can read the video.
  'Subscription.videoChanged': { perSelection: { content: 1, media: 1 } },
  'IndexStatus.records': { perObject: { search: 3 } },
};

/** Fields of `Query` whose search runs again, and once for each word, if nothing has all words of the query. */
const WORD_SEARCHES: ReadonlySet<string> = new Set(['search', 'moments', 'suggest']);

/** The argument with the facets of a search. A facet with a filter needs a query of its own. */
const FACETS_ARGUMENT = 'facets';

/** Fields of the model, by the directive that names their source. The search service receives one query per document. */
const DIRECTIVES: Readonly<Record<string, FieldCalls>> = {
  asset: MEDIA_BATCH,
  related: { perObject: { search: 1 }, perSelection: { content: 1 } },
};

/** Types whose fields load a document type by id. */
const DOCUMENT_LOADING_TYPES: ReadonlySet<string> = new Set(['Query', 'Moment']);

/** Returns the upstream requests of a field. @param parentName the type that has the field */
export function readFieldCalls(parentName: string, field: Field): FieldCalls {
  const core = CORE_FIELDS[`${parentName}.${field.name}`];
  if (core) return { ...core, ...searchesByArguments(field) };
  if (DOCUMENT_LOADING_TYPES.has(parentName) && returnsDocuments(field)) return CONTENT_BATCH;
  const directive = field.astNode?.directives?.find(({ name }) => Object.hasOwn(DIRECTIVES, name.value));
  return DIRECTIVES[directive?.name.value ?? ''] ?? NO_CALLS;
}

function searchesByArguments(field: Field): FieldCalls {
  const { args } = field;
  const [facets, last, before, query] = [FACETS_ARGUMENT, 'last', 'before', 'query'].map((name) =>
    args.find((argument) => argument.name === name),
  );
  const hasPages = last && before;
  return {
    searchesPerValueOf: facets,
    searchForLastPage: hasPages && [last, before],
    searchesPerWordOf: WORD_SEARCHES.has(field.name) ? query : undefined,
  };
}

function returnsDocuments(field: Field): boolean {
  const type = getNamedType(field.type);
  const nodes = 'getFields' in type ? type.getFields().nodes : undefined;
  return (
    isDocument(type) || (nodes !== undefined && isDocument(getNamedType(nodes.type) as GraphQLNamedType))
  );
}

const isDocument = ({ astNode }: GraphQLNamedType): boolean =>
  astNode?.directives?.some(({ name }) => name.value === 'document') ?? false;
