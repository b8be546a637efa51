import { type GraphQLRequest, type GraphQLRequestContext, HeaderMap } from '@apollo/server';
import { type DocumentNode, getOperationAST } from 'graphql';
import type { CacheStatus, ResponseEntry } from '../../../core/cachedOperation.ts';
import type { Context } from '../../../core/context.ts';
import type { DocumentCharge } from '../../../core/operationCost.ts';
import type { CacheResult, LoadResult } from '../../../services/cache/taggedCache.ts';
import type { Charge } from '../../../services/rateLimit/rateLimiter.ts';
import type { CacheControlPolicy } from '../document/cacheControlPolicy.ts';
import type { ResponseSources } from './responseSources.ts';

/** One run of an operation: the part of Apollo Server's request context that its steps read and write. */
export type OperationRun = Pick<
  GraphQLRequestContext<RunContext>,
  'request' | 'response' | 'contextValue' | 'document' | 'operation' | 'queryHash'
>;

/** The context of a run. Apollo Server copies it, so the progress is an object of its own. */
export interface RunContext extends Context {
  readonly progress: RunProgress;
}

/** Creates the run of an operation. @param document undefined if it is invalid */
export function createRun(
  request: GraphQLRequest,
  contextValue: RunContext,
  document?: DocumentNode,
): OperationRun {
  const response = { http: { status: undefined, headers: new HeaderMap() } };
  if (!document) return { request, response, contextValue };
  const queryHash = contextValue.request?.document.hash as string;
  const operation = getOperationAST(document, request.operationName);
  return operation
    ? { request, response, contextValue, document, queryHash, operation }
    : { request, response, contextValue, document, queryHash };
}

/** What the steps of a run record for later steps. */
export interface RunProgress {
  /** Undefined for documents that cost nothing. */
  documentCharge?: DocumentCharge | undefined;
  /** True if the document was validated for this run. */
  isNewDocument?: boolean;
  cacheLookup?: CacheLookup;
  /** The charge for the operation; undefined if it was rejected before, or the caller has no limit. */
  charge?: Charge | undefined;
  /** True if only the cost of the operation is requested. */
  isDryRun?: boolean;
  /** True if its caller has paid for the execution. */
  isPaid?: boolean;
  /** The slot of the operation in execution, until its response is complete. */
  slot?: Disposable;
  /** The time of the execution; undefined if the operation was not executed. */
  executionMs?: number;
  /** Undefined unless the response has a source map. */
  sources?: ResponseSources;
  /** The size of the source map as JSON. */
  sourceMapBytes?: number;
  /** True once the response is complete. */
  isFinished?: boolean;
}

/** What the lookup of a response has found, until the response is sent. */
export interface CacheLookup {
  readonly policy: CacheControlPolicy;
  /** Undefined if the operation is not cacheable. */
  readonly key: string | undefined;
  hit?: CacheResult<ResponseEntry> | undefined;
  /** Defined while the operation is executed for all requests with its key. */
  loading?: PromiseWithResolvers<LoadResult<ResponseEntry>>;
  /** Undefined if the response is not cacheable. */
  response?: CacheStatus & {
    /** The length of its `data` as JSON. */
    readonly bytes: number;
  };
}
