import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** A part of the schema with its page in the reference. */
export interface SchemaEntry {
  /** For example `Film` or `Film.title`. */
  readonly coordinate: string;
  /** The type of a field. */
  readonly type: string;
  readonly description: string;
  readonly path: string;
}

const REFERENCE_PATH = '/docs/reference';
const MAX_ENTRIES = 60;

/** Returns the types and fields whose names contain a text, the shortest names first; the root fields for an empty text. */
export function searchSchema(schema: GraphQLSchema, text: string): readonly SchemaEntry[] {
  const words = text.trim().toLowerCase();
  if (words === '') return rootTypes(schema).flatMap((type) => entriesOf(type, schema).slice(1));
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .flatMap((type) => entriesOf(type, schema))
    .map((entry) => ({ entry, rank: rankOf(entry.coordinate.toLowerCase(), words) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => a.rank - b.rank || a.entry.coordinate.length - b.entry.coordinate.length)
    .slice(0, MAX_ENTRIES)
    .map(({ entry }) => entry);
}

/** Returns the entry of a type, or of one of its fields; undefined if the schema has none. */
export function findEntry(schema: GraphQLSchema, typeName: string, field?: string): SchemaEntry | undefined {
  const type = schema.getType(typeName);
  const coordinate = field === undefined ? typeName : `${typeName}.${field}`;
  return type && entriesOf(type, schema).find((entry) => entry.coordinate === coordinate);
}

/** Returns the page of a type in the reference, or of one of its fields. */
function referencePath(schema: GraphQLSchema, type: string, field?: string): string {
  if (field === undefined) return `${REFERENCE_PATH}/${type}`;
  const isRoot = rootTypes(schema).some(({ name }) => name === type);
  return isRoot ? `${REFERENCE_PATH}/${type}.${field}` : `${REFERENCE_PATH}/${type}#${field}`;
}

/** Smaller for better matches; negative for none. */
function rankOf(coordinate: string, words: string): number {
  const name = coordinate.slice(coordinate.indexOf('.') + 1);
  if (name === words || coordinate === words) return 0;
  if (name.startsWith(words)) return 1;
  return coordinate.includes(words) ? 2 : -1;
}

const rootTypes = (schema: GraphQLSchema): readonly GraphQLNamedType[] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    (type) => type != null,
  );

/** Returns the entry of a type and those of its fields. */
function entriesOf(type: GraphQLNamedType, schema: GraphQLSchema): readonly SchemaEntry[] {
  const own = {
    coordinate: type.name,
    type: kindOf(type),
    description: type.description ?? '',
    path: referencePath(schema, type.name),
  };
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [own];
  const fields = Object.values(type.getFields()).map((field) => ({
    coordinate: `${type.name}.${field.name}`,
    type: String(field.type),
    description: field.description ?? '',
    path: referencePath(schema, type.name, field.name),
  }));
  return [own, ...fields];
}

function kindOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) return 'type';
  if (isInterfaceType(type)) return 'interface';
  if (isInputObjectType(type)) return 'input';
  if (isUnionType(type)) return 'union';
  return isEnumType(type) ? 'enum' : 'scalar';
}
