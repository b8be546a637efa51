import type { IResolvers } from '@graphql-tools/utils';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { type FacetDefinition, isLocalized, type Model } from '../../core/model/model.ts';
import { searchAttributes } from '../../core/model/searchRecord.ts';
import { givenArguments } from '../../core/selection.ts';
import { hasNoWords } from '../../core/text/textBoundaries.ts';
import type { SearchHit, SearchRequest, SearchResult } from './client.ts';
import { type OnFallback, readDraftOverlay, withContentFallback } from './contentSearch.ts';
import { correctedQuery, isLikelyCorrection, WITH_TYPOS } from './correctedQuery.ts';
import { countRefinedFacet, type FacetedSearch, facetParameters, refinedFacets } from './facetCounts.ts';
import { type Facet, readFacet, withLabels } from './facets.ts';
import { searchWithFewerWords } from './fewerWords.ts';
import { filterParameters, readRefinements, type SearchFilter } from './filters.ts';
import { highlightParameters, highlightsOf, NO_HIGHLIGHTS } from './highlights.ts';
import { hydrateDocuments, isFieldSelected, requireDocument } from './hydration.ts';
import { createSearchLanguages } from './languages.ts';
import type { SearchContext } from './loader.ts';
import {
  BEFORE_HITS,
  type HitsPage,
  type PagingArguments,
  pageInfo,
  pageParameters,
  readHitsPage,
  readQuery,
} from './paging.ts';

interface SearchArguments extends PagingArguments {
  readonly query: string;
  readonly types?: readonly string[] | null;
  readonly filter?: SearchFilter | null;
  readonly facets?: readonly string[] | null;
}

interface SearchConnection {
  readonly result: SearchResult;
  readonly query: string;
  /** The query without the words that no document has, if none has all of them. */
  readonly relaxedQuery: string | null;
  /** The words of the query that documents have as typed, see `searchWithFewerWords`. */
  readonly knownWords: readonly string[];
  /** The number of hits with all words of the query. */
  readonly allWordsCount: number;
  readonly page: HitsPage;
  /** The ids of the draft overlay's results, which precede the hits. */
  readonly overlayIds: readonly string[];
  readonly facets: readonly Facet[];
}

interface SearchEdge {
  readonly hit: SearchHit;
  /** The position among the hits of the index, from 0. */
  readonly offset: number | typeof BEFORE_HITS;
  /** The position over all pages, from 1. */
  readonly position: number;
  readonly page: HitsPage;
}

const DEFAULT_PAGE_SIZE = 20;

/** With fewer results, the words of a query are optional. Matches of misspelt words stay: they may have all words. */
const RELAXATION = { minResults: 3, parameters: { typoTolerance: true } } as const;

