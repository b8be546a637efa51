import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { GraphQLResolveInfo } from 'graphql';
import type { Provider } from '../../core/errors.ts';

/** What is known of a request while it is answered. Whatever is done for it finds it, however deep. */
export interface RequestContext {
  /** Goes through every log line of the request, and back to whoever asked. */
  readonly id: string;
  /** Undefined where requests are not traced. */
  readonly span: Span | undefined;
  /** The GraphQL operation, once it is known. */
  operation?: { readonly type: string; readonly name: string | undefined };
  /** The codes of its errors. */
  codes?: readonly string[];
  /** Requests to providers that it has led to. What is shared by many, such as a load that several wait for, is the first one's. */
  readonly upstreamCalls: UpstreamCalls;
  /** Points that the operation may cost, and those that it has; known once it is let in. */
  cost?: { readonly requested: number; readonly actual: number };
  /** Who asks, as `Caller.name` has it. */
  caller?: string;
}

/** Requests by the provider they went to. */
export type UpstreamCalls = Record<Provider, number>;

/** Before any has gone. */
export const zeroUpstreamCalls = (): UpstreamCalls => ({ content: 0, media: 0, search: 0 });

/** Counts one request to a provider for whoever it is made for. */
export function countUpstreamCall(provider: Provider): void {
  const request = currentRequest();
  if (request) request.upstreamCalls[provider] += 1;
}

/** Where in an operation a field stands. */
export type FieldPath = GraphQLResolveInfo['path'];

interface Scope {
  readonly request: RequestContext;
  /** The fields for which something is done at the moment. */
  readonly fields: readonly FieldPath[];
}

const storage = new AsyncLocalStorage<Scope>();

/** The request for which something is done at the moment; undefined for what is nobody's request. */
export const currentRequest = (): RequestContext | undefined => storage.getStore()?.request;

/** The fields for which something is done at the moment. */
export const currentFields = (): readonly FieldPath[] => storage.getStore()?.fields ?? [];

/** Does something for a request. */
export const runInRequest = <T>(request: RequestContext, run: () => T): T => storage.run({ request, fields: [] }, run);

/** Does something for these fields of the current request. */
export function runInFields<T>(fields: readonly FieldPath[], run: () => T): T {
  const scope = storage.getStore();
  return scope && fields.length > 0 ? storage.run({ ...scope, fields }, run) : run();
}

/** The path of a field as a text without places in lists, e.g. `films.nodes.video`. */
export function nameOfPath(path: FieldPath): string {
  const keys: string[] = [];
  for (let step: FieldPath | undefined = path; step; step = step.prev)
    if (typeof step.key === 'string') keys.unshift(step.key);
  return keys.join('.');
}
