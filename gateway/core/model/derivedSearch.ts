import { deprecationSdl } from './deprecation.ts';
import { descriptionOf, filterDescription, sdlDescription } from './descriptions.ts';
import {
  constantCase,
  type FacetDefinition,
  facetsOf,
  isSearchable,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
} from './model.ts';

/** Returns whether a model has searchable types. Without them, the schema has no search. */
export const needsSearch = (model: Model): boolean => model.documents.some(isSearchable);

/** Returns the searchable document types with a video in the index; `Moment` has a field for each. */
export const typesWithVideo = (model: Model): readonly ModelType[] =>
  model.documents.filter((type) => isSearchable(type) && indexedVideos(type).length > 0);

const indexedVideos = ({ fields }: ModelType): readonly ModelField[] =>
  [...fields.values()].filter((field) => field.shape === 'video' && !field.isScoped);

/** Returns the SDL of the search types of a model, by type name. */
export function derivedSearchTypes(model: Model): Readonly<Record<string, string>> {
  const searchable = model.documents.filter(isSearchable);
  if (searchable.length === 0) return {};
  const facets = facetsOf(model).map((facet) => ({ ...facet, sources: facetSources(model, facet) }));
  const facetNames = facets.map(
    ({ key, sources }) =>
      `${sdlDescription(sources[0] ? descriptionOf(sources[0].node) : 'The type of the document.')} ${key} ${deprecationOf(sources)}`,
  );
  const filters = facets.flatMap(({ sources, ...facet }) =>
    sources[0]
      ? `${sdlDescription(filterDescription(sources[0]))} ${sources[0].name}: ${facetFilterOf(model, facet)} ${deprecationOf(sources)}`
      : [],
  );
  const names = searchable.map((type) => type.name);
  return {
    SearchItem: `"A document that search can find." union SearchItem = ${names.join(' | ')}`,
    SearchableField: `"The fields in whose values search finds words." enum SearchableField { ${searchableValues(searchable).join('\n')} }`,
    FacetKey: `"The facets of search results." enum FacetKey { ${facetNames.join('\n')} }`,
    ...(filters.length > 0 && {
      SearchFilter: `"Filters search results by facet values. All conditions must hold."
        input SearchFilter { ${filters.join('\n')} }`,
    }),
    FacetFilter: `"Matches any of these values." input FacetFilter { "The values, as in \`FacetValue.value\`; an empty list matches nothing." in: [String!] }`,
    IntFacetFilter: rangeFilter('Int'),
    FloatFacetFilter: rangeFilter('Float'),
  };
}

/** Returns the fields with `@searchable` of document types, by their enum values. Fields of several types can share a value. */
const searchableFields = (types: readonly ModelType[]): ReadonlyMap<string, readonly ModelField[]> =>
  Map.groupBy(
    types.flatMap((type) => [...type.fields.values()]).filter(({ searchable }) => searchable),
    ({ name }) => constantCase(name),
  );

/** Returns the SDL of the values of `SearchableField`. */
const searchableValues = (types: readonly ModelType[]): readonly string[] =>
  [...searchableFields(types)].map(
    ([value, fields]) =>
      `${sdlDescription(fields[0] ? descriptionOf(fields[0].node) : '')} ${value} ${deprecationOf(fields)}`,
  );

/** Returns the SDL of the filter of a facet of numbers. */
const rangeFilter = (
  type: 'Int' | 'Float',
): string => `"Matches any of these numbers, or numbers within these bounds."
  input ${type}FacetFilter {
    "The numbers; an empty list matches nothing."
    in: [${type}!]
    "The minimum."
    gte: ${type}
    "The maximum."
    lte: ${type}
  }`;

/** Returns the name of the filter of a facet. Facets of other kinds than numbers have the texts of \`FacetValue.value\`. */
function facetFilterOf(model: Model, { kind, field }: FacetDefinition): string {
  if (kind !== 'number') return 'FacetFilter';
  const fields = model.documents.flatMap(({ fields }) => fields.get(field ?? '') ?? []);
  return fields.some(({ typeName }) => typeName === 'Float') ? 'FloatFacetFilter' : 'IntFacetFilter';
}

/** Returns the fields of the model that a facet counts; none for the type. */
const facetSources = (model: Model, { field }: FacetDefinition): readonly ModelField[] =>
  model.documents
    .flatMap((type) => [...type.fields.values()])
    .filter(({ name, searchable }) => name === field && searchable?.facet);

const deprecationOf = (fields: readonly ModelField[]): string =>
  deprecationSdl(...fields.map(({ node }) => node));

/** Returns the SDL of enum values that stand for types. */
export const typeValues = (types: readonly ModelType[]): string =>
  types.map(({ name, node }) => `${sdlDescription(descriptionOf(node))} ${constantCase(name)}`).join('\n');

/** Returns the SDL of the field of `Moment` for a document type. */
export const momentFields = (type: ModelType): string =>
  `extend type Moment { "The ${lowerFirst(type.name)} with this video; null if the document has another type." ${lowerFirst(type.name)}: ${type.name} ${deprecationOf(indexedVideos(type))} }`;
