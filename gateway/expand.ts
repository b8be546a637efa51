import {
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  visit,
} from 'graphql';
import {
  constantCase,
  facetsOf,
  isSearchable,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
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

/** The input type that filters a field, or undefined when it cannot be filtered by. */
export function filterTypeOf(model: Model, field: ModelField): string | undefined {
  const { origin, shape } = field;
  if (origin.kind !== 'attribute' && origin.kind !== 'groq') return undefined;
  if (shape === 'scalar') return SCALAR_FILTERS[field.typeName];
  if (shape === 'enum') return `${field.typeName}Filter`;
  if (shape === 'document' || shape === 'union' || shape === 'connection') return 'ReferenceFilter';
  if (shape === 'richText') return 'TextFilter';
  const type = shape === 'object' ? model.types.get(field.typeName) : undefined;
  return type && hasFilter(model, type) ? `${field.typeName}Filter` : undefined;
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

/** The value of an order enum, taken apart; `field` is the model's field or one of the two every document has. */
export function orderFieldName(order: string): { constant: string; descending: boolean } {
  const descending = order.endsWith('_DESC');
  return { constant: order.slice(0, descending ? -'_DESC'.length : -'_ASC'.length), descending };
}

/**
 * What the model implies and does not declare: identity, look-ups, lists, connections, filters, orders, and the types of
 * search. What the model declares itself is kept.
 * @param computed fields whose value is made by a resolver, as `Type.field`: the content service cannot filter or order
 * by them.
 */
export function expandModel(
  model: Model,
  computed: ReadonlySet<string> = new Set(),
): { implied: DocumentNode; definitions: DocumentNode } {
  const declared = new Set(
    model.definitions.definitions.flatMap((d) => ('name' in d && d.name ? [d.name.value] : [])),
  );
  const searchable = model.documents.filter(isSearchable);
  const sdl = [
    ...model.documents.flatMap((type) => documentSdl(model, type, declared, computed)),
    ...[...model.types.values()]
      .filter((type) => !type.document && hasFilter(model, type))
      .map((type) => objectFilterSdl(model, type)),
    ...[...model.enums].map(
      (name) =>
        `input ${name}Filter { eq: ${name} ne: ${name} in: [${name}!] "Whether there is a value." defined: Boolean }`,
    ),
    ...(searchable.length > 0 ? searchSdl(model, searchable, declared) : []),
  ];
  return { implied: parse(sdl.join('\n')), definitions: withPagingArguments(model) };
}

const CONNECTION_ARGUMENTS: Readonly<Record<string, (target: string) => string>> = {
  first: () => '"How many from the front, at most 100." first: Int = 20',
  after: () => '"Only what comes after this cursor." after: String',
  last: () => '"How many from the back, at most 100; instead of `first`." last: Int',
  before: () => '"Only what comes before this cursor." before: String',
  filter: (target) => `filter: ${target}Filter`,
  orderBy: (target) => `orderBy: ${target}Order`,
};

function connectionArguments(target: string, except: ReadonlySet<string>): string {
  return Object.entries(CONNECTION_ARGUMENTS)
    .filter(([name]) => !except.has(name))
    .map(([, sdl]) => sdl(target))
    .join('\n');
}

/** Every field that returns a connection gets the paging arguments it does not declare. */
function withPagingArguments(model: Model): DocumentNode {
  return visit(model.definitions, {
    ObjectTypeDefinition(object: ObjectTypeDefinitionNode) {
      const type = model.types.get(object.name.value);
      if (!type) return undefined;
      const fields = (object.fields ?? []).map((node): FieldDefinitionNode => {
        const field = type.fields.get(node.name.value);
        if (field?.shape !== 'connection') return node;
        const own = new Set(node.arguments?.map((argument) => argument.name.value));
        const added = parse(`type T { f(${connectionArguments(field.target as string, own)}): Int }`)
          .definitions[0] as ObjectTypeDefinitionNode;
        return {
          ...node,
          arguments: [
            ...(node.arguments ?? []),
            ...((added.fields?.[0]?.arguments ?? []) as InputValueDefinitionNode[]),
          ],
        };
      });
      return { ...object, fields };
    },
  });
}

function documentSdl(
  model: Model,
  type: ModelType,
  declared: ReadonlySet<string>,
  computed: ReadonlySet<string>,
): string[] {
  const { name } = type;
  const fields = [...type.fields.values()].filter((field) => !computed.has(`${name}.${field.name}`));
  const own = (field: string) => type.fields.has(field);
  const isNode = type.node.interfaces?.some((i) => i.name.value === 'Node') ?? false;
  const identity = [
    own('id') ? '' : 'id: ID!',
    own('createdAt') ? '' : '"When the document was first made." createdAt: DateTime!',
    own('updatedAt') ? '' : '"When the document was last changed." updatedAt: DateTime!',
  ].join('\n');
  const orders = [
    ...fields.filter(isOrderable).map((field) => constantCase(field.name)),
    'CREATED_AT',
    'UPDATED_AT',
  ];
  const filters = fields.flatMap((field) => {
    const input = field.name === 'id' ? undefined : filterTypeOf(model, field);
    return input ? [`${field.name}: ${input}`] : [];
  });
  const lookup = own('slug')
    ? `"The published ${lowerFirst(name)} with this slug or id; null when there is none." ${lowerFirst(name)}(slug: String, id: ID): ${name}`
    : `"The published ${lowerFirst(name)} with this id; null when there is none." ${lowerFirst(name)}(id: ID!): ${name}`;
  const definitions: Record<string, string> = {
    [`${name}Connection`]: `type ${name}Connection {
      edges: [${name}Edge!]!
      "The documents of this page; null for one that lacks what its type promises."
      nodes: [${name}]!
      pageInfo: PageInfo!
      "How many there are over all pages."
      totalCount: Int!
    }`,
    [`${name}Edge`]: `type ${name}Edge { cursor: String! node: ${name} }`,
    [`${name}Order`]: `enum ${name}Order { ${[...new Set(orders)].map((order) => `${order}_ASC ${order}_DESC`).join(' ')} }`,
    [`${name}Filter`]: `input ${name}Filter {
      id: IDFilter
      ${filters.join('\n')}
      createdAt: DateTimeFilter
      updatedAt: DateTimeFilter
      "All of these hold."
      and: [${name}Filter!]
      "At least one of these holds."
      or: [${name}Filter!]
      "This does not hold."
      not: ${name}Filter
    }`,
  };
  return [
    `extend type ${name} ${isNode ? '' : 'implements Node'} ${identity ? `{ ${identity} }` : ''}`,
    ...Object.entries(definitions).flatMap(([key, sdl]) => (declared.has(key) ? [] : [sdl])),
    `extend type Query {
      ${lookup}
      "Published ${type.document?.plural}, a page at a time; the newest first unless ordered."
      ${type.document?.plural}(${connectionArguments(name, new Set())}): ${name}Connection
    }`,
  ];
}

function objectFilterSdl(model: Model, type: ModelType): string {
  const fields = [...type.fields.values()].flatMap((field) => {
    const input = filterTypeOf(model, field);
    return input ? [`${field.name}: ${input}`] : [];
  });
  return `"Holds when one ${lowerFirst(type.name)} satisfies all of it." input ${type.name}Filter { ${fields.join('\n')} }`;
}

function searchSdl(model: Model, searchable: readonly ModelType[], declared: ReadonlySet<string>): string[] {
  const facets = facetsOf(model);
  const filters = facets.flatMap((facet) => {
    if (!facet.field) return [];
    return [`${facet.field}: ${facet.kind === 'number' ? 'FacetRangeFilter' : 'FacetFilter'}`];
  });
  const moments = searchable
    .filter((type) => [...type.fields.values()].some((field) => field.shape === 'video'))
    .map((type) => `extend type Moment { ${lowerFirst(type.name)}: ${type.name} }`);
  const definitions: Record<string, string> = {
    SearchItem: `"Whatever can be found." union SearchItem = ${searchable.map((type) => type.name).join(' | ')}`,
    SearchType: `"The types that can be found." enum SearchType { ${searchable.map((type) => constantCase(type.name)).join(' ')} }`,
    FacetKey: `"What can be counted and refined by." enum FacetKey { ${facets.map((facet) => facet.key).join(' ')} }`,
    SearchFilter: `"All of it must hold." input SearchFilter { type: [SearchType!] ${filters.join('\n')} }`,
    FacetFilter: `"One of these values." input FacetFilter { in: [String!] }`,
    FacetRangeFilter: `"One of these values, or between these bounds." input FacetRangeFilter { in: [Float!] gte: Float lte: Float }`,
  };
  return [
    ...Object.entries(definitions).flatMap(([key, sdl]) => (declared.has(key) ? [] : [sdl])),
    ...moments,
  ];
}

/** Whether a definition of core belongs to search, which a model without searchable types does not have. */
export const needsSearch = (model: Model): boolean => model.documents.some(isSearchable);

/** The document types with a film, which moments lead to. */
export const typesWithVideo = (model: Model): readonly ModelType[] =>
  model.documents.filter((type) => [...type.fields.values()].some((field) => field.shape === 'video'));

/** A parsed SDL document without what is absent: definitions are kept in order. */
export const joinSdl = (...documents: readonly DocumentNode[]): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: documents.flatMap((document) => [...document.definitions]),
});
