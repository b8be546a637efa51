import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  executeSync,
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { withContentErrors } from '../../core/contentIssue.ts';
import type { Context } from '../../core/context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import { publicSchema } from '../schema/publicSchema.ts';
import type { VisibleSchemas } from '../schema/scopes/visibleSchema.ts';
import { createActualCost } from './cost/actualCost.ts';
import type { FactsOf } from './document/documentFacts.ts';
import { describesSchema, onlyRootFields, withoutIntrospection } from './document/rootFields.ts';
import { coercedVariables, EXECUTION_OPTIONS } from './limits/variables.ts';
import type { PreparedOperation, ValidDocuments } from './prepared/validDocuments.ts';
import type { WrittenResult } from './run/responseData.ts';
import type { ResponseSources } from './run/responseSources.ts';
import { createSourcePlans } from './sourceMaps/sourcePlans.ts';
import { withCode } from './visibleErrors.ts';

/** The operation of a valid document that is executed, with its variables. */
export interface RequestedExecution {
  readonly document: DocumentNode;
  /** The SHA-256 of the document's text. */
  readonly hash: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The event of a subscription, from which its field is resolved. */
  readonly event?: object | undefined;
  /** Collects the sources of the values of a query. */
  readonly sources?: ResponseSources | undefined;
}

/**
 * Executes an operation. The errors of values that lists omit are among its errors.
 * @param operation undefined if the document has none of the requested name
 */
export type ExecuteDocument = (
  requested: RequestedExecution,
  operation: OperationDefinitionNode | undefined,
  context: Context,
) => Promise<WrittenResult>;

interface DocumentExecutorOptions {
  readonly schema: GraphQLSchema;
  readonly factsOf: FactsOf;
  readonly visibleSchemas: VisibleSchemas;
  readonly validDocuments: Pick<ValidDocuments, 'find'>;
}

const UNKNOWN_OPERATION = 'OPERATION_RESOLUTION_FAILURE' satisfies ErrorCode;

/** Creates the executor: queries are executed by their plan, other operations and introspection by graphql-js. */
export function createDocumentExecutor({
  schema,
  factsOf,
  visibleSchemas,
  validDocuments,
}: DocumentExecutorOptions): ExecuteDocument {
  const actualCost = createActualCost(schema);
  const prepareWithSources = createSourcePlans(schema, factsOf);
  const executeFields = async (
    { document, operationName, variables, event, sources }: RequestedExecution,
    context: Context,
  ): Promise<ExecutionResult> => {
    const operation = sources && getOperationAST(document, operationName);
    const coerced = operation && coercedVariables(schema, operation, variables);
    if (!coerced)
      return execute({
        schema,
        document,
        rootValue: event,
        contextValue: context,
        operationName,
        variableValues: variables,
        options: EXECUTION_OPTIONS,
      });
    const { data, errors } = await prepareWithSources(document, operation).execute(context, coerced, sources);
    return { data: data ? JSON.parse(data.text) : null, ...(errors && { errors }) };
  };

  /**
   * Executes introspection with the schema that the caller's scopes open, and other fields with the whole schema.
   * @param fields the root fields of introspection
   */
  const executeIntrospection = async (
    requested: RequestedExecution,
    fields: readonly FieldNode[],
    context: Context,
  ): Promise<ExecutionResult> => {
    const { document, operationName, variables } = requested;
    const result = await executeFields({ ...requested, document: withoutIntrospection(document) }, context);
    const hasField = ({ alias, name }: FieldNode) =>
      Object.hasOwn(result.data as object, (alias ?? name).value);
    // `@skip` may exclude all of them.
    if (!result.data || !fields.some(hasField)) return result;
    const { data } = executeSync({
      schema: publicSchema(visibleSchemas(context.audience.scopes)),
      document: onlyRootFields(schema, document, describesSchema),
      operationName,
      variableValues: variables,
    });
    for (const [key, value] of Object.entries(data ?? {})) result.data[key] = value;
    return result;
  };

  const introspectionOf = (
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): readonly FieldNode[] => factsOf(document).ofOperation(operation).rootFields.filter(describesSchema);

  const executeUnplanned: ExecuteDocument = async (requested, operation, context) => {
    const introspection = operation ? introspectionOf(requested.document, operation) : [];
    const { data, errors } = await (introspection.length > 0
      ? executeIntrospection(requested, introspection, context)
      : executeFields(requested, context));
    return {
      data: data && { text: JSON.stringify(data), points: pointsOf(data, requested, operation) },
      errors,
    };
  };

  const pointsOf = (
    data: unknown,
    { document, variables }: RequestedExecution,
    operation: OperationDefinitionNode | undefined,
  ): number => (operation ? actualCost({ operation, document, variables, data }) : 0);

  /** Returns the plan of an operation; undefined unless it is a query without introspection. */
  const planOf = (
    { document, hash, operationName, sources }: RequestedExecution,
    operation: OperationDefinitionNode | undefined,
  ): PreparedOperation | undefined => {
    if (!sources) return validDocuments.find(hash, operationName);
    return operation && introspectionOf(document, operation).length === 0
      ? prepareWithSources(document, operation)
      : undefined;
  };

  return async (requested, operation, context) => {
    const { variables, sources } = requested;
    const prepared = planOf(requested, operation);
    const coerced = prepared && coercedVariables(schema, prepared.operation, variables);
    const { data, errors } = await runForCaller(context.caller, () =>
      coerced ? prepared.execute(context, coerced, sources) : executeUnplanned(requested, operation, context),
    );
    if (data === undefined)
      return { errors: (errors ?? []).map((error) => withCode(error, UNKNOWN_OPERATION)) };
    // What an error replaces by null costs nothing.
    const points = data && errors ? pointsOf(JSON.parse(data.text), requested, operation) : data?.points;
    return {
      data: data && { text: data.text, points: points ?? 0 },
      errors: withContentErrors(errors, context),
    };
  };
}
