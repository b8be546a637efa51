import { isDeepStrictEqual } from 'node:util';
import { GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';

type Variables = Readonly<Record<string, unknown>>;

/** Limits the errors about variables in a response. */
export const EXECUTION_OPTIONS = { maxCoercionErrors: 5 } as const;

const NO_VARIABLES: Variables = Object.freeze({});

interface Coercion {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly received: Variables;
  readonly coerced: Variables | undefined;
}

/** By the received variables: several steps of one request need the coerced ones. */
const coercions = new WeakMap<Variables, Coercion>();

/** By the operation and the JSON of the received variables. */
const recentCoercions = new LRUCache<string, Coercion>({ max: 1_000 });
/** Longer variables are rarely sent again. */
const MAX_KEY_CHARACTERS = 2_000;

/**
 * Returns the variables of an operation, coerced to the types of the schema; undefined if they are invalid, which the
 * execution then reports. Stops at the first error, because graphql-js prints the whole value for each. Equal variables of recent
 * requests for an operation are one object, by which other modules store what depends only on the operation and its variables.
 */
export function coercedVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): Variables | undefined {
  if (!operation.variableDefinitions?.length) return NO_VARIABLES;
  const known = coercions.get(variables);
  if (known?.operation === operation && known.schema === schema) return known.coerced;
  const key = `${numberOf(operation)} ${JSON.stringify(variables)}`;
  const recent = recentCoercions.get(key);
  const isEqual = recent?.schema === schema && isDeepStrictEqual(recent.received, variables);
  const coercion = isEqual ? recent : coerce(schema, operation, variables);
  if (!isEqual && key.length <= MAX_KEY_CHARACTERS) recentCoercions.set(key, coercion);
  coercions.set(variables, coercion);
  return coercion.coerced;
}

function coerce(schema: GraphQLSchema, operation: OperationDefinitionNode, received: Variables): Coercion {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], received, {
    maxErrors: 0,
    hideSuggestions: true,
  });
  return { schema, operation, received, coerced };
}

const numbers = new WeakMap<OperationDefinitionNode, number>();
let lastNumber = 0;

/** Numbers the parsed operations. */
function numberOf(operation: OperationDefinitionNode): number {
  const known = numbers.get(operation);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(operation, lastNumber);
  return lastNumber;
}

/** A filter written by hand needs fewer than ten levels. */
const MAX_VARIABLE_DEPTH = 30;

/**
 * Rejects deeply nested variables, before anything traverses them recursively.
 * @throws GraphQLError `TOO_DEEP`
 */
export function rejectDeepVariables(variables: unknown): void {
  let level = [variables];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_VARIABLE_DEPTH)
      throw new GraphQLError(
        `expected variables of at most ${MAX_VARIABLE_DEPTH} levels, got more; use a flatter filter`,
        { extensions: { code: 'TOO_DEEP', limit: MAX_VARIABLE_DEPTH } },
      );
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null
        ? Object.values(value).filter((inner) => typeof inner === 'object')
        : [],
    );
  }
}
