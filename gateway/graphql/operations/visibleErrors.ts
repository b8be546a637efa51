import type { GraphQLRequestContextWillSendResponse } from '@apollo/server';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { type ErrorCode, formatError } from '../../core/errors.ts';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import type { Scope } from '../../core/scopes.ts';
import type { GraphServices } from './graphServices.ts';
import { EXECUTION_OPTIONS } from './limits/variables.ts';
import type { RunContext } from './run/operationRun.ts';
import { validateDocument } from './validateDocument.ts';

/** An operation, and variables that do not fit it. */
export interface Coercion {
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A document that is rejected, or one of which an operation is rejected. */
interface RejectedDocument {
  readonly requested: Pick<RequestedDocument, 'isTrusted'>;
  readonly document: DocumentNode;
  /** The errors in the whole schema. */
  readonly errors: readonly GraphQLError[];
  /** The cause of the errors, if it is in the variables. */
  readonly coercion?: Coercion | undefined;
}

const BAD_INPUT = 'BAD_USER_INPUT' satisfies ErrorCode;

/**
 * Returns the errors of a rejected operation in the schema that its caller sees, where names that require further scopes are
 * unknown: the errors of the whole schema would tell what is behind such a name.
 * @param scopes the scopes of the caller
 * @returns the errors in the whole schema if the visible schema has none: the reason of the rejection is not a name, but e.g. the cost
 */
export function visibleErrors(
  { visibleSchemas, operationLimits }: Pick<GraphServices, 'visibleSchemas' | 'operationLimits'>,
  scopes: readonly Scope[],
  { requested, document, errors, coercion }: RejectedDocument,
): readonly GraphQLError[] {
  const schema = visibleSchemas(scopes);
  const invalid = validateDocument(schema, document, operationLimits, requested);
  if (invalid.length > 0) return invalid.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
  return (coercion && variableErrors(schema, coercion)) ?? errors;
}

/** Returns the errors of variables that do not fit their types; undefined if they fit. */
export function variableErrors(
  schema: GraphQLSchema,
  { operation: { variableDefinitions = [] }, variables }: Coercion,
): readonly GraphQLError[] | undefined {
  const { errors } = getVariableValues(schema, variableDefinitions, variables, {
    maxErrors: EXECUTION_OPTIONS.maxCoercionErrors,
  });
  return errors?.map((error) => withCode(error, BAD_INPUT));
}

/** Replaces the errors of an invalid document in a response of Apollo Server. */
export function showVisibleErrors(
  services: Pick<GraphServices, 'visibleSchemas' | 'operationLimits'>,
  {
    document,
    response: { body },
    contextValue,
    errors = [],
  }: GraphQLRequestContextWillSendResponse<RunContext>,
): void {
  // A text that is no document names nothing.
  if (!document || body.kind !== 'single') return;
  const requested = { isTrusted: false };
  const visible = visibleErrors(services, contextValue.audience.scopes, { requested, document, errors });
  if (visible !== errors)
    body.singleResult.errors = visible.map((error) => formatError(error.toJSON(), error));
}

/** Returns an error with a code, if it has none. */
export function withCode(
  { message, nodes, source, positions, extensions }: GraphQLError,
  code: string,
): GraphQLError {
  return new GraphQLError(message, { nodes, source, positions, extensions: { code, ...extensions } });
}
