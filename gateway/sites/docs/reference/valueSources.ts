import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
} from 'graphql';
import type { ExampleOperation } from '../markdown/examples.ts';
import type { ExampleOperations, ReferenceExample } from './exampleOperation.ts';
import { type Field, fieldsOf } from './typePaths.ts';

/** Where the value of an argument comes from: a text in the data of an operation. */
export interface ValueSource {
  readonly operation: ExampleOperation;
  /** Returns the variables of the example with a text of the content. */
  variablesWith(text: string): ExampleOperation['variables'];
}

/** The types whose texts the fields with an argument `query` search. */
const SEARCHED_TYPES: Readonly<Record<string, string>> = {
  search: 'SearchItem',
  suggest: 'SearchItem',
  moments: 'Cue',
};
const LABEL = 'label';

/**
 * Creates a function that returns where an example finds a value of its required argument in the content: the key or the id of
 * a document, or a word to search for. It returns undefined if the example needs none, or if no operation reads one.
 */
export function createValueSources(
  schema: GraphQLSchema,
  examples: ExampleOperations,
): (example: ReferenceExample) => ValueSource | undefined {
  /** Returns an operation that reads a field, and runs without values of its own. */
  const read = (type: GraphQLNamedType, find: (fields: readonly Field[]) => Field | undefined) => {
    const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    const operations = members.flatMap((member) => {
      const field = find(fieldsOf(member).filter(isPlainLeaf));
      const example = field && examples.ofField(member.name, field);
      return example && !example.rootField.args.some(isRequiredArgument) ? [example] : [];
    });
    const [shortest] = operations.toSorted((a, b) => a.query.length - b.query.length);
    return shortest;
  };
  return ({ rootField, variables = {} }) => {
    const argument = rootField.args.find((each) => isRequiredArgument(each) && each.name in variables);
    if (!argument) return undefined;
    const { name, type } = argument;
    const named = getNamedType(type);
    const returned = getNamedType(rootField.type);
    const source = (operation: ExampleOperation | undefined, toValue: (text: string) => unknown) =>
      operation && {
        operation,
        variablesWith: (text: string) => ({ ...variables, [name]: toValue(text) }),
      };
    if (isInputObjectType(named) && named.isOneOf) {
      const [key = ''] = Object.keys(variables[name] as object);
      return source(read(returned, fieldNamed(key)), (text) => ({ [key]: text }));
    }
    if (named.name === 'ID') return source(read(returned, fieldNamed('id')), (id) => valueOfId(argument, id));
    const searched = schema.getType(SEARCHED_TYPES[rootField.name] ?? '');
    return searched && source(read(searched, findText), wordOf);
  };
}

const isPlainLeaf = ({ type, args }: Field): boolean =>
  isLeafType(getNullableType(type)) && !args.some(isRequiredArgument);

const fieldNamed = (name: string) => (fields: readonly Field[]) =>
  fields.find((field) => field.name === name);

/** Returns the label of a document, else its first text. */
const findText = (fields: readonly Field[]): Field | undefined =>
  fieldNamed(LABEL)(fields) ?? fields.find(({ type }) => getNamedType(type).name === 'String');

const valueOfId = ({ type }: GraphQLArgument, id: string): unknown =>
  isListType(getNullableType(type)) ? [id] : id;

/** Returns the first long word of a text. */
const wordOf = (text: string): string => /\p{L}{4,}/u.exec(text)?.[0] ?? text;
