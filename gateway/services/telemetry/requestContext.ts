import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { GraphQLResolveInfo } from 'graphql';
import type { Provider } from '../../core/errors.ts';
import type { RejectionReason } from '../../core/rejected.ts';

/** The state of a request in telemetry, available through AsyncLocalStorage while it is processed. */
export interface RequestContext {
  /** Part of every log line of the request, and returned to the client. */
  readonly id: string;
  /** Undefined without tracing. */
  readonly span: Span | undefined;
  /** The GraphQL operation, once parsed. */
  operation?: { readonly type: string; readonly name: string | undefined };
  /** The code of each error of the response. */
  codes?: readonly string[];
  /** The limit that has rejected the request. */
  reason?: RejectionReason | undefined;
  /**
   * Upstream requests that it caused; each query of a search request counts. A load that several requests share counts for
   * the first one.
   */
  readonly upstreamCalls: UpstreamCalls;
  /** Estimated and actual cost of the operation in points. */
  cost?: { readonly requested: number; readonly actual: number };
  /** `Caller.name` of the client. */
  caller?: string;
  /** Whether the response comes from a cache; undefined if it is not cacheable. */
  cache?: 'hit' | 'miss';
  /** True if the response is an event stream. */
  isStream?: boolean;
}

/** Upstream requests by provider. */
export type UpstreamCalls = Record<Provider, number>;

export const zeroUpstreamCalls = (): UpstreamCalls => ({ content: 0, media: 0, search: 0 });

/** Counts upstream requests for the current request. */
export function countUpstreamCalls(provider: Provider, count: number): void {
  const request = currentRequest();
  if (request) request.upstreamCalls[provider] += count;
}

/** The path of a field in a response. */
export type FieldPath = GraphQLResolveInfo['path'];

interface ActiveContext {
  readonly request: RequestContext;
  /** The fields that are being resolved. */
  readonly fields: readonly FieldPath[];
}

const storage = new AsyncLocalStorage<ActiveContext>();

/** Returns the current request; undefined in background work. */
export const currentRequest = (): RequestContext | undefined => storage.getStore()?.request;

/** Returns the fields that are being resolved. */
export const currentFields = (): readonly FieldPath[] => storage.getStore()?.fields ?? [];

/** Runs a function in the context of a request. */
export const runInRequest = <T>(request: RequestContext, run: () => T): T =>
  storage.run({ request, fields: [] }, run);

/** Runs a function in the context of fields of the current request. */
export function runInFields<T>(fields: readonly FieldPath[], run: () => T): T {
  const active = storage.getStore();
  return active && fields.length > 0 ? storage.run({ ...active, fields }, run) : run();
}

/** Formats a path without list indexes, e.g. `recipes.nodes.video`. */
export function nameOfPath(path: FieldPath): string {
  const keys: string[] = [];
  for (let step: FieldPath | undefined = path; step; step = step.prev)
    if (typeof step.key === 'string') keys.unshift(step.key);
  return keys.join('.');
}
