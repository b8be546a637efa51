import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLResolveInfo } from 'graphql';
import { type FacetDefinition, facetsOf, type Model } from '../../core/model/model.ts';
import { searchAttributes } from '../../core/model/searchRecord.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from './client.ts';
import { countWithoutOwn, type Facet, readFacet, splitFacets, withLabels } from './facets.ts';
import { type ReportFallback, withContentFallback } from './fallback.ts';
import { filterParameters, readRefinements, type SearchFilter } from './filters.ts';
import { highlighting, highlightsOf, relaxedQuery, WITHOUT_HIGHLIGHTS } from './highlights.ts';
import { documentsOf, selects } from './hydration.ts';
import type { SearchContext } from './loader.ts';
import { readOverlay } from './overlay.ts';
import {
  BESIDE,
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

interface Found {
  readonly answer: SearchAnswer;
  readonly page: HitsPage;
  /** Ids of documents that are found beside the index, before its hits. */
  readonly before: readonly string[];
  readonly facets: readonly Facet[];
}

interface FoundEdge {
  readonly hit: SearchHit;
  /** Among the index's hits. */
  readonly offset: number | typeof BESIDE;
  /** From 1, over all pages. */
  readonly position: number;
  readonly page: HitsPage;
}

/** Resolvers of `Query.search` and of what it answers. */
export function createDocumentResolvers(model: Model, tell: ReportFallback) {
  const attributes = searchAttributes(model);
  const allFacets = facetsOf(model);

  const askFacets = async (
    args: SearchArguments,
    request: SearchRequest,
    wanted: readonly FacetDefinition[],
    context: SearchContext,
  ): Promise<{ answer: SearchAnswer; facets: readonly Facet[] }> => {
    const refinements = readRefinements(allFacets, args.filter);
    const { plain, refined } = splitFacets(wanted, refinements);
    const faceted = { request, types: args.types, refinements };
    const [answer, ...counts] = await Promise.all([
      context.search.ask({ ...request, ...(plain.length > 0 && { facets: plain.map((f) => f.attribute) }) }),
      ...refined.map((definition) => countWithoutOwn(context.search, faceted, definition)),
    ]);
    const facets = wanted.map((definition) =>
      readFacet(model, definition, counts[refined.indexOf(definition)] ?? answer, refinements),
    );
    return { answer, facets };
  };

  const typesAlone = (
    wanted: readonly FacetDefinition[],
    answer: SearchAnswer,
    filter: SearchFilter | null | undefined,
  ) =>
    wanted
      .filter(({ kind }) => kind === 'type')
      .map((definition) => readFacet(model, definition, answer, readRefinements(allFacets, filter)));

  const search = async (
    _: unknown,
    args: SearchArguments,
    context: SearchContext,
    info: GraphQLResolveInfo,
  ): Promise<Found> => {
    const { types, filter } = args;
    const query = readQuery(args.query);
    const page = readHitsPage(args, ['search', query, types ?? null, filter ?? null]);
    const overlay = await readOverlay(context, { query, types, filter });
    const wantsHits = selects(info, 'edges') || selects(info, 'nodes');
    const request = overlay.without({
      indexName: context.search.indexes.documents,
      query,
      ...filterParameters(types, readRefinements(allFacets, filter)),
      ...pageParameters(page, wantsHits),
      ...(selects(info, 'edges', 'highlights') ? highlighting(attributes) : WITHOUT_HIGHLIGHTS),
      ...(selects(info, 'queryID') && { clickAnalytics: true }),
    });
    const wanted = selects(info, 'facets') ? definitionsOf(allFacets, args.facets) : [];
    return withContentFallback<Found>(
      async () => ({ page, before: overlay.found, ...(await askFacets(args, request, wanted, context)) }),
      // The documents that the overlay found are among those the content service finds.
      (answer) => ({ page, before: [], answer, facets: typesAlone(wanted, answer, filter) }),
      {
        search: { query, types, filter },
        page: wantsHits ? page : { ...page, length: 0 },
        context,
        tell,
      },
    );
  };

  return {
    Query: { search },
    SearchConnection: {
      edges: (found: Found): FoundEdge[] => edgesOf(found),
      nodes: (found: Found, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        documentsOf(
          edgesOf(found).map(({ hit }) => hit.objectID),
          context,
          info,
        ),
      pageInfo: ({ answer, page }: Found) => pageInfo(page, answer.nbHits ?? 0),
      totalCount: ({ answer, before }: Found) => (answer.nbHits ?? 0) + before.length,
      totalIsExact: ({ answer }: Found) => answer.exhaustive?.nbHits ?? answer.exhaustiveNbHits ?? true,
      queryID: ({ answer }: Found) => answer.queryID ?? null,
      relaxedQuery: ({ answer }: Found) => relaxedQuery(answer.queryAfterRemoval),
    },
    SearchEdge: {
      cursor: ({ page, offset }: FoundEdge) => page.cursorAt(offset),
      position: ({ position }: FoundEdge) => position,
      highlights: ({ hit }: FoundEdge) => highlightsOf(hit, attributes),
      node: ({ hit }: FoundEdge, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        context.content.document(hit.objectID, info),
    },
    Facet: {
      values: (facet: Facet, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        selects(info, 'label')
          ? withLabels(facet, (target, values) => context.content.labels(target, values))
          : facet.values,
    },
  } satisfies IResolvers<unknown, SearchContext>;
}

/** A page's edges. What is found beside the index comes with the first page, before what was asked for. */
function edgesOf({ answer, page, before }: Found): FoundEdge[] {
  const beside = page.isFirst ? before : [];
  return [
    ...beside.map((objectID, i) => ({
      hit: { objectID },
      offset: BESIDE as typeof BESIDE,
      position: i + 1,
      page,
    })),
    ...answer.hits.map((hit, i) => {
      const offset = page.offset + i;
      return { hit, offset, position: before.length + offset + 1, page };
    }),
  ];
}

/** The facets of these keys, each once, in their order. */
const definitionsOf = (
  facets: readonly FacetDefinition[],
  keys: readonly string[] | null | undefined,
): readonly FacetDefinition[] =>
  [...new Set(keys)].flatMap((key) => facets.find((facet) => facet.key === key) ?? []);
