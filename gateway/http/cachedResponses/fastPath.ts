import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress, type TrustProxy } from '../../core/clientAddress.ts';
import { anonymousCaller, type Caller } from '../../core/context.ts';
import { andThen } from '../../core/maybePromise.ts';
import { MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import type { RequestKind } from '../../services/telemetry/requestMetrics.ts';
import { limitReadTime, type PipelinedConnection, type Pipelining } from '../hooks/connections.ts';
import type { RequestRecorder } from '../hooks/requestRecords.ts';
import type { RequestsInProgress } from '../hooks/requestsInProgress.ts';
import type { ResponseMemory } from '../hooks/responseMemory.ts';
import type { EncodedBodies } from './encodedBodies.ts';
import type { RecordedHit } from './operationHits.ts';
import { bodyBytesOf, isPlain, readArrivedBody } from './plainRequests.ts';
import { type Headers, type Hit, type ResponseHead, rateLimitOf, responseHead } from './responseHead.ts';

/** What is known about a request that is passed on to Fastify. */
export interface Lookup<H extends Hit = Hit> {
  /** The key of the request. */
  readonly key: string;
  /** Undefined if its response is not cached. */
  readonly hit: H | undefined;
  /** The charge for the hit, if the caller has too few points. */
  charge?: Charge;
}

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
  /**
   * Sends the cached response to a request.
   * @param next runs for requests without one, and for those that hooks could handle in another way
   */
  respond(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Leaves all requests to Fastify, which closes their connections. */
  stop(): void;
}

/** The limits and the telemetry of a request, which the hooks of Fastify share. */
export interface FastPathServices {
  readonly scheduler: Pick<FairScheduler, 'canContinue'>;
  readonly recorder: RequestRecorder;
  readonly inProgress: Pick<RequestsInProgress, 'start'>;
  readonly pipelining: Pipelining;
  readonly memory: Pick<ResponseMemory, 'tryAdd'>;
  /** Returns whether load is shed now. */
  isOverloaded(): boolean;
}

interface FastPathOptions extends FastPathServices {
  readonly trustProxy: TrustProxy;
  readonly cache: Pick<TaggedCache, 'countHit'>;
  /** True if the gateway purges a CDN. */
  readonly hasCdnPurge: boolean;
  readonly bodies: Pick<EncodedBodies, 'peek'>;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
}

/** A request that may have a cached response. */
interface Exchange {
  readonly request: IncomingMessage & { [LOOKUP]?: Lookup };
  readonly response: ServerResponse;
  readonly route: CachedRoute<Hit>;
  /** `performance.now()`. */
  readonly startedAt: number;
  next(): void;
  /** Set once the request is counted. */
  connection?: PipelinedConnection | undefined;
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

/** The property of a request that was looked up. */
const LOOKUP = Symbol('lookup');
const NO_BODY = Buffer.alloc(0);

/** Creates the fast path. It has the limits, the charge and the telemetry of Fastify's hooks. */
export function createFastPath(options: FastPathOptions): FastPath {
  const { trustProxy, scheduler, recorder, inProgress, pipelining, memory, isOverloaded } = options;
  const { cache, rateLimiter, bodies, hasCdnPurge } = options;
  /** Catch-all routes are the last ones. */
  const routes: CachedRoute<Hit>[] = [];
  let isStopped = false;
  /** The last head of each entry. Rendering takes 2 µs, a twentieth of a cached response. */
  const rendered = new WeakMap<Hit['entry'], RenderedHead>();

  const tryStart = (exchange: Exchange): boolean => {
    exchange.connection ??= pipelining.tryStart(exchange.request);
    return exchange.connection !== undefined;
  };
  const leaveToFastify = ({ request, response, connection, next }: Exchange): void => {
    if (connection) pipelining.passOn(connection, request, response);
    next();
  };
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
  const sendableOf = (hit: Hit, { request, route }: Exchange): Sendable | undefined => {
    if (hit.status !== 200) return undefined;
    const head = render(hit, request, route);
    const { encoding } = head.head;
    const body = encoding ? bodies.peek(hit.bodyKey, encoding) : NO_BODY;
    return body && { hit, rendered: head, body };
  };
  const respondWith = (exchange: Exchange, requestBody: string): void => {
    const { request, route } = exchange;
    // A request that waits for its turn is looked up afterwards.
    const lookup =
      scheduler.canContinue() && !(route.isShed && isOverloaded())
        ? route.lookUp(request, requestBody)
        : undefined;
    if (lookup) request[LOOKUP] = lookup;
    const sendable = lookup?.hit && sendableOf(lookup.hit, exchange);
    if (!sendable || !tryStart(exchange)) {
      leaveToFastify(exchange);
      return;
    }
    const caller = anonymousCaller(clientAddress(request, trustProxy));
    void andThen(rateLimiter.charge(caller, MIN_RESPONSE_COST), (charge) =>
      sendIfGranted(exchange, sendable, caller, charge),
    );
  };

  const respondToBody = (exchange: Exchange, bytes: number): void => {
    const body = readArrivedBody(exchange.request, bytes);
    if (body === undefined) leaveToFastify(exchange);
    else respondWith(exchange, body);
  };

  const sendIfGranted = (
    exchange: Exchange,
    sendable: Sendable,
    caller: Caller,
    charge: Charge | undefined,
  ): void => {
    if (!charge || charge.isGranted) {
      send(exchange, sendable, caller, charge);
      return;
    }
    const lookup = exchange.request[LOOKUP];
    if (lookup) lookup.charge = charge;
    leaveToFastify(exchange);
  };

  const send = (
    exchange: Exchange,
    { hit, rendered: { head, raw }, body }: Sendable,
    caller: Caller,
    charge: Charge | undefined,
  ): void => {
    const { request, response, route, startedAt, connection } = exchange;
    // If the client has disconnected during the charge, no event would end the counts.
    const isGone = request.socket.destroyed;
    const releaseMemory = isGone ? undefined : memory.tryAdd(caller.address, body);
    if (!releaseMemory) {
      charge?.refund(MIN_RESPONSE_COST);
      if (!isGone) leaveToFastify(exchange);
      return;
    }
    const slot = inProgress.start(caller.address);
    const record = recorder.start(request, { kind: route.kind, route: route.pattern, startedAt });
    response.on('close', () => {
      if (connection) pipelining.end(connection);
      releaseMemory();
      slot[Symbol.dispose]();
      record.end({ status: response.statusCode, isCancelled: !response.writableFinished });
    });
    limitReadTime(request, response, body.length);
    const rateLimit = charge?.settle(head.cost);
    record.run(() => cache.countHit(hit.cacheKey));
    const { headers } = request;
    route.record?.(hit, { headers, caller, context: record.context, cost: head.cost });
    const length = head.encoding ? ['content-length', String(body.length)] : [];
    const limits = rateLimitOf(head, rateLimit).flat();
    response.writeHead(head.status, [...raw, ...length, ...limits, 'x-request-id', record.id]);
    response.end(body);
    // Discards the body.
    if (request.readableLength > 0) request.resume();
  };

  return {
    add<H extends Hit>(route: CachedRoute<H>) {
      routes[route.isCatchAll ? 'push' : 'unshift'](route as CachedRoute<Hit>);
      return (request: Exchange['request']) => request[LOOKUP] as Lookup<H> | undefined;
    },
    respond(request, response, next) {
      const route = isStopped ? undefined : routes.find((each) => each.accepts(request));
      const bytes = route && isPlain(request, trustProxy) ? bodyBytesOf(request) : undefined;
      if (!route || bytes === undefined) {
        next();
        return;
      }
      const exchange: Exchange = { request, response, route, startedAt: performance.now(), next };
      if (bytes === 0) respondWith(exchange, '');
      // Counted at once, in the order of requests: Node parses the body after this event, with those behind it.
      else if (tryStart(exchange)) process.nextTick(respondToBody, exchange, bytes);
      else next();
    },
    stop() {
      isStopped = true;
    },
  };
}
