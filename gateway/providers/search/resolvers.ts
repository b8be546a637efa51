import type { IResolvers } from '@graphql-tools/utils';
import type { Row } from '../../core/context.ts';
import { typesWithVideo } from '../../core/model/derivedSearch.ts';
import { constantCase, isSearchable, type Model } from '../../core/model/model.ts';
import { createDocumentResolvers } from './documents.ts';
import { createFacetValuesResolver } from './facetValues.ts';
import type { ReportFallback } from './fallback.ts';
import type { SearchContext } from './loader.ts';
import { createMomentResolvers } from './moments.ts';
import { createSuggestionResolvers } from './suggestions.ts';

/**
 * The resolvers of everything core says of search, for a model's searchable types. A model that has none has no search
 * in its schema, and no resolvers.
 * @param tell hears of each search that the content service had to answer
 */
export function createSearchResolvers(
  model: Model,
  tell: ReportFallback = () => undefined,
): IResolvers<unknown, SearchContext> {
  const searchable = model.documents.filter(isSearchable);
  if (searchable.length === 0) return {};
  const documents = createDocumentResolvers(model, tell);
  const moments = createMomentResolvers(model, typesWithVideo(model));
  const suggestions = createSuggestionResolvers(model);
  return {
    ...documents,
    ...moments,
    ...suggestions,
    Query: {
      ...documents.Query,
      ...moments.Query,
      ...suggestions.Query,
      facetValues: createFacetValuesResolver(model),
    },
    SearchItem: { __resolveType: (row: Row) => model.typeOfDocument.get(row['@type']) },
    // Inside the gateway a type is what the records call it.
    SearchType: Object.fromEntries(searchable.map((type) => [constantCase(type.name), type.document?.type])),
  };
}
