import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TrustProxy } from '../../core/clientAddress.ts';
import { anonymousCaller, type Caller } from '../../core/context.ts';
import { andThen } from '../../core/maybePromise.ts';
import { MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { runInRequest } from '../../services/telemetry/requestContext.ts';
import type { RequestKind } from '../../services/telemetry/requestMetrics.ts';
import type { SendCached } from '../admission/admission.ts';
import { type Exchange, exchangeOf, type Lookup } from '../admission/exchange.ts';
import type { RequestTelemetry } from '../admission/requestTelemetry.ts';
import { limitReadTime } from '../hooks/connections.ts';
import type { ResponseMemory } from '../hooks/responseMemory.ts';
import type { EncodedBodies } from './encodedBodies.ts';
import type { RecordedHit } from './operationHits.ts';
import { bodyBytesOf, isPlain, readArrivedBody } from './plainRequests.ts';
import { type Headers, type Hit, type ResponseHead, rateLimitOf, responseHead } from './responseHead.ts';

/** A route whose cached responses are sent in front of Fastify. */
export interface CachedRoute<H extends Hit> {
  /** The kind of its requests in metrics. */
  readonly kind: RequestKind;
  readonly pattern: string;
  /** True if it has the requests that no other route accepts. The order in which routes are added decides nothing. */
  readonly isCatchAll: boolean;
  /** True if its requests are rejected while load is shed. */
  readonly isShed: boolean;
  /** The headers that hooks add to each of its responses. */
  readonly headers: Headers;
  /** Returns whether a request is one of this route. */
  accepts(request: IncomingMessage): boolean;
  lookUp(request: IncomingMessage, body: string): Lookup<H>;
  /** Records what its handler would record. */
  record?(hit: H, request: RecordedHit): void;
}

/** Sends cached responses in front of Fastify. */
export interface FastPath {
  /**
   * Adds a route.
   * @returns a function that returns what is known about a request of the route; undefined if it was not looked up
   */
  add<H extends Hit>(route: CachedRoute<H>): (request: IncomingMessage) => Lookup<H> | undefined;
  /** Sends the cached response to a request, but to none that hooks could handle in another way. */
  readonly respond: SendCached;
  /** Leaves all requests to Fastify, which closes their connections. */
  stop(): void;
}

interface FastPathOptions {
  readonly trustProxy: TrustProxy;
  readonly telemetry: Pick<RequestTelemetry, 'routed'>;
  readonly memory: Pick<ResponseMemory, 'tryAdd'>;
  /** Returns whether load is shed now. */
  isOverloaded(): boolean;
  /** Returns whether the gateway closes soon. */
  isDraining(): boolean;
  readonly cache: Pick<TaggedCache, 'countHit'>;
  /** True if the gateway purges a CDN. */
  readonly hasCdnPurge: boolean;
  readonly bodies: Pick<EncodedBodies, 'peek'>;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
}

/** A request that may have a cached response. */
interface PendingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly route: CachedRoute<Hit>;
  /** Passes the request to Fastify. */
  next(): void;
}

/** A response that can be sent. */
interface Sendable {
  readonly hit: Hit;
  readonly rendered: RenderedHead;
  readonly body: Buffer;
}

/** The head of a response, and all its headers but the request id and the rate limit: names and values in turn. */
interface RenderedHead {
  readonly head: ResponseHead;
  readonly raw: readonly string[];
  /** What it depends on, besides the entry. */
  readonly ownHeaders: Headers;
  readonly conditions: string;
}

const NO_BODY = Buffer.alloc(0);

