import type { GraphQLResponse } from '@apollo/server';
import { type GraphQLFormattedError, getOperationAST } from 'graphql';
import type { OperationSignals } from '../../core/context.ts';
import type { Client, RequestedDocument } from '../../core/operationRequest.ts';
import type { CostlyPath } from '../../graphql/operations/cost/costliestPaths.ts';
import type { ExecuteOperation } from '../../graphql/operations/executeOperation.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import type { CostExtension } from '../../graphql/operations/rateLimit/rateLimitResponse.ts';
import { readDocument } from '../../graphql/operations/readDocument.ts';
import { resultOf } from '../../http/graphql/writeResponse.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { scopesOfFields } from '../../services/auth/scopeRequirements.ts';
import { createUpstreamRecorder, type UpstreamRequest } from '../../services/upstream/upstreamRecorder.ts';

/** The requests and cost of a query when nothing is cached but media assets. */
export interface QueryPlan {
  /** The requests to the providers, in the order in which they start. */
  readonly requests: readonly UpstreamRequest[];
  /** Points. */
  readonly estimatedCost: number;
  readonly actualCost: number;
  /** The fields with the highest estimated cost, in points. */
  readonly fieldCosts: readonly CostlyPath[];
  /** The scopes that its fields require, e.g. `Query.indexStatus: index:write`. */
  readonly scopes: readonly string[];
  /** The cache tags of the data, sorted. */
  readonly tags: readonly string[];
  readonly errors: readonly GraphQLFormattedError[];
}

/** A query whose plan is requested. */
export interface PlannedQuery {
  readonly document: RequestedDocument;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly client: Client;
}

/** The response to a query whose plan is requested. */
interface PlannedResponse {
  readonly response: GraphQLResponse;
  /** Undefined if the operation is rejected. */
  readonly plan: QueryPlan | undefined;
}

const MAX_FIELD_COSTS = 50;

/**
 * Executes a query without caches and returns its plan. The caller pays for the document, which is charged like an unknown
 * one, and for the operation, under the limits of every operation.
 * @returns the response, and no plan if the operation is rejected
 * @throws RejectedOperation if the document is rejected
 */
export async function planQuery(
  { graph, execute }: { readonly graph: GraphServices; readonly execute: ExecuteOperation },
  { document, operationName, variables = {}, client }: PlannedQuery,
  principal: Principal,
  signals: OperationSignals,
): Promise<PlannedResponse> {
  const read = await readDocument(graph, principal, document);
  const recorder = createUpstreamRecorder();
  const context = {
    ...graph.createContext(signals, principal, recorder),
    request: {
      document,
      documentCharge: read.charge,
      isReadOnly: true,
      reportsCost: true,
      bypassesCache: true,
      client,
    },
  };
  const response = await execute(
    { query: document.text, variables, ...(operationName !== undefined && { operationName }) },
    context,
  );
  const { data, errors = [], extensions } = resultOf(response);
  const operation = getOperationAST(read.document, operationName);
  if (data === undefined || !operation) return { response, plan: undefined };
  const cost = extensions?.cost as CostExtension | undefined;
  const requested = { operation, document: read.document, variables };
  return {
    response,
    plan: {
      requests: recorder.requests(),
      estimatedCost: cost?.requestedQueryCost ?? context.cost.requested,
      actualCost: cost?.actualQueryCost ?? 0,
      fieldCosts: graph.operationLimits
        .costliestPathsOf(requested, MAX_FIELD_COSTS)
        .filter(({ cost }) => cost > 0),
      scopes: scopesOfFields(graph.schema, graph.factsOf(read.document).fields),
      tags: [...context.tags].sort(),
      errors,
    },
  };
}
