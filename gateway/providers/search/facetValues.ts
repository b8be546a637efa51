import type { GraphQLFieldResolver } from 'graphql';
import { facetsOf, type Model } from '../../core/model/model.ts';
import { countWithoutOwn, type FacetValue, readFacet, withLabels } from './facets.ts';
import { readRefinements, type SearchFilter } from './filters.ts';
import type { SearchContext } from './loader.ts';
import { readQuery, readSize } from './paging.ts';

interface FacetValuesArguments {
  readonly key: string;
  readonly query?: string | null;
  readonly types?: readonly string[] | null;
  readonly filter?: SearchFilter | null;
  readonly first?: number | null;
}

/** The most values the provider counts of a facet. */
const MOST_VALUES = 1000;

/**
 * The resolver of `Query.facetValues`. The labels of references are titles that the content service holds and the
 * search service cannot look through as values, so all values are counted and then chosen from by their labels.
 */
export function createFacetValuesResolver(
  model: Model,
): GraphQLFieldResolver<unknown, SearchContext, FacetValuesArguments> {
  const facets = facetsOf(model);
  return async (_, args, context) => {
    const definition = facets.find(({ key }) => key === args.key);
    if (!definition) throw new Error(`expected a facet of the model, got ${args.key}`);
    const begin = fold(readQuery(args.query ?? '').trim());
    const first = readSize(args.first ?? 10);
    const refinements = readRefinements(facets, args.filter);
    const request = { indexName: context.search.indexes.documents, query: '' };
    const answer = await countWithoutOwn(
      context.search,
      { request, types: args.types, refinements },
      definition,
      { maxValuesPerFacet: MOST_VALUES },
    );
    const values = await withLabels(readFacet(model, definition, answer, refinements), (target, slugs) =>
      context.content.labels(target, slugs),
    );
    return values.filter(({ label }: FacetValue) => fold(label).startsWith(begin)).slice(0, first);
  };
}

/** Letters alone, without case and accents. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
