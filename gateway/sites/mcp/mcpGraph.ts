import type { FastifyRequest } from 'fastify';
import type { DocumentNode, FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { OperationSignals } from '../../core/context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { OperationRequest, RequestedDocument } from '../../core/operationRequest.ts';
import type { ExecuteOperation } from '../../graphql/operations/executeOperation.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { ownResultOf } from '../../http/graphql/writeResponse.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { clientOf } from '../../services/usage/usageRecorder.ts';
import { type FittedResult, fitResult } from './fitResult.ts';
import { addPageUrls } from './pageUrls.ts';

/** The services with which the operations of an MCP server are executed. */
export interface McpGraph {
  readonly graph: GraphServices;
  readonly execute: ExecuteOperation;
  /** Returns the origin of the app, for links to its pages. */
  origin(): string;
}

/** A request to the MCP server. */
export interface McpCall {
  readonly request: FastifyRequest;
  readonly principal: Principal;
  readonly signals: Required<OperationSignals>;
}

/** An operation, and the directives `@page` of its document. */
interface ExecutedOperation {
  readonly document: RequestedDocument;
  readonly pages?: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly isReadOnly: boolean;
}

/** The `data` of an operation, with the errors of values that could not be read. */
interface DataResult {
  readonly data: unknown;
  readonly errors?: FormattedExecutionResult['errors'];
}

/** The result of an operation for an assistant. */
export type McpResult =
  | (FittedResult<DataResult> & {
      readonly kind: 'data';
      /** True if every root field is null, without an error. */
      readonly isEmpty: boolean;
    })
  /** There is no data: every root field is null, and at least one has an error. */
  | { readonly kind: 'errors'; readonly errors: readonly GraphQLFormattedError[] };

/** About 6,000 tokens of a language model. */
const MAX_RESULT_CHARACTERS = 24_000;

/** Executes an operation under the same limits, keys and caches as one over `/graphql`. */
export async function executeForAssistant(
  { graph, execute, origin }: McpGraph,
  { request: { headers }, principal, signals }: McpCall,
  { document, pages, operationName, variables, isReadOnly }: ExecutedOperation,
): Promise<McpResult> {
  const request: OperationRequest = {
    document,
    isReadOnly,
    isTool: true,
    client: clientOf((name) => headers[name], principal.caller),
  };
  const response = await execute(
    { query: document.text, variables, ...(operationName !== undefined && { operationName }) },
    { ...graph.createContext(signals, principal), request },
  );
  const result = ownResultOf(response);
  if (pages) addPageUrls(result.data, pages, origin());
  const { data, errors } = result;
  const isNull = Object.values(data ?? {}).every((value) => value === null);
  if (errors && isNull) return { kind: 'errors', errors };
  const fitted = fitResult({ data, ...(errors && { errors }) }, MAX_RESULT_CHARACTERS);
  return fitted ? { kind: 'data', ...fitted, isEmpty: isNull } : { kind: 'errors', errors: [TOO_LARGE] };
}

const TOO_LARGE: GraphQLFormattedError = {
  message: `expected a result of at most ${MAX_RESULT_CHARACTERS.toLocaleString('en')} characters, got a longer one also with short lists and texts; request fewer fields`,
  extensions: { code: 'RESPONSE_TOO_LARGE' satisfies ErrorCode, limit: MAX_RESULT_CHARACTERS },
};