/** Creates the fast path. It has the limits, the charge and the telemetry of Fastify's hooks. */
export function createFastPath(options: FastPathOptions): FastPath {
  const { trustProxy, telemetry, memory, isOverloaded, isDraining, cache, rateLimiter, bodies, hasCdnPurge } =
    options;
  /** Catch-all routes are the last ones. */
  const routes: CachedRoute<Hit>[] = [];
  let isStopped = false;
  /** The last head of each entry. Rendering takes 2 µs, a twentieth of a cached response. */
  const rendered = new WeakMap<Hit['entry'], RenderedHead>();

  const render = (hit: Hit, request: IncomingMessage, route: CachedRoute<Hit>): RenderedHead => {
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = request.headers;
    const seconds = Math.floor(hit.ttlSeconds - hit.ageSeconds);
    // Header values contain no line breaks.
    const conditions = `${request.method}\n${seconds}\n${accepted}\n${ifNoneMatch}`;
    const last = rendered.get(hit.entry);
    if (last?.ownHeaders === hit.headers && last.conditions === conditions) return last;
    const head = responseHead(hit, request, hasCdnPurge);
    const raw = Object.entries({ ...route.headers, ...head.headers }).flat();
    const next = { head, raw, ownHeaders: hit.headers, conditions };
    rendered.set(hit.entry, next);
    return next;
  };
  /** Returns the response of a hit; undefined if its body has to be encoded first, or its status depends on other headers. */
  const sendableOf = (hit: Hit, { request, route }: PendingRequest): Sendable | undefined => {
    if (hit.status !== 200) return undefined;
    const head = render(hit, request, route);
    const { encoding } = head.head;
    const body = encoding ? bodies.peek(hit.bodyKey, encoding) : NO_BODY;
    return body && { hit, rendered: head, body };
  };
  const respondWith = (pending: PendingRequest, requestBody: string): void => {
    const { request, exchange, route } = pending;
    const lookup = route.isShed && isOverloaded() ? undefined : route.lookUp(request, requestBody);
    if (lookup) exchange.lookup = lookup;
    const sendable = lookup?.hit && sendableOf(lookup.hit, pending);
    if (!sendable) {
      pending.next();
      return;
    }
    const caller = anonymousCaller(exchange.address);
    void andThen(rateLimiter.charge(caller, MIN_RESPONSE_COST), (charge) => {
      if (!charge || charge.isGranted) {
        send(pending, sendable, caller, charge);
        return;
      }
      lookup.charge = charge;
      pending.next();
    });
  };

  const respondToBody = (pending: PendingRequest, bytes: number): void => {
    const body = readArrivedBody(pending.request, bytes);
    if (body === undefined) pending.next();
    else respondWith(pending, body);
  };

  const send = (
    { request, response, exchange, route, next }: PendingRequest,
    { hit, rendered: { head, raw }, body }: Sendable,
    caller: Caller,
    charge: Charge | undefined,
  ): void => {
    // If the client has disconnected during the charge, no event would release the memory.
    const isGone = request.socket.destroyed;
    const releaseMemory = isGone ? undefined : memory.tryAdd(exchange.address, body);
    if (!releaseMemory) {
      charge?.refund(MIN_RESPONSE_COST);
      if (!isGone) next();
      return;
    }
    exchange.releaseMemory = releaseMemory;
    limitReadTime(request, response, body.length);
    const { record } = exchange;
    const { context } = record;
    exchange.kind = route.kind;
    context.cache = 'hit';
    telemetry.routed(record, request.method ?? '', route.pattern);
    const rateLimit = charge?.settle(head.cost);
    // Its event belongs to the span of the request.
    if (context.span) runInRequest(context, () => cache.countHit(hit.cacheKey));
    else cache.countHit(hit.cacheKey);
    route.record?.(hit, { headers: request.headers, caller, context, cost: head.cost });
    const length = head.encoding ? ['content-length', String(body.length)] : [];
    const limits = rateLimitOf(head, rateLimit).flat();
    if (isDraining()) response.setHeader('connection', 'close');
    response.writeHead(head.status, [...raw, ...length, ...limits, 'x-request-id', context.id]);
    response.end(body);
    // Discards the body.
    if (request.readableLength > 0) request.resume();
  };

  return {
    add<H extends Hit>(route: CachedRoute<H>) {
      routes[route.isCatchAll ? 'push' : 'unshift'](route as CachedRoute<Hit>);
      return (request: IncomingMessage) => exchangeOf(request)?.lookup as Lookup<H> | undefined;
    },
    respond(request, response, exchange, next) {
      const route = isStopped ? undefined : routes.find((each) => each.accepts(request));
      const bytes = route && isPlain(request, trustProxy) ? bodyBytesOf(request) : undefined;
      if (!route || bytes === undefined) {
        next();
        return;
      }
      const pending: PendingRequest = { request, response, exchange, route, next };
      if (bytes === 0) respondWith(pending, '');
      // Node parses the body after this event.
      else process.nextTick(respondToBody, pending, bytes);
    },
    stop() {
      isStopped = true;
    },
  };
}
