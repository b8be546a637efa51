import { GraphQLEnumType, GraphQLError, type GraphQLSchema, isIntrospectionType } from 'graphql';

/** An error lists at most this number of values. */
const MAX_LISTED = 20;

/** Makes the errors of enums name the values that are expected, in documents and variables, unless they suggest a similar one. */
export function explainEnumErrors(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()))
    if (type instanceof GraphQLEnumType && !isIntrospectionType(type)) explainErrorsOf(type);
  return schema;
}

function explainErrorsOf(type: GraphQLEnumType): void {
  const { parseValue, parseLiteral } = type;
  const expected = expectedValues(type);
  type.parseValue = (value, hideSuggestions) =>
    explained(() => parseValue.call(type, value, hideSuggestions), hideSuggestions ? '' : expected);
  type.parseLiteral = (node, variables, hideSuggestions) =>
    explained(
      () => parseLiteral.call(type, node, variables, hideSuggestions),
      hideSuggestions ? '' : expected,
    );
}

function expectedValues(type: GraphQLEnumType): string {
  const names = type.getValues().map(({ name }) => name);
  if (names.length === 0) return '';
  const more = names.length > MAX_LISTED ? ', …' : '';
  return ` Expected one of ${names.slice(0, MAX_LISTED).join(', ')}${more}.`;
}

/** Adds what is expected to the error of a value without a suggestion. */
function explained<Value>(parse: () => Value, expected: string): Value {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof GraphQLError) || error.message.includes('Did you mean')) throw error;
    throw new GraphQLError(`${error.message}${expected}`, { nodes: error.nodes ?? null });
  }
}
