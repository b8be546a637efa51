import type { GraphQLRequest, GraphQLResponse } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import type { Context } from '../../core/context.ts';
import { andThen, type MaybePromise } from '../../core/maybePromise.ts';
import { createApolloServer } from './apolloServer.ts';
import type { GraphServices } from './graphServices.ts';
import { type OperationSteps, reject, respond } from './operationSteps.ts';
import { rateLimitedResponse } from './rateLimit/rateLimitResponse.ts';
import { compileDocument } from './readDocument.ts';
import { rejectionErrors } from './rejectedOperation.ts';
import { createRun, type RunContext } from './run/operationRun.ts';

/**
 * Executes an operation.
 * @param request the text of the document, the name of the operation and its variables
 * @param context of this operation only; its execution adds its progress
 * @returns the result, its headers, and a status if the operation itself decides it, such as 429; else `http/graphql`
 * derives it from the result
 */
export type ExecuteOperation = (request: GraphQLRequest, context: Context) => MaybePromise<GraphQLResponse>;

/**
 * Creates the function that executes operations over HTTP. Apollo Server parses and validates new documents, and formats the
 * errors of invalid documents; the operations of all valid documents pass `respond`.
 */
export async function createExecuteOperation(steps: OperationSteps): Promise<ExecuteOperation> {
  const { graph, documentCharges } = steps;
  const apollo = createApolloServer(steps);
  await apollo.start();
  const executeCharged = (request: GraphQLRequest, contextValue: RunContext): Promise<GraphQLResponse> => {
    let document: DocumentNode | undefined;
    try {
      document = knownDocument(graph, contextValue);
    } catch (error) {
      return reject(createRun(request, contextValue), rejectionErrors(error), steps);
    }
    return document
      ? respond(createRun(request, contextValue, document), steps)
      : apollo.executeOperation(request, { contextValue }).then(withOwnStatus);
  };
  return (request, context) => {
    const contextValue = Object.assign(context, { progress: {} });
    return andThen(documentCharges.charge(contextValue), (error) =>
      error ? rateLimitedResponse(error, contextValue.cost) : executeCharged(request, contextValue),
    );
  };
}

/**
 * Returns the document of a request; undefined if Apollo Server has to read it.
 * @throws RejectedOperation if the document is invalid
 */
function knownDocument(graph: GraphServices, { request, audience }: Context): DocumentNode | undefined {
  if (!request) return undefined;
  const { document } = request;
  // Apollo Server would apply the limits of other documents.
  return document.isTrusted
    ? compileDocument(graph, audience.scopes, document)
    : graph.validDocuments.get(document.hash);
}

/** Statuses that Apollo Server sets for errors without one. */
const DEFAULT_STATUSES: ReadonlySet<number | undefined> = new Set([400, 500]);

const withOwnStatus = ({ http, body }: GraphQLResponse): GraphQLResponse =>
  DEFAULT_STATUSES.has(http.status) ? { http: { headers: http.headers }, body } : { http, body };
