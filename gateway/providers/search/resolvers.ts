import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLFieldResolver } from 'graphql';
import type { Row } from '../../core/context.ts';
import { typesWithVideo } from '../../core/model/derivedSearch.ts';
import { isSearchable, type Model } from '../../core/model/model.ts';
import { foldedText } from '../../core/text/foldedText.ts';
import type { OnFallback } from './contentSearch.ts';
import { createDocumentResolvers } from './documents.ts';
import {
  countFacet,
  countRefinedFacet,
  type FacetedSearch,
  MAX_COUNTED_VALUES,
  refinedFacets,
} from './facetCounts.ts';
import { type FacetValue, readFacet, withLabels } from './facets.ts';
import { readRefinements, type SearchFilter } from './filters.ts';
import { createSearchLanguages } from './languages.ts';
import type { SearchContext } from './loader.ts';
import { createMomentResolvers } from './moments.ts';
import { readSearchText } from './paging.ts';
import { createSuggestionResolvers } from './suggestions.ts';

interface SearchResolverOptions {
  /** True if the schema has moments. Default: true. */
  readonly hasMoments?: boolean;
  readonly onFallback?: OnFallback;
}

/** Creates the resolvers of search. A model without searchable types has no search in its schema and no resolvers. */
export function createSearchResolvers(
  model: Model,
  { hasMoments = true, onFallback = () => undefined }: SearchResolverOptions = {},
): IResolvers<unknown, SearchContext> {
  const searchable = model.documents.filter(isSearchable);
  if (searchable.length === 0) return {};
  const documents = createDocumentResolvers(model, onFallback);
  const moments = hasMoments ? createMomentResolvers(model, typesWithVideo(model)) : undefined;
  const suggestions = createSuggestionResolvers(model);
  return {
    ...documents,
    ...moments,
    ...suggestions,
    Query: {
      ...documents.Query,
      ...moments?.Query,
      ...suggestions.Query,
      facetValues: createFacetValuesResolver(model),
    },
    SearchItem: { __resolveType: (row: Row) => model.typeOfDocument.get(row['@type']) },
  };
}

interface FacetValuesArguments {
  readonly key: string;
  readonly prefix?: string | null;
  readonly types?: readonly string[] | null;
  readonly filter?: SearchFilter | null;
  readonly first?: number | null;
}

/**
 * Creates the resolver of `Query.facetValues`. The labels of references come from the content service and Algolia cannot search
 * them, so this counts all values and filters them by label.
 */
function createFacetValuesResolver(
  model: Model,
): GraphQLFieldResolver<unknown, SearchContext, FacetValuesArguments> {
  const languageOf = createSearchLanguages(model);
  return async (_, args, context) => {
    const { locale } = context.content;
    const { facets, conditions } = languageOf(locale);
    const definition = facets.find(({ key }) => key === args.key);
    if (!definition) throw new Error(`expected a facet of the model, got ${args.key}`);
    const prefix = foldedText(readSearchText(args.prefix ?? '', 'prefix').trim());
    const first = args.first ?? 10;
    const refinements = readRefinements(facets, args.filter, args.types);
    const request = { indexName: context.search.indexes.documents, query: '' };
    const counted: FacetedSearch = { request, refinements, conditions };
    const selection = countFacet(context.search, counted, definition);
    const isRefined = refinedFacets([definition], refinements).length > 0;
    const counts = isRefined
      ? await countRefinedFacet(context.search, counted, definition, selection)
      : { result: await selection };
    const values = await withLabels(
      readFacet(model, definition, { ...counts, maxValues: MAX_COUNTED_VALUES }, refinements),
      (target, slugs) => context.content.labels(target, slugs, locale),
    );
    return values.filter(({ label }: FacetValue) => foldedText(label).startsWith(prefix)).slice(0, first);
  };
}
