import { type ApolloServer, type GraphQLRequest, type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import type { Context } from '../../core/context.ts';
import { formatError } from '../../core/errors.ts';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import type { Scope } from '../../core/scopes.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import type { createPreparedExecution } from './executePrepared.ts';
import type { DocumentCharges } from './rateLimit/documentCharges.ts';
import { rateLimitedResponse } from './rateLimit/rateLimitedResponse.ts';

/**
 * Executes an operation.
 * @param request the text of the document, the name of the operation and its variables
 * @returns the result, its headers, and a status if the operation itself decides it, such as 429; else `http/graphql`
 * derives it from the result
 */
export type ExecuteOperation = (request: GraphQLRequest, context: Context) => Promise<GraphQLResponse>;

interface ExecutionOptions {
  readonly apollo: Pick<ApolloServer<Context>, 'executeOperation'>;
  readonly executePrepared: ReturnType<typeof createPreparedExecution>;
  readonly documentCharges: Pick<DocumentCharges, 'charge'>;
  /** Compiles a document for its execution. @returns errors if it is invalid */
  compile(document: RequestedDocument, scopes: readonly Scope[]): readonly GraphQLError[];
}

/**
 * Creates the function that executes operations over HTTP, after a charge for the document: prepared operations by their plan,
 * others by Apollo Server.
 */
export const createExecuteOperation =
  ({ apollo, executePrepared, documentCharges, compile }: ExecutionOptions): ExecuteOperation =>
  async (request, context) => {
    const error = await documentCharges.charge(context);
    if (!error) {
      const document = context.request?.document;
      // Apollo Server would apply the limits of other documents.
      const errors = document?.isTrusted ? compile(document, context.audience.scopes) : [];
      if (errors.length > 0) return invalidDocument(errors);
      const startedAt = performance.now();
      const prepared = executePrepared(request, context);
      const response = prepared
        ? await prepared
        : withOwnStatus(await apollo.executeOperation(request, { contextValue: context }));
      reportExecutor(response, prepared ? 'prepared' : 'apollo', performance.now() - startedAt);
      return response;
    }
    const { cost } = context;
    const requestContext = currentRequest();
    if (requestContext) requestContext.cost = { requested: cost.requested, actual: 0 };
    return rateLimitedResponse(error, cost);
  };

const invalidDocument = (errors: readonly GraphQLError[]): GraphQLResponse => ({
  http: { status: undefined, headers: new HeaderMap([['cache-control', 'private, no-store']]) },
  body: {
    kind: 'single',
    singleResult: { errors: errors.map((error) => formatError(error.toJSON(), error)) },
  },
});

/**
 * Names what has executed an operation in `Server-Timing` (https://www.w3.org/TR/server-timing/). Rejected operations and cached
 * responses have none: nothing was executed.
 */
function reportExecutor(
  { http: { headers }, body }: GraphQLResponse,
  executor: 'prepared' | 'apollo',
  durationMs: number,
): void {
  const isCached = headers.get('cache-status')?.startsWith('trivium; hit');
  const isExecuted = body.kind === 'single' && body.singleResult.data !== undefined;
  if (isExecuted && !isCached) headers.set('server-timing', `${executor};dur=${durationMs.toFixed(1)}`);
}

/** Statuses that Apollo Server sets for errors without one. */
const DEFAULT_STATUSES: ReadonlySet<number | undefined> = new Set([undefined, 400, 500]);

/** Returns whether an error has set the status of a response, e.g. that of a rate limit. */
export const hasOwnStatus = ({ http }: Pick<GraphQLResponse, 'http'>): boolean =>
  !DEFAULT_STATUSES.has(http.status);

const withOwnStatus = ({ http, body }: GraphQLResponse): GraphQLResponse =>
  hasOwnStatus({ http }) ? { http, body } : { http: { headers: http.headers }, body };
