import type { TypeDefinitionNode } from 'graphql';
import { costSdl, OPERATOR_COST, QUERY_COST } from './contentCosts.ts';
import { deprecationSdl } from './deprecation.ts';
import { filterDescription, phraseOf, sdlDescription } from './descriptions.ts';
import {
  hasMany,
  isReference,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from './model.ts';

const SCALAR_FILTERS: Readonly<Record<string, string>> = {
  String: 'StringFilter',
  ID: 'IDFilter',
  URL: 'StringFilter',
  Int: 'IntFilter',
  Float: 'FloatFilter',
  Boolean: 'BooleanFilter',
  DateTime: 'DateTimeFilter',
  Date: 'DateFilter',
};
/** The filter of values that are present or not: media, and objects whose fields have no filters. */
const PRESENCE_FILTER = 'PresenceFilter';
/** Fields of every filter of objects; a model's fields of these names cannot be filtered. */
const COMBINATIONS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'defined']);
/**
 * A condition on a list of documents is a query within the query, which reads the documents of a type once for all rows, and then the
 * references of each row or document.
 */
const OF_DOCUMENTS = costSdl(2 * QUERY_COST);
const OF_OPERATOR = costSdl(OPERATOR_COST);

/** Returns whether a key of a filter is no field: it combines conditions, or is `defined`. */
export const isCombination = (key: string): boolean => COMBINATIONS.has(key);

/** Returns the key of a document type in the filter of a union. */
export const unionFilterKey = ({ name }: ModelType): string => lowerFirst(name);

/** Returns the fields of a type that are not excluded. */
export const includedFields = (type: ModelType, excluded: ReadonlySet<string>): readonly ModelField[] =>
  [...type.fields.values()].filter((field) => !excluded.has(`${type.name}.${field.name}`));

/** A filter of the values of an object type, a union, or `Node`. */
interface ObjectFilter {
  /** The name of the type. */
  readonly of: string;
  readonly isList: boolean;
}

/** Returns the filter of a field whose values are objects; undefined for scalars and unfiltered fields. */
function objectFilterOf(
  model: Model,
  field: ModelField,
  excluded: ReadonlySet<string>,
): ObjectFilter | undefined {
  const { source, shape, typeName } = field;
  const isList = hasMany(field);
  // A single inverse field is the newest of several documents, which GROQ cannot select within a condition.
  const isFilterable =
    source.kind === 'attribute' || source.kind === 'groq' || (source.kind === 'inverse' && isList);
  if (!isFilterable) return undefined;
  if (isReference(field)) {
    const of = field.target as string;
    return possibleDocuments(model, of).length > 0 ? { of, isList } : undefined;
  }
  const type = shape === 'object' ? model.types.get(typeName) : undefined;
  return type && hasFilter(model, type, excluded) ? { of: typeName, isList } : undefined;
}

/** Returns the input type that filters a field; undefined if it cannot be filtered. */
function filterTypeOf(model: Model, field: ModelField, excluded: ReadonlySet<string>): string | undefined {
  const { source, shape, typeName } = field;
  const objects = objectFilterOf(model, field, excluded);
  if (objects) return `${objects.of}${objects.isList ? 'ListFilter' : 'Filter'}`;
  if (source.kind === 'asset') return PRESENCE_FILTER;
  if (source.kind !== 'attribute' && source.kind !== 'groq') return undefined;
  if (shape === 'scalar') return SCALAR_FILTERS[typeName];
  if (shape === 'enum' || shape === 'geoPoint') return `${typeName}Filter`;
  if (shape === 'richText') return 'TextFilter';
  return shape === 'image' || shape === 'file' || shape === 'object' ? PRESENCE_FILTER : undefined;
}

function hasFilter(
  model: Model,
  type: ModelType,
  excluded: ReadonlySet<string>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(type.name)) return false;
  seen.add(type.name);
  return filteredFields(type, excluded).some((field) => {
    if (field.shape !== 'object') return filterTypeOf(model, field, excluded) !== undefined;
    const inner = model.types.get(field.typeName);
    return inner !== undefined && hasFilter(model, inner, excluded, seen);
  });
}

const filteredFields = (type: ModelType, excluded: ReadonlySet<string>): readonly ModelField[] =>
  includedFields(type, excluded).filter(({ name }) => !isCombination(name));

/** Returns the SDL of the filter of a type; empty for an inline object without filterable fields. */
export function typeFilter(model: Model, type: ModelType, excluded: ReadonlySet<string>): string {
  const { name, document } = type;
  const inputs = filteredFields(type, excluded).flatMap((field) => fieldInput(model, field, excluded));
  if (!document && inputs.length === 0) return '';
  const { id = '', ...times } = document ? systemInputs(type, excluded) : {};
  return `"Filters ${document?.plural ?? `objects of the type ${name}`}. All conditions must hold; without conditions, every one matches."
    input ${name}Filter {
      ${id}
      ${[...inputs, ...Object.values(times)].join('\n')}
      "${document ? 'In the filter of a reference: if' : 'If'} true, there is one, as with every other condition; if false, there is none, and no other condition can hold."
      defined: Boolean
      "All of these filters match."
      and: [${name}Filter!]
      "At least one of these filters matches."
      or: [${name}Filter!]
      "This filter does not match."
      not: ${name}Filter
    }`;
}

