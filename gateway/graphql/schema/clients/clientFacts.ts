import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

/** The arguments that select a page. A client joins the pages that differ in nothing else. */
const CURSOR_ARGUMENTS: ReadonlySet<string> = new Set(['after', 'before']);
/** The scalars whose values are no texts. */
const SCALAR_TYPES: Readonly<Record<string, string>> = { JSON: 'unknown' };

/** A field of an object type that a normalizing client has to know. */
export interface ListField {
  readonly name: string;
  /** For the pages of a connection: the arguments that select another list. Undefined for a list of parts. */
  readonly keyArguments: readonly string[] | undefined;
}

/** An object type that a normalizing client has to know. */
export interface ClientType {
  readonly name: string;
  /** True without the field `id`: objects of the type are parts of the objects around them. */
  readonly isPart: boolean;
  readonly lists: readonly ListField[];
}

/** What clients that store objects by their ids need to know of a schema, in the order of names. */
export interface ClientFacts {
  /** The object types of each interface and union. */
  readonly possibleTypes: Readonly<Record<string, readonly string[]>>;
  /** The object types that are parts, or have lists of parts or pages. */
  readonly types: readonly ClientType[];
  /** The types of TypeScript of the scalars that the schema declares. */
  readonly scalars: Readonly<Record<string, string>>;
}

/** Reads what clients need from the schema that a caller sees. */
export function readClientFacts(schema: GraphQLSchema): ClientFacts {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    possibleTypes: Object.fromEntries(
      types.filter(isAbstractType).map((type) => [type.name, objectTypeNames(schema, type)]),
    ),
    types: types
      .filter(isObjectType)
      .filter((type) => type !== schema.getMutationType() && type !== schema.getSubscriptionType())
      .map((type) => ({
        name: type.name,
        isPart: isPart(type) && !roots.includes(type),
        lists: listsOf(schema, type),
      }))
      .filter(({ isPart: isOne, lists }) => isOne || lists.length > 0),
    scalars: Object.fromEntries(
      types
        .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
        .map(({ name }) => [name, SCALAR_TYPES[name] ?? 'string']),
    ),
  };
}

const isPart = (type: GraphQLObjectType): boolean => !Object.hasOwn(type.getFields(), 'id');

const objectTypes = (schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLObjectType[] => {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
};

const objectTypeNames = (schema: GraphQLSchema, type: GraphQLNamedType): string[] =>
  objectTypes(schema, type)
    .map(({ name }) => name)
    .sort();

/** Edges and nodes of a page are replaced or appended with it. */
const listsOf = (schema: GraphQLSchema, type: GraphQLObjectType): readonly ListField[] =>
  Object.values(type.getFields())
    .filter(({ name }) => !isConnection(type) || (name !== 'edges' && name !== 'nodes'))
    .flatMap((field) => listField(schema, field) ?? []);

/** Returns what a client has to know of a field: it has pages, or is a list of parts. */
function listField(
  schema: GraphQLSchema,
  { name, type, args }: GraphQLField<unknown, unknown>,
): ListField | undefined {
  const named = getNamedType(type);
  if (isObjectType(named) && isConnection(named)) {
    const keyArguments = args.map((argument) => argument.name).filter((each) => !CURSOR_ARGUMENTS.has(each));
    return keyArguments.length < args.length ? { name, keyArguments } : undefined;
  }
  const members = objectTypes(schema, named);
  const isListOfParts = isListType(getNullableType(type)) && members.length > 0 && members.every(isPart);
  return isListOfParts ? { name, keyArguments: undefined } : undefined;
}

const isConnection = (type: GraphQLObjectType): boolean =>
  ['edges', 'pageInfo'].every((name) => Object.hasOwn(type.getFields(), name));
