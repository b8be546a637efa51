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
/** What a document's filter is combined with; fields of these names cannot be filtered by. */
const COMBINATIONS = new Set(['and', 'or', 'not']);

/** The input type that filters a field, or undefined when it cannot be filtered by. */
function filterTypeOf(model: Model, field: ModelField): string | undefined {
  const { origin, shape, typeName } = field;
  if (origin.kind !== 'attribute' && origin.kind !== 'groq') return undefined;
  if (shape === 'scalar') return SCALAR_FILTERS[typeName];
  if (shape === 'enum') return `${typeName}Filter`;
  if (shape === 'document' || shape === 'union' || shape === 'connection')
    return possibleDocuments(model, field.target as string).length > 0 ? 'ReferenceFilter' : undefined;
  if (shape === 'richText') return 'TextFilter';
  const type = shape === 'object' ? model.types.get(typeName) : undefined;
  return type && hasFilter(model, type) ? `${typeName}Filter` : undefined;
}

function hasFilter(model: Model, type: ModelType, seen = new Set<string>()): boolean {
  if (seen.has(type.name)) return false;
  seen.add(type.name);
  return [...type.fields.values()].some((field) => {
    if (field.shape !== 'object') return filterTypeOf(model, field) !== undefined;
    const inner = model.types.get(field.typeName);
    return inner !== undefined && hasFilter(model, inner, seen);
  });
}

/** Whether a list of documents can be ordered by the field. */
export const isOrderable = (field: ModelField): boolean =>
  !field.isList &&
  ORDERABLE.has(field.typeName) &&
  (field.origin.kind === 'attribute' || field.origin.kind === 'groq');

/** The value of an order enum, taken apart; `constant` names the model's field or one of the two every document has. */
export function orderFieldName(order: string): { constant: string; descending: boolean } {
  const descending = order.endsWith('_DESC');
  return { constant: order.slice(0, descending ? -'_DESC'.length : -'_ASC'.length), descending };
}

/**
 * The types that a model's own imply, each at the place of the one that implies it: connections, edges, orders and
 * filters. A model may declare any of them itself.
 * @param computed fields made by a resolver, as `Type.field`, by which nothing can be filtered or ordered.
 */
export function derivedTypes(model: Model, computed: ReadonlySet<string>): readonly TypeDefinitionNode[] {
  const enums = model.definitions.definitions.flatMap((definition) =>
    definition.kind === 'EnumTypeDefinition' && model.enums.has(definition.name.value)
      ? parseAt<TypeDefinitionNode>(enumFilter(definition.name.value), definition.loc)
      : [],
  );
  return [
    ...[...model.types.values()].flatMap((type) => {
      const fields = [...type.fields.values()].filter((f) => !computed.has(`${type.name}.${f.name}`));
      const sdl = type.document ? documentTypes(model, type, fields) : objectFilter(model, type, fields);
      return sdl === '' ? [] : parseAt<TypeDefinitionNode>(sdl, type.node.loc);
    }),
    ...enums,
  ];
}

/** Parses what is implied by something; its faults are told at that place. */
export function parseAt<Definition extends DefinitionNode>(
  sdl: string,
  loc: Location | undefined,
): readonly Definition[] {
  const { definitions } = parse(sdl, { noLocation: true });
  return definitions.map((definition) => ({ ...definition, ...(loc && { loc }) }) as unknown as Definition);
}

const enumFilter = (name: string) =>
  `"Filters by ${name}." input ${name}Filter { eq: ${name} ne: ${name} in: [${name}!] "Whether there is a value." defined: Boolean }`;

function documentTypes(model: Model, { name, document }: ModelType, fields: readonly ModelField[]): string {
  const has = (field: string) => fields.some((own) => own.name === field);
  const plural = document?.plural;
  const orders = [
    ...fields.filter(isOrderable).map((field) => constantCase(field.name)),
    'CREATED_AT',
    'UPDATED_AT',
  ];
  const hasOwnId = fields.some((field) => field.name === 'id' && field.origin.kind !== 'identity');
  return `"A page of ${plural}."
    type ${name}Connection {
      "The rows of this page with their cursors."
      edges: [${name}Edge!]!
      "The documents of this page; null for one that lacks what its type promises."
      nodes: [${name}]!
      "Where this page lies in the whole."
      pageInfo: PageInfo!
      "How many there are over all pages."
      totalCount: Int!
    }
    "A row of a page of ${plural}."
    type ${name}Edge {
      "Names this place in the list: what \`after\` takes."
      cursor: String!
      "The document; null for one that lacks what its type promises."
      node: ${name}
    }
    "What ${plural} are ordered by. Rows without a value come last in ascending order, first in descending."
    enum ${name}Order { ${[...new Set(orders)].map((order) => `${order}_ASC ${order}_DESC`).join(' ')} }
    "Which ${plural} are meant: all of it must hold."
    input ${name}Filter {
      ${hasOwnId ? '' : 'id: IDFilter'}
      ${filterFields(
        model,
        fields.filter((field) => !COMBINATIONS.has(field.name)),
      )}
      ${has('createdAt') ? '' : 'createdAt: DateTimeFilter'}
      ${has('updatedAt') ? '' : 'updatedAt: DateTimeFilter'}
      "All of these hold."
      and: [${name}Filter!]
      "At least one of these holds."
      or: [${name}Filter!]
      "This does not hold."
      not: ${name}Filter
    }`;
}

function objectFilter(model: Model, { name }: ModelType, fields: readonly ModelField[]): string {
  const inputs = filterFields(model, fields);
  return inputs === ''
    ? ''
    : `"Holds when one ${lowerFirst(name)} satisfies all of it." input ${name}Filter { ${inputs} }`;
}

const filterFields = (model: Model, fields: readonly ModelField[]): string =>
  fields
    .flatMap((field) => {
      const input = filterTypeOf(model, field);
      return input ? [`${field.name}: ${input}`] : [];
    })
    .join('\n');