/** Returns the inputs that every document type has, by name; a field of the type with the same name replaces the input. */
function systemInputs(type: ModelType, excluded: ReadonlySet<string>): Record<string, string> {
  const own = new Set(
    includedFields(type, excluded)
      .filter(({ source }) => source.kind !== 'identity')
      .map(({ name }) => name),
  );
  const inputs = {
    id: '"Filters by the global id." id: IDFilter',
    createdAt: '"Filters by the time at which the document was created." createdAt: DateTimeFilter',
    updatedAt: '"Filters by the time of the last change to the document." updatedAt: DateTimeFilter',
  };
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !own.has(name)));
}

function fieldInput(model: Model, field: ModelField, excluded: ReadonlySet<string>): string[] {
  const input = filterTypeOf(model, field, excluded);
  if (input === undefined) return [];
  const isFollowed = objectFilterOf(model, field, excluded)?.isList === false && isReference(field);
  const cost = (isFollowed || field.source.kind === 'asset' ? QUERY_COST : 0) + field.cost.condition;
  return [
    `${sdlDescription(filterDescription(field))} ${field.name}: ${input} ${costSdl(cost)} ${deprecationSdl(field.node)}`,
  ];
}

/** Returns whether filters and orders are derived from a type: not from objects that occur only in rich text. */
export const canBeFiltered = ({ types }: Model, { name, richText }: ModelType): boolean =>
  !richText ||
  [...types.values()].some(({ fields }) => [...fields.values()].some((field) => field.typeName === name));

/** Returns the SDL of the filters of unions and lists that fields of the model have, by the type that they filter. */
export function listAndUnionFilters(model: Model, excluded: ReadonlySet<string>): readonly string[] {
  const types = [...model.types.values()].filter((type) => canBeFiltered(model, type));
  const used = types.flatMap((type) =>
    filteredFields(type, excluded).flatMap((field) => objectFilterOf(model, field, excluded) ?? []),
  );
  const names = (filters: readonly ObjectFilter[]) => [...new Set(filters.map(({ of }) => of))];
  return [
    ...names(used.filter(({ isList }) => isList)).map((name) => listFilter(model, name)),
    ...names(used.filter(({ of }) => !model.types.has(of))).map((name) => unionFilter(model, name)),
  ];
}

function listFilter(model: Model, name: string): string {
  const areDocuments = model.types.get(name)?.document !== undefined || !model.types.has(name);
  const [noun, cost] = areDocuments ? ['document', OF_DOCUMENTS] : ['object', ''];
  return `"Filters a list by its ${noun}s. All conditions must hold."
    input ${name}ListFilter {
      "At least one ${noun} of the list matches; without conditions, the list is not empty."
      some: ${name}Filter ${cost}
      "Every ${noun} of the list matches; also true for an empty list."
      every: ${name}Filter ${cost}
      "No ${noun} of the list matches; without conditions, the list is empty."
      none: ${name}Filter ${cost}
      "If true, the list is not empty; if false, it is empty."
      defined: Boolean ${areDocuments ? OF_DOCUMENTS : OF_OPERATOR}
    }`;
}

function unionFilter(model: Model, name: string): string {
  const members = possibleDocuments(model, name).map(
    (type) =>
      `${sdlDescription(`Matches if the document is this and meets all conditions: ${phraseOf(type.node)}.`)} ${unionFilterKey(type)}: ${type.name}Filter`,
  );
  return `"Filters documents of several types by one of them."
    input ${name}Filter @oneOf {
      ${members.join('\n')}
      "If true, there is one; if false, there is none."
      defined: Boolean ${OF_DOCUMENTS}
    }`;
}

/** Returns the SDL of the filter of an enum. */
export function enumFilter(definition: TypeDefinitionNode): string {
  const name = definition.name.value;
  return `"Filters values of the enum ${name}." input ${name}Filter {
    "Equals this value; null matches a missing value."
    eq: ${name} ${OF_OPERATOR}
    "Differs from this value or is missing; null matches every value that is not missing."
    ne: ${name} ${OF_OPERATOR}
    "Equals one of these values; an empty list matches nothing."
    in: [${name}!] ${OF_OPERATOR}
    "Equals none of these values or is missing; an empty list matches everything."
    notIn: [${name}!] ${OF_OPERATOR}
    "If true, the field has a value; if false, it has none."
    defined: Boolean ${OF_OPERATOR}
  }`;
}
