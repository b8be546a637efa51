import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import MiniSearch from 'minisearch';

/** A part of a schema that a search can find. */
interface SchemaEntry {
  readonly id: number;
  readonly name: string;
  /** For example `Film.title: String!`. */
  readonly signature: string;
  readonly description: string;
}

const NAME_BOOST = 1.5;
/** Shorter words, such as articles, say nothing about a part of a schema. */
const MIN_WORD_CHARACTERS = 3;
/** Longer queries are cut: each word takes up to 1 ms. */
const MAX_QUERY_CHARACTERS = 200;
const MAX_QUERY_WORDS = 8;

/** Returns the parts of a schema that match a query, best first, one a line with its description. */
export type SearchSchema = (schema: GraphQLSchema, query: string, limit: number) => readonly string[];

/** Creates a search of types, fields, arguments and enum values. Each schema is indexed once. */
export function createSchemaSearch(): SearchSchema {
  const indexes = new WeakMap<GraphQLSchema, MiniSearch<SchemaEntry>>();
  return (schema, query, limit) => {
    const index = indexes.get(schema) ?? indexOf(schema);
    indexes.set(schema, index);
    return index
      .search(searchedWords(query))
      .slice(0, limit)
      .map(({ signature, description }) => `${signature}${description && ` # ${description}`}`);
  };
}

/** Returns the first different words of a query. */
const searchedWords = (query: string): string => {
  const words = wordsOf(query.slice(0, MAX_QUERY_CHARACTERS)).map((word) => word.toLowerCase());
  return [...new Set(words)].slice(0, MAX_QUERY_WORDS).join(' ');
};

function indexOf(schema: GraphQLSchema): MiniSearch<SchemaEntry> {
  const index = new MiniSearch<SchemaEntry>({
    fields: ['name', 'description'],
    storeFields: ['signature', 'description'],
    tokenize: wordsOf,
    // Without a plural `s`.
    processTerm: (term) => (term.length < MIN_WORD_CHARACTERS ? null : term.toLowerCase().replace(/s$/, '')),
    searchOptions: {
      boost: { name: NAME_BOOST },
      prefix: true,
    },
  });
  index.addAll(
    Object.values(schema.getTypeMap())
      .flatMap(entriesOf)
      .map((entry, id) => ({ ...entry, id })),
  );
  return index;
}

function entriesOf(type: GraphQLNamedType): readonly Omit<SchemaEntry, 'id'>[] {
  if (isIntrospectionType(type)) return [];
  const own = entryOf(type.name, type);
  if (isObjectType(type) || isInterfaceType(type))
    return [own, ...Object.values(type.getFields()).map((field) => entryOf(signatureOf(type, field), field))];
  if (isInputObjectType(type))
    return [
      own,
      ...Object.values(type.getFields()).map((field) =>
        entryOf(`${type.name}.${field.name}: ${field.type}`, field),
      ),
    ];
  if (isEnumType(type))
    return [own, ...type.getValues().map((value) => entryOf(`${type.name}.${value.name}`, value))];
  return [own];
}

const entryOf = (
  signature: string,
  { description }: { readonly description?: string | null | undefined },
): Omit<SchemaEntry, 'id'> => ({
  name: signature.split(/[(:]/, 1)[0] as string,
  signature,
  description: (description ?? '').replaceAll(/\s+/g, ' '),
});

const signatureOf = (
  { name: type }: GraphQLNamedType,
  { name, args, type: result }: GraphQLField<unknown, unknown>,
): string => `${type}.${name}${args.length > 0 ? `(${args.map(argumentOf).join(', ')})` : ''}: ${result}`;

const argumentOf = ({ name, type }: GraphQLArgument): string => `${name}: ${type}`;

/** Returns the words of a text, also the words within names in camel case. */
const wordsOf = (text: string): string[] =>
  text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
