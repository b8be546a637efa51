import { constantCase, facetsOf, isSearchable, lowerFirst, type Model, type ModelType } from './model.ts';

/** Returns whether a model has searchable types. Without them, the schema has no search. */
export const needsSearch = (model: Model): boolean => model.documents.some(isSearchable);

/** Returns the searchable document types with a video in the index; `Moment` has a field for each. */
export const typesWithVideo = (model: Model): readonly ModelType[] =>
  model.documents.filter(
    (type) =>
      isSearchable(type) &&
      [...type.fields.values()].some((field) => field.shape === 'video' && !field.isScoped),
  );

/** Returns the SDL of the search types of a model, by type name. */
export function derivedSearchTypes(model: Model): Readonly<Record<string, string>> {
  const searchable = model.documents.filter(isSearchable);
  if (searchable.length === 0) return {};
  const facets = facetsOf(model);
  const filters = facets.flatMap(({ field, kind }) =>
    field ? [`${field}: ${kind === 'number' ? 'FacetRangeFilter' : 'FacetFilter'}`] : [],
  );
  const names = searchable.map((type) => type.name);
  return {
    SearchItem: `"A document that search can find." union SearchItem = ${names.join(' | ')}`,
    SearchType: `"The types of documents that search can find." enum SearchType { ${names.map(constantCase).join(' ')} }`,
    FacetKey: `"The facets of search results." enum FacetKey { ${facets.map((facet) => facet.key).join(' ')} }`,
    SearchFilter: `"Filters search results by facet values. All conditions must hold." input SearchFilter { type: [SearchType!] ${filters.join('\n')} }`,
    FacetFilter: `"Matches any of these values." input FacetFilter { in: [String!] }`,
    FacetRangeFilter: `"Matches any of these values, or numbers within these bounds." input FacetRangeFilter { in: [Float!] gte: Float lte: Float }`,
  };
}

/** Returns the SDL of the field of `Moment` for a document type. */
export const momentFields = (type: ModelType): string =>
  `extend type Moment { "The ${lowerFirst(type.name)} with this video; null if the document has another type." ${lowerFirst(type.name)}: ${type.name} }`;