/** Creates the resolvers of `Query.search` and its result types. */
export function createDocumentResolvers(model: Model, onFallback: OnFallback) {
  const attributes = searchAttributes(model);
  const languageOf = createSearchLanguages(model);

  const searchWithFacets = async (
    request: SearchRequest,
    definitions: readonly FacetDefinition[],
    { refinements, conditions }: Pick<FacetedSearch, 'refinements' | 'conditions'>,
    context: SearchContext,
  ): Promise<{ result: SearchResult; facets: readonly Facet[] }> => {
    const refined = refinedFacets(definitions, refinements);
    const facetedSearch = { request, refinements, conditions };
    const searching = context.search.load({
      ...request,
      ...(definitions.length > 0 && facetParameters(definitions, refined.length > 0)),
    });
    const [result, ...counts] = await Promise.all([
      searching,
      ...refined.map((definition) => countRefinedFacet(context.search, facetedSearch, definition, searching)),
    ]);
    const facets = definitions.map((definition) =>
      readFacet(model, definition, counts[refined.indexOf(definition)] ?? { result }, refinements),
    );
    return { result, facets };
  };

  const search = async (
    _: unknown,
    args: SearchArguments,
    context: SearchContext,
    info: GraphQLResolveInfo,
  ): Promise<SearchConnection> => {
    const { types, filter } = args;
    const query = readQuery(args.query);
    const { locale } = context.content;
    const language = languageOf(locale);
    const refinements = readRefinements(language.facets, filter, types);
    const definitions = isFieldSelected(info, 'facets') ? definitionsOf(language.facets, args.facets) : [];
    const isGiven = givenArguments(info.fieldNodes[0] as FieldNode, info.variableValues);
    const readPage = (scope: readonly unknown[], countHits: () => Promise<number>) =>
      readHitsPage(args, { scope, defaultSize: DEFAULT_PAGE_SIZE, isGiven, countHits });
    const facetsOf = (facets: readonly FacetDefinition[], result: SearchResult) =>
      facets.map((definition) => readFacet(model, definition, { result }, refinements));
    if (hasNoWords(query)) {
      const page = await readPage(['search', query], async () => 0);
      return unrelaxed({ page, query, result: NO_RESULT, facets: facetsOf(definitions, NO_RESULT) });
    }
    const documentSearch = { query, locale, types, filter };
    const overlay = await readDraftOverlay(context, documentSearch);
    const selectsCorrection =
      isFieldSelected(info, 'correctedQuery') || isFieldSelected(info, 'correctionIsLikely');
    const selectsHits = selectsCorrection || isFieldSelected(info, 'edges') || isFieldSelected(info, 'nodes');
    const hits = overlay.excludeDrafts({
      indexName: context.search.indexes.documents,
      query,
      ...language.ofDocuments,
      ...filterParameters(refinements, language.conditions),
    });
    const count = async (matching: SearchRequest) => ({
      result: await context.search.load({ ...matching, hitsPerPage: 0 }),
    });
    const countHits = () =>
      withContentFallback(
        async () => (await searchWithFewerWords(context.search, hits, count, RELAXATION)).result.nbHits ?? 0,
        ({ nbHits }) => nbHits ?? 0,
        { documentSearch, page: { offset: 0, length: 0 }, context, onFallback },
      );
    const languages = isLocalized(model) ? [locale.tag] : [];
    const page = await readPage(['search', query, types ?? null, filter ?? null, ...languages], countHits);
    const parameters = {
      ...pageParameters(page, selectsHits),
      ...(isFieldSelected(info, 'queryID') && { clickAnalytics: true }),
      ...(selectsCorrection && WITH_TYPOS),
      ...(selectsCorrection || isFieldSelected(info, 'edges', 'highlights')
        ? highlightParameters(language.attributes)
        : NO_HIGHLIGHTS),
    };
    return withContentFallback<SearchConnection>(
      async () => ({
        page,
        query,
        overlayIds: overlay.matchingIds,
        ...(await searchWithFewerWords(
          context.search,
          hits,
          (matching) =>
            searchWithFacets(
              { ...matching, ...parameters },
              definitions,
              { ...language, refinements },
              context,
            ),
          RELAXATION,
        )),
      }),
      // The results of the content service include the documents of the overlay. It counts only the facet `TYPE`.
      (result) => {
        const typeFacets = definitions.filter(({ kind }) => kind === 'type');
        return unrelaxed({ page, query, result, facets: facetsOf(typeFacets, result) });
      },
      {
        documentSearch,
        page: selectsHits ? page : { ...page, length: 0 },
        context,
        onFallback,
      },
    );
  };

  return {
    Query: { search },
    SearchConnection: {
      edges: (connection: SearchConnection): SearchEdge[] => edgesOf(connection),
      nodes: (connection: SearchConnection, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        hydrateDocuments(
          edgesOf(connection).map(({ hit }) => hit.objectID),
          context,
          info,
        ),
      pageInfo: ({ result, page }: SearchConnection) => pageInfo(page, result.nbHits ?? 0),
      totalCount: ({ result, overlayIds }: SearchConnection) => (result.nbHits ?? 0) + overlayIds.length,
      totalIsExact: ({ result }: SearchConnection) =>
        result.exhaustive?.nbHits ?? result.exhaustiveNbHits ?? true,
      queryID: ({ result }: SearchConnection) => result.queryID ?? null,
      relaxedQuery: ({ relaxedQuery }: SearchConnection) => relaxedQuery,
      correctedQuery: correctionOf,
      correctionIsLikely: (connection: SearchConnection) => {
        const corrected = correctionOf(connection);
        return (
          corrected !== null && isLikelyCorrection(connection.query, corrected, connection.result, attributes)
        );
      },
      allWordsCount: ({ allWordsCount, overlayIds }: SearchConnection) => allWordsCount + overlayIds.length,
    },
    SearchEdge: {
      cursor: ({ page, offset }: SearchEdge) => page.cursorAt(offset),
      position: ({ position }: SearchEdge) => position,
      highlights: ({ hit }: SearchEdge) => highlightsOf(hit, attributes),
      node: ({ hit }: SearchEdge, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        requireDocument(hit.objectID, context, info),
    },
    Facet: {
      values: (facet: Facet, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        isFieldSelected(info, 'label')
          ? withLabels(facet, (target, values) =>
              context.content.labels(target, values, context.content.locale),
            )
          : facet.values,
    },
  } satisfies IResolvers<unknown, SearchContext>;
}

/** Returns the connection of a result that has all words of its query, and no results of the draft overlay. */
const unrelaxed = (
  found: Pick<SearchConnection, 'page' | 'query' | 'result' | 'facets'>,
): SearchConnection => ({
  ...found,
  overlayIds: [],
  relaxedQuery: null,
  knownWords: [],
  allWordsCount: found.result.nbHits ?? 0,
});

const NO_RESULT = { hits: [], nbHits: 0 } satisfies Partial<SearchResult> as unknown as SearchResult;

/** Returns the query with corrected words; null if no word was corrected. */
const correctionOf = ({ query, relaxedQuery, knownWords, result }: SearchConnection): string | null =>
  correctedQuery(relaxedQuery ?? query, result, knownWords);

/** Returns the edges of a page. The first page begins with the results of the draft overlay. */
function edgesOf({ result, page, overlayIds }: SearchConnection): SearchEdge[] {
  const overlayPage = page.isFirst ? overlayIds : [];
  return [
    ...overlayPage.map(
      (objectID, i): SearchEdge => ({
        hit: { objectID },
        offset: BEFORE_HITS,
        position: i + 1,
        page,
      }),
    ),
    ...result.hits.map((hit, i): SearchEdge => {
      const offset = page.offset + i;
      return { hit, offset, position: overlayIds.length + offset + 1, page };
    }),
  ];
}

/** Returns the named facets in their order, without duplicates. */
const definitionsOf = (
  facets: readonly FacetDefinition[],
  names: readonly string[] | null | undefined,
): readonly FacetDefinition[] =>
  [...new Set(names)].flatMap((key) => facets.find((facet) => facet.key === key) ?? []);
