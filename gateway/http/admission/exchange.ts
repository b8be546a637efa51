import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { CacheLifetime } from '../../core/cachedOperation.ts';
import type { Rejected } from '../../core/rejected.ts';
import type { Charge } from '../../services/rateLimit/rateLimiter.ts';
import type { RequestKind } from '../../services/telemetry/requestMetrics.ts';
import type { RequestRecord } from './requestTelemetry.ts';

/** A request and its response, from the arrival of the request to the end of the response. */
export interface Exchange {
  /** The client's IP address. */
  readonly address: string;
  readonly record: RequestRecord;
  /** Ends the count of the request. The count of an event stream ends when the stream opens, because a stream takes no processor time. */
  readonly slot: Disposable | undefined;
  /** The kind of the request in metrics; `none` until its route is known. */
  kind: RequestKind;
  /** The error of a request above the limit of its connection. */
  rejection?: Rejected;
  /** Ends the count of the bytes of its response. */
  releaseMemory?: () => void;
  /** What the fast path has found for the request. */
  lookup?: Lookup;
  /** The lifetime of the response to a query of a page; undefined if the response must not be cached. */
  lifetime?: CacheLifetime;
}

/** What is known about a request whose cached response was looked up. */
export interface Lookup<H = unknown> {
  /** The key of the request. */
  readonly key: string;
  /** Undefined if its response is not cached. */
  readonly hit: H | undefined;
  /** The charge for the hit, if the caller has too few points. */
  charge?: Charge;
}

const EXCHANGE = Symbol('exchange');

type ExchangeRequest = IncomingMessage & { [EXCHANGE]?: Exchange };

/** Returns the exchange of a request; undefined for a request of this process whose first hook has not run. */
export const exchangeOf = (request: IncomingMessage): Exchange | undefined =>
  (request as ExchangeRequest)[EXCHANGE];

export function setExchange(request: IncomingMessage, exchange: Exchange): void {
  (request as ExchangeRequest)[EXCHANGE] = exchange;
}

/** Returns the address of a client. Fastify evaluates the trust in proxies at each access of `request.ip`. */
export const clientIpOf = (request: FastifyRequest): string => exchangeOf(request.raw)?.address ?? request.ip;

/** Returns whether a page of this server sent a request, in process. */
export const isInjected = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

/** Sets the lifetime of the response to a request. */
export function setLifetime({ raw }: FastifyRequest, lifetime: CacheLifetime): void {
  const exchange = exchangeOf(raw);
  if (exchange) exchange.lifetime = lifetime;
}
