import { GraphQLEnumType, GraphQLError, type GraphQLSchema, isIntrospectionType } from 'graphql';
import { constantCase } from '../../core/model/model.ts';
import { scopeRequirements } from '../../services/auth/scopeRequirements.ts';

/** An error lists at most this number of values. */
const MAX_LISTED = 20;

/**
 * Makes the errors of enums name the values that are expected, in documents and variables, unless they suggest a similar one.
 * Values that stand for types with required scopes are not listed.
 */
export function explainEnumErrors(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap());
  const required = scopeRequirements(schema);
  const hidden = new Set(
    types.filter((type) => required.ofType(type).length > 0).map(({ name }) => constantCase(name)),
  );
  for (const type of types)
    if (type instanceof GraphQLEnumType && !isIntrospectionType(type))
      explainErrorsOf(type, type.name === 'DocumentType' ? hidden : new Set());
  return schema;
}

function explainErrorsOf(type: GraphQLEnumType, hidden: ReadonlySet<string>): void {
  const { parseValue, parseLiteral } = type;
  const expected = expectedValues(type, hidden);
  type.parseValue = (value, hideSuggestions) =>
    explained(() => parseValue.call(type, value, hideSuggestions), hideSuggestions ? '' : expected);
  type.parseLiteral = (node, variables, hideSuggestions) =>
    explained(
      () => parseLiteral.call(type, node, variables, hideSuggestions),
      hideSuggestions ? '' : expected,
    );
}

function expectedValues(type: GraphQLEnumType, hidden: ReadonlySet<string>): string {
  const all = type.getValues().map(({ name }) => name);
  const listed = all.filter((name) => !hidden.has(name)).slice(0, MAX_LISTED);
  const more = listed.length < all.length ? ', …' : '';
  return listed.length > 0 ? ` Expected one of ${listed.join(', ')}${more}.` : '';
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
