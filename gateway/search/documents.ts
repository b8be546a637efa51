import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLResolveInfo } from 'graphql';
import { type FacetDefinition, facetsOf, type Model } from '../model.ts';
import { searchAttributes } from '../searchables.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from './client.ts';
import { countWithoutOwn, type Facet, partFacets, readFacet, withLabels } from './facets.ts';
import { filterParameters, readRefinements, type SearchFilter } from './filters.ts';
import { highlighting, highlightsOf, WITHOUT_HIGHLIGHTS } from './highlights.ts';
import { documentsOf, selects } from './hydration.ts';
import type { SearchContext } from './loader.ts';
import {
  type HitsPage,
  type PagingArguments,
  pageInfo,
  pageParameters,
  readHitsPage,
  readQuery,
} from './paging.ts';
import { relaxedQuery } from './relaxedQuery.ts';

interface SearchArguments extends PagingArguments {
  readonly query: string;
  readonly types?: readonly string[] | null;
  readonly filter?: SearchFilter | null;
  readonly facets?: readonly string[] | null;
}

interface Found {
  readonly answer: SearchAnswer;
  readonly page: HitsPage;
  readonly facets: readonly Facet[];
}

interface FoundEdge {
  readonly hit: SearchHit;
  readonly offset: number;
  readonly page: HitsPage;
}

/** Resolvers of `Query.search` and of what it answers. */
export function createDocumentResolvers(model: Model) {
  const attributes = searchAttributes(model);
  const allFacets = facetsOf(model);

  const askFacets = async (
    args: SearchArguments,
    request: SearchRequest,
    wanted: readonly FacetDefinition[],
    context: SearchContext,
  ): Promise<{ answer: SearchAnswer; facets: readonly Facet[] }> => {
    const refinements = readRefinements(allFacets, args.filter);
    const { plain, refined } = partFacets(wanted, refinements);
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

  const search = async (
    _: unknown,
    args: SearchArguments,
    context: SearchContext,
    info: GraphQLResolveInfo,
  ): Promise<Found> => {
    const { types, filter } = args;
    const query = readQuery(args.query);
    const page = readHitsPage(args, ['search', query, types ?? null, filter ?? null]);
    const wantsHits = selects(info, 'edges') || selects(info, 'nodes');
    const request: SearchRequest = {
      indexName: context.search.indexes.documents,
      query,
      ...filterParameters(types, readRefinements(allFacets, filter)),
      ...pageParameters(page, wantsHits),
      ...(selects(info, 'edges', 'highlights') ? highlighting(attributes) : WITHOUT_HIGHLIGHTS),
      ...(selects(info, 'queryID') && { clickAnalytics: true }),
    };
    const wanted = selects(info, 'facets') ? definitionsOf(allFacets, args.facets) : [];
    return { page, ...(await askFacets(args, request, wanted, context)) };
  };

  return {
    Query: { search },
    SearchConnection: {
      edges: ({ answer, page }: Found): FoundEdge[] =>
        answer.hits.map((hit, i) => ({ hit, offset: page.offset + i, page })),
      nodes: ({ answer }: Found, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        documentsOf(
          answer.hits.map(({ objectID }) => objectID),
          context,
          info,
        ),
      pageInfo: ({ answer, page }: Found) => pageInfo(page, answer.nbHits ?? 0),
      totalCount: ({ answer }: Found) => answer.nbHits ?? 0,
      totalIsExact: ({ answer }: Found) => answer.exhaustive?.nbHits ?? answer.exhaustiveNbHits ?? true,
      queryID: ({ answer }: Found) => answer.queryID ?? null,
      relaxedQuery: ({ answer }: Found) => relaxedQuery(answer.queryAfterRemoval),
    },
    SearchEdge: {
      cursor: ({ page, offset }: FoundEdge) => page.cursorAt(offset),
      position: ({ offset }: FoundEdge) => offset + 1,
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

/** The facets of these keys, each once, in their order. */
const definitionsOf = (
  facets: readonly FacetDefinition[],
  keys: readonly string[] | null | undefined,
): readonly FacetDefinition[] =>
  [...new Set(keys)].flatMap((key) => facets.find((facet) => facet.key === key) ?? []);
