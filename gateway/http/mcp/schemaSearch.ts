import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';

/** A part of a schema that a search can find. */
interface SchemaEntry {
  /** For example `Film.title: String!`. */
  readonly signature: string;
  readonly description: string;
  readonly nameWords: ReadonlySet<string>;
  readonly descriptionWords: ReadonlySet<string>;
}

const NAME_WEIGHT = 3;

/** Returns the parts of a schema that match a query, best first, one a line with its description. */
export type SearchSchema = (schema: GraphQLSchema, query: string, limit: number) => readonly string[];

/** Creates a search of types, fields, arguments and enum values. Each schema is indexed once. */
export function createSchemaSearch(): SearchSchema {
  const indexes = new WeakMap<GraphQLSchema, readonly SchemaEntry[]>();
  return (schema, query, limit) => {
    const index = indexes.get(schema) ?? entriesOf(schema);
    indexes.set(schema, index);
    const words = wordsOf(query);
    return index
      .map((entry) => ({ entry, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ entry: { signature, description } }) => `${signature}${description && ` # ${description}`}`);
  };
}

function scoreOf({ nameWords, descriptionWords }: SchemaEntry, words: ReadonlySet<string>): number {
  let score = 0;
  for (const word of words) {
    if (nameWords.has(word)) score += NAME_WEIGHT;
    if (descriptionWords.has(word)) score += 1;
  }
  return score;
}

const entriesOf = (schema: GraphQLSchema): SchemaEntry[] =>
  Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isIntrospectionType(type)) return [];
    const own = entryOf(type.name, type.name, type.description);
    if (isObjectType(type) || isInterfaceType(type))
      return [
        own,
        ...Object.values(type.getFields()).map((field) =>
          entryOf(`${type.name} ${field.name}`, signatureOf(type.name, field), field.description),
        ),
      ];
    if (isInputObjectType(type))
      return [
        own,
        ...Object.values(type.getFields()).map((field) =>
          entryOf(
            `${type.name} ${field.name}`,
            `${type.name}.${field.name}: ${field.type}`,
            field.description,
          ),
        ),
      ];
    if (isEnumType(type))
      return type
        .getValues()
        .map((value) =>
          entryOf(`${type.name} ${value.name}`, `${type.name}.${value.name}`, value.description),
        )
        .concat(own);
    return [own];
  });

const entryOf = (names: string, signature: string, description: string | null | undefined): SchemaEntry => ({
  signature,
  description: (description ?? '').replaceAll(/\s+/g, ' '),
  nameWords: wordsOf(names),
  descriptionWords: wordsOf(description ?? ''),
});

const signatureOf = (type: string, { name, args, type: result }: GraphQLField<unknown, unknown>): string =>
  `${type}.${name}${args.length > 0 ? `(${args.map(argumentOf).join(', ')})` : ''}: ${result}`;

const argumentOf = ({ name, type }: GraphQLArgument): string => `${name}: ${type}`;

/** Returns the words of a text in lower case, also those of names in camel case, without a plural `s`. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)),
  );
