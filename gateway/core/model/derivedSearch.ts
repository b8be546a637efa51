import { constantCase, facetsOf, isSearchable, lowerFirst, type Model, type ModelType } from './model.ts';

/** Whether a model has anything to search; core's part of search is left out when it has not. */
export const needsSearch = (model: Model): boolean => model.documents.some(isSearchable);

/** The searchable document types with a film, which moments lead to. */
export const typesWithVideo = (model: Model): readonly ModelType[] =>
  model.documents.filter(
    (type) => isSearchable(type) && [...type.fields.values()].some((field) => field.shape === 'video'),
  );

/** SDL of what search is about in this model, by the name of the type; a model may declare any of it itself. */
export function derivedSearchTypes(model: Model): Readonly<Record<string, string>> {
  const searchable = model.documents.filter(isSearchable);
  if (searchable.length === 0) return {};
  const facets = facetsOf(model);
  const filters = facets.flatMap(({ field, kind }) =>
    field ? [`${field}: ${kind === 'number' ? 'FacetRangeFilter' : 'FacetFilter'}`] : [],
  );
  const names = searchable.map((type) => type.name);
  return {
    SearchItem: `"Whatever can be found." union SearchItem = ${names.join(' | ')}`,
    SearchType: `"The types that can be found." enum SearchType { ${names.map(constantCase).join(' ')} }`,
    FacetKey: `"What can be counted and refined by." enum FacetKey { ${facets.map((facet) => facet.key).join(' ')} }`,
    SearchFilter: `"All of it must hold." input SearchFilter { type: [SearchType!] ${filters.join('\n')} }`,
    FacetFilter: `"One of these values." input FacetFilter { in: [String!] }`,
    FacetRangeFilter: `"One of these values, or between these bounds." input FacetRangeFilter { in: [Float!] gte: Float lte: Float }`,
  };
}

/** SDL of the fields by which a moment names what it is a moment of. */
export const momentFields = (type: ModelType): string =>
  `extend type Moment { "The ${lowerFirst(type.name)} whose film this is; null when it is of another type." ${lowerFirst(type.name)}: ${type.name} }`;
