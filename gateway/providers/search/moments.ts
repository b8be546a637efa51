import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLFieldResolver } from 'graphql';
import { inputError } from '../../core/errors.ts';
import {
  type FacetDefinition,
  facetsOf,
  lowerFirst,
  type Model,
  type ModelType,
} from '../../core/model/model.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from './client.ts';
import { anyValue, filterParameters, optionalFilter, readRefinements, type SearchFilter } from './filters.ts';
import { highlighting, relaxedQuery, segmentsOf, WITHOUT_HIGHLIGHTS } from './highlights.ts';
import { selects } from './hydration.ts';
import type { SearchContext } from './loader.ts';
import {
  type HitsPage,
  type PagingArguments,
  pageInfo,
  pageParameters,
  readHitsPage,
  readQuery,
} from './paging.ts';
import { OF_DOCUMENT } from './settings.ts';

interface MomentArguments extends PagingArguments {
  readonly query: string;
  readonly languages?: readonly string[] | null;
  readonly prefer?: string | null;
  readonly filter?: SearchFilter | null;
}

/** A cue's record as a search finds it. */
interface MomentHit {
  readonly objectID: string;
  /** The `_id` and the `_type` of the document whose film it is. */
  readonly document: string;
  readonly _type: string;
  readonly asset: string;
  readonly language: string;
  /** In seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface FoundMoments {
  readonly hits: readonly MomentHit[];
  readonly total: number;
  readonly relaxed: string | null;
  readonly page: HitsPage;
}

/** More would make the filter longer than a search needs. */
const MOST_LANGUAGES = 20;

const TEXT = [{ path: 'text', isLong: false }] as const;

/** Resolvers of `Query.moments` and of what it answers. */
export function createMomentResolvers(model: Model, types: readonly ModelType[]) {
  const byType = Object.fromEntries(types.map((type) => [lowerFirst(type.name), documentOf(type)]));
  return {
    Query: { moments: createMomentSearch(model) },
    MomentConnection: {
      edges: ({ hits, page }: FoundMoments) =>
        hits.map((node, i) => ({ node, cursor: page.cursorAt(page.offset + i) })),
      nodes: ({ hits }: FoundMoments) => hits,
      pageInfo: ({ total, page }: FoundMoments) => pageInfo(page, total),
      totalCount: ({ total }: FoundMoments) => total,
      relaxedQuery: ({ relaxed }: FoundMoments) => relaxed,
    },
    Moment: {
      snippet: (moment: MomentHit) => segmentsOf(moment as unknown as SearchHit, 'text'),
      thumbnailUrl: ({ asset, start, end }: MomentHit, { width }: { width?: number | null }, context) =>
        // A film often begins and parts with black; what the words are about is seen while they are read.
        context.media.still(asset, { time: Math.round((start + end) * 50) / 100, width }),
      node: ({ document, _type }: MomentHit, _, context, info) =>
        model.typeOfDocument.has(_type) ? context.content.document(document, info) : null,
      ...byType,
    },
  } satisfies IResolvers<unknown, SearchContext>;
}

/** A query without words has no moments: every second of every film is no answer to anything. */
function createMomentSearch(model: Model): GraphQLFieldResolver<unknown, SearchContext, MomentArguments> {
  const facets = facetsOf(model);
  return async (_, args, context, info): Promise<FoundMoments> => {
    const query = readQuery(args.query);
    const { languages = null, prefer = null, filter = null } = args;
    const page = readHitsPage({ ...args, first: args.first ?? 10 }, [
      'moments',
      query,
      languages,
      prefer,
      filter,
    ]);
    const narrowing = narrowingParameters(facets, args);
    if (query.trim() === '') return { hits: [], total: 0, relaxed: null, page };
    const wantsSnippets = selects(info, 'nodes', 'snippet') || selects(info, 'edges', 'node', 'snippet');
    const { hits, nbHits, queryAfterRemoval } = await context.search.ask({
      indexName: context.search.indexes.moments,
      query,
      ...narrowing,
      ...pageParameters(page, true),
      getRankingInfo: true,
      ...(wantsSnippets ? highlighting(TEXT) : WITHOUT_HIGHLIGHTS),
    });
    const relaxed = relaxedQuery(queryAfterRemoval);
    // Some of the words, and those with a slip in them, are words that nobody typed.
    if (relaxed !== null && hits.some(hasSlip)) return { hits: [], total: 0, relaxed: null, page };
    return { hits: hits as unknown as MomentHit[], total: nbHits ?? 0, relaxed, page };
  };
}

/**
 * The parameters that hold a search to languages and to what the documents are, and that make one moment of the same
 * second in several languages.
 * @throws GraphQLError BAD_USER_INPUT for more languages or values than a search takes
 */
function narrowingParameters(
  facets: readonly FacetDefinition[],
  { languages, prefer, filter }: MomentArguments,
): Partial<SearchRequest> {
  if (languages && languages.length > MOST_LANGUAGES)
    throw inputError(
      `expected at most ${MOST_LANGUAGES} languages, got ${languages.length}; leave the argument out for all`,
    );
  const refinements = readRefinements(facets, filter).map(({ facet, ...refinement }) => ({
    ...refinement,
    facet: facet.field ? { ...facet, attribute: `${OF_DOCUMENT}.${facet.attribute}` } : facet,
  }));
  const ofDocuments = filterParameters(null, refinements).filters;
  const filters = [languages ? anyValue('language', languages) : undefined, ofDocuments].filter(Boolean);
  return {
    ...(filters.length > 0 && { filters: filters.join(' AND ') }),
    ...(prefer && { distinct: 1, optionalFilters: [optionalFilter('language', prefer)] }),
  };
}

const hasSlip = ({ _rankingInfo }: SearchAnswer['hits'][number]): boolean => (_rankingInfo?.nbTypos ?? 0) > 0;

const documentOf =
  (type: ModelType): GraphQLFieldResolver<MomentHit, SearchContext> =>
  ({ document, _type }, _, context, info) =>
    _type === type.document?.type ? context.content.document(document, info) : null;
