import { type DefinitionNode, type Location, parse, type TypeDefinitionNode } from 'graphql';
import {
  constantCase,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from './model.ts';

const SCALAR_FILTERS: Readonly<Record<string, string>> = {
  String: 'StringFilter',
  ID: 'IDFilter',
  Int: 'IntFilter',
  Float: 'FloatFilter',
  Boolean: 'BooleanFilter',
  DateTime: 'DateTimeFilter',
  Date: 'DateFilter',
};
const ORDERABLE = new Set(['String', 'Int', 'Float', 'Boolean', 'DateTime', 'Date']);
/** Fields of every filter; a model's fields of these names cannot be filtered. */
const COMBINATIONS = new Set(['and', 'or', 'not']);

/**
 * Returns the input type that filters a field; undefined if it cannot be filtered.
 * @param excluded as in `derivedTypes`
 */
function filterTypeOf(model: Model, field: ModelField, excluded: ReadonlySet<string>): string | undefined {
  const { source, shape, typeName } = field;
  if (source.kind !== 'attribute' && source.kind !== 'groq') return undefined;
  if (shape === 'scalar') return SCALAR_FILTERS[typeName];
  if (shape === 'enum') return `${typeName}Filter`;
  if (shape === 'document' || shape === 'union' || shape === 'connection')
    return possibleDocuments(model, field.target as string).length > 0 ? 'ReferenceFilter' : undefined;
  if (shape === 'richText') return 'TextFilter';
  const type = shape === 'object' ? model.types.get(typeName) : undefined;
  return type && hasFilter(model, type, excluded) ? `${typeName}Filter` : undefined;
}

function hasFilter(
  model: Model,
  type: ModelType,
  excluded: ReadonlySet<string>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(type.name)) return false;
  seen.add(type.name);
  return includedFields(type, excluded).some((field) => {
    if (field.shape !== 'object') return filterTypeOf(model, field, excluded) !== undefined;
    const inner = model.types.get(field.typeName);
    return inner !== undefined && hasFilter(model, inner, excluded, seen);
  });
}

const includedFields = (type: ModelType, excluded: ReadonlySet<string>): readonly ModelField[] =>
  [...type.fields.values()].filter((field) => !excluded.has(`${type.name}.${field.name}`));

/** Returns whether a list of documents can be ordered by the field. */
export const isOrderable = (field: ModelField): boolean =>
  !field.isList &&
  ORDERABLE.has(field.typeName) &&
  (field.source.kind === 'attribute' || field.source.kind === 'groq');

/** Splits a value of an order enum into the field's name in constant case and the direction. */
export function orderFieldName(order: string): { constant: string; isDescending: boolean } {
  const isDescending = order.endsWith('_DESC');
  return { constant: order.slice(0, isDescending ? -'_DESC'.length : -'_ASC'.length), isDescending };
}

/**
 * Returns the types derived from a model: connections, edges, orders and filters. Each has the location of the type that
 * it is derived from.
 * @param excluded fields that cannot be filtered or ordered, as `Type.field`: computed ones, and those that require scopes
 */
export function derivedTypes(model: Model, excluded: ReadonlySet<string>): readonly TypeDefinitionNode[] {
  const enums = model.definitions.definitions.flatMap((definition) =>
    definition.kind === 'EnumTypeDefinition' && model.enums.has(definition.name.value)
      ? parseAt<TypeDefinitionNode>(enumFilter(definition.name.value), definition.loc)
      : [],
  );
  return [
    ...[...model.types.values()].flatMap((type) => {
      const sdl = type.document ? documentTypes(model, type, excluded) : objectFilter(model, type, excluded);
      return sdl === '' ? [] : parseAt<TypeDefinitionNode>(sdl, type.node.loc);
    }),
    ...enums,
  ];
}

/** Parses derived SDL; errors in it are reported at the given location. */
export function parseAt<Definition extends DefinitionNode>(
  sdl: string,
  loc: Location | undefined,
): readonly Definition[] {
  const { definitions } = parse(sdl, { noLocation: true });
  return definitions.map((definition) => ({ ...definition, ...(loc && { loc }) }) as unknown as Definition);
}

const enumFilter = (name: string) =>
  `"Filters values of ${name}." input ${name}Filter { eq: ${name} ne: ${name} in: [${name}!] "If true, the field has a value; if false, it has none." defined: Boolean }`;

function documentTypes(model: Model, type: ModelType, excluded: ReadonlySet<string>): string {
  const { name, document } = type;
  const fields = includedFields(type, excluded);
  const has = (field: string) => fields.some((own) => own.name === field);
  const plural = document?.plural;
  const orders = [
    ...fields.filter(isOrderable).map((field) => constantCase(field.name)),
    'CREATED_AT',
    'UPDATED_AT',
  ];
  const hasOwnId = fields.some((field) => field.name === 'id' && field.source.kind !== 'identity');
  return `"A page of ${plural}."
    type ${name}Connection {
      "The documents of this page with their cursors."
      edges: [${name}Edge!]!
      "The documents of this page; null for a document that lacks a required attribute."
      nodes: [${name}]!
      "The position of this page in the list."
      pageInfo: PageInfo!
      "The number of documents on all pages."
      totalCount: Int!
    }
    "A document in a page of ${plural}."
    type ${name}Edge {
      "The position in the list: the value for \`after\` and \`before\`."
      cursor: String!
      "The document; null if it lacks a required attribute."
      node: ${name}
    }
    "Orders of ${plural}. Documents without a value are last in ascending order and first in descending order."
    enum ${name}Order { ${[...new Set(orders)].map((order) => `${order}_ASC ${order}_DESC`).join(' ')} }
    "Filters ${plural}. All conditions must hold."
    input ${name}Filter {
      ${hasOwnId ? '' : 'id: IDFilter'}
      ${filterFields(
        model,
        fields.filter((field) => !COMBINATIONS.has(field.name)),
        excluded,
      )}
      ${has('createdAt') ? '' : 'createdAt: DateTimeFilter'}
      ${has('updatedAt') ? '' : 'updatedAt: DateTimeFilter'}
      "All of these filters match."
      and: [${name}Filter!]
      "At least one of these filters matches."
      or: [${name}Filter!]
      "This filter does not match."
      not: ${name}Filter
    }`;
}

function objectFilter(model: Model, type: ModelType, excluded: ReadonlySet<string>): string {
  const { name } = type;
  const inputs = filterFields(model, includedFields(type, excluded), excluded);
  return inputs === ''
    ? ''
    : `"Matches if one ${lowerFirst(name)} meets all conditions." input ${name}Filter { ${inputs} }`;
}

const filterFields = (model: Model, fields: readonly ModelField[], excluded: ReadonlySet<string>): string =>
  fields
    .flatMap((field) => {
      const input = filterTypeOf(model, field, excluded);
      return input ? [`${field.name}: ${input}`] : [];
    })
    .join('\n');
