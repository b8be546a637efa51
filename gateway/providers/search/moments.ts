import type { IResolvers } from '@graphql-tools/utils';
import type { FieldNode, GraphQLFieldResolver } from 'graphql';
import { inputError } from '../../core/errors.ts';
import {
  type FacetDefinition,
  facetsOf,
  lowerFirst,
  type Model,
  type ModelType,
} from '../../core/model/model.ts';
import { givenArguments } from '../../core/selection.ts';
import { hasNoWords } from '../../core/text/textBoundaries.ts';
import type { SearchHit, SearchRequest } from './client.ts';
import { typosOf } from './correctedQuery.ts';
import { searchWithFewerWords } from './fewerWords.ts';
import {
  anyValue,
  filterParameters,
  optionalFilter,
  type Refinement,
  readRefinements,
  type SearchFilter,
} from './filters.ts';
import { highlightParameters, NO_HIGHLIGHTS, segmentsOf } from './highlights.ts';
import { isFieldSelected } from './hydration.ts';
import type { SearchContext } from './loader.ts';
import {
  type HitsPage,
  type PagingArguments,
  pageInfo,
  pageParameters,
  readHitsPage,
  readQuery,
} from './paging.ts';
import { DOCUMENT_FACETS_ATTRIBUTE } from './settings.ts';

interface MomentArguments extends PagingArguments {
  readonly query: string;
  readonly languages?: readonly string[] | null;
  readonly prefer?: string | null;
  readonly types?: readonly string[] | null;
  readonly filter?: SearchFilter | null;
}

/** A record of the moment index: one caption cue. */
interface MomentHit {
  readonly objectID: string;
  /** The `_id` of the document with the video. */
  readonly document: string;
  /** The `_type` of that document. */
  readonly _type: string;
  readonly asset: string;
  readonly language: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface MomentConnection {
  readonly hits: readonly MomentHit[];
  readonly total: number;
  readonly relaxedQuery: string | null;
  readonly page: HitsPage;
}

/** Limits the length of the filter. */
const MAX_LANGUAGES = 20;

const TEXT_ATTRIBUTE = [{ path: 'text', isLong: false }] as const;

/** Creates the resolvers of `Query.moments` and its result types. */
export function createMomentResolvers(model: Model, types: readonly ModelType[]) {
  const byType = Object.fromEntries(types.map((type) => [lowerFirst(type.name), typedDocument(type)]));
  return {
    Query: { moments: createMomentSearch(model) },
    MomentConnection: {
      edges: ({ hits, page }: MomentConnection) =>
        hits.map((node, i) => ({ node, cursor: page.cursorAt(page.offset + i) })),
      nodes: ({ hits }: MomentConnection) => hits,
      pageInfo: ({ total, page }: MomentConnection) => pageInfo(page, total),
      totalCount: ({ total }: MomentConnection) => total,
      relaxedQuery: ({ relaxedQuery }: MomentConnection) => relaxedQuery,
    },
    Moment: {
      snippet: (moment: MomentHit) => segmentsOf(moment as unknown as SearchHit, 'text'),
      async thumbnailUrl({ asset, start, end }: MomentHit, { width }: { width?: number | null }, context) {
        // Without the documents, the strictest playback id counts.
        const playbackIds = await context.content.namedPlaybackIds(asset).catch(() => []);
        // Videos and scenes often begin and end with black, so the still is from the middle of the cue.
        return context.media.still(asset, playbackIds, { time: Math.round((start + end) * 50) / 100, width });
      },
      node: ({ document, _type }: MomentHit, _, context, info) =>
        model.typeOfDocument.has(_type) ? context.content.document(document, info) : null,
      ...byType,
    },
  } satisfies IResolvers<unknown, SearchContext>;
}

/** Creates the resolver of `Query.moments`. A query without words has no results. */
function createMomentSearch(model: Model): GraphQLFieldResolver<unknown, SearchContext, MomentArguments> {
  return async (_, args, context, info): Promise<MomentConnection> => {
    const facets = facetsOf(model, context.content.locale);
    const query = readQuery(args.query);
    const { languages = null, prefer = null, types = null, filter = null } = args;
    const matching = { indexName: context.search.indexes.moments, query, ...filtersOf(facets, args) };
    const isEmpty = query.trim() === '' || hasNoWords(query);
    const search = (parameters: Partial<SearchRequest>) =>
      searchWithFewerWords(
        context.search,
        matching,
        async (part) => ({ result: await context.search.load({ ...part, ...parameters }) }),
        { minResults: 1 },
      );
    const countHits = async () => (isEmpty ? 0 : ((await search({ hitsPerPage: 0 })).result.nbHits ?? 0));
    const scope = ['moments', query, languages, prefer, types, filter];
    const isGiven = givenArguments(info.fieldNodes[0] as FieldNode, info.variableValues);
    const page = await readHitsPage(args, { scope, defaultSize: 10, isGiven, countHits });
    if (isEmpty) return { hits: [], total: 0, relaxedQuery: null, page };
    const selectsSnippets =
      isFieldSelected(info, 'nodes', 'snippet') || isFieldSelected(info, 'edges', 'node', 'snippet');
    const { result, relaxedQuery } = await search({
      ...pageParameters(page, true),
      getRankingInfo: true,
      ...(selectsSnippets ? highlightParameters(TEXT_ATTRIBUTE) : NO_HIGHLIGHTS),
    });
    const { hits, nbHits } = result;
    // Fewer words and typo corrections together match texts that are unrelated to the query.
    if (relaxedQuery !== null && hits.some((hit) => typosOf(hit) > 0))
      return { hits: [], total: 0, relaxedQuery: null, page };
    return { hits: hits as unknown as MomentHit[], total: nbHits ?? 0, relaxedQuery, page };
  };
}

/**
 * Returns the parameters for the languages and the documents' facets. `prefer` merges the moments of a second in several languages
 * into one.
 * @throws GraphQLError BAD_USER_INPUT for too many languages or values
 */
function filtersOf(
  facets: readonly FacetDefinition[],
  { languages, prefer, types, filter }: MomentArguments,
): Partial<SearchRequest> {
  if (languages && languages.length > MAX_LANGUAGES)
    throw inputError(
      `expected at most ${MAX_LANGUAGES} languages, got ${languages.length}; omit the argument for all languages`,
      'BAD_USER_INPUT',
      { argument: 'languages', limit: MAX_LANGUAGES, actual: languages.length },
    );
  const refinements = readRefinements(facets, filter, types).map(
    ({ facet, ...refinement }): Refinement => ({
      ...refinement,
      facet: facet.field ? { ...facet, attribute: `${DOCUMENT_FACETS_ATTRIBUTE}.${facet.attribute}` } : facet,
    }),
  );
  const documentFilters = filterParameters(refinements).filters;
  const filters = [languages ? anyValue('language', languages) : undefined, documentFilters].filter(Boolean);
  return {
    ...(filters.length > 0 && { filters: filters.join(' AND ') }),
    ...(prefer && { distinct: 1, optionalFilters: [optionalFilter('language', prefer)] }),
  };
}

const typedDocument =
  (type: ModelType): GraphQLFieldResolver<MomentHit, SearchContext> =>
  ({ document, _type }, _, context, info) =>
    _type === type.document?.type ? context.content.document(document, info) : null;
