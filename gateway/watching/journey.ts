import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { GraphQLResolveInfo } from 'graphql';
import type { Provider } from '../errors.ts';

/** What is known of a request while it is answered. Whatever is done for it finds it, however deep. */
export interface Journey {
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
export const noCalls = (): UpstreamCalls => ({ content: 0, media: 0, search: 0 });

/** Counts one request to a provider for whoever it is made for. */
export function noteUpstreamCall(provider: Provider): void {
  const journey = currentJourney();
  if (journey) journey.upstreamCalls[provider] += 1;
}

/** Where in an operation a field stands. */
export type FieldPath = GraphQLResolveInfo['path'];

interface Place {
  readonly journey: Journey;
  /** The fields for which something is done at the moment. */
  readonly fields: readonly FieldPath[];
}

const places = new AsyncLocalStorage<Place>();

/** The request for which something is done at the moment; undefined for what is nobody's request. */
export const currentJourney = (): Journey | undefined => places.getStore()?.journey;

/** The fields for which something is done at the moment. */
export const currentFields = (): readonly FieldPath[] => places.getStore()?.fields ?? [];

/** Does something for a request. */
export const onJourney = <T>(journey: Journey, act: () => T): T => places.run({ journey, fields: [] }, act);

/** Does something for these fields of the current request. */
export function forFields<T>(fields: readonly FieldPath[], act: () => T): T {
  const place = places.getStore();
  return place && fields.length > 0 ? places.run({ ...place, fields }, act) : act();
}

/** The path of a field as a text without places in lists, e.g. `films.nodes.video`. */
export function nameOfPath(path: FieldPath): string {
  const keys: string[] = [];
  for (let step: FieldPath | undefined = path; step; step = step.prev)
    if (typeof step.key === 'string') keys.unshift(step.key);
  return keys.join('.');
}
