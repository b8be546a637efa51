import { isDeepStrictEqual } from 'node:util';
import { GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { objectNumber } from '../../../core/objectNumber.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Limits the errors about variables in a response. */
export const EXECUTION_OPTIONS = { maxCoercionErrors: 5 } as const;

const NO_VARIABLES: Variables = Object.freeze({});

/** It refers to its schema and operation by number: received variables live longer than the documents of their requests. */
interface Coercion {
  readonly schema: number;
  readonly operation: number;
  readonly received: Variables;
  readonly coerced: Variables | undefined;
}

/** By the received variables: several steps of one request need the coerced variables. */
const coercions = new WeakMap<Variables, Coercion>();

/** By the schema, the operation and the JSON of the received variables. */
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
  const { variableDefinitions = [] } = operation;
  if (variableDefinitions.length === 0) return NO_VARIABLES;
  const numbers = { schema: objectNumber(schema), operation: objectNumber(operation) };
  const known = coercions.get(variables);
  if (known?.operation === numbers.operation && known.schema === numbers.schema) return known.coerced;
  const key = `${numbers.schema} ${numbers.operation} ${JSON.stringify(variables)}`;
  const isShort = key.length <= MAX_KEY_CHARACTERS;
  const recent = isShort ? recentCoercions.get(key) : undefined;
  // Variables with the same JSON can differ in values that JSON lacks, such as undefined.
  const isEqual = recent !== undefined && isDeepStrictEqual(recent.received, variables);
  const options = { maxErrors: 0, hideSuggestions: true };
  const coercion = isEqual
    ? recent
    : {
        ...numbers,
        received: variables,
        coerced: getVariableValues(schema, variableDefinitions, variables, options).coerced,
      };
  if (isShort && !isEqual) recentCoercions.set(key, coercion);
  coercions.set(variables, coercion);
  return coercion.coerced;
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
