import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, type TrustProxy } from '../../core/clientAddress.ts';
import type { Caller } from '../../core/context.ts';
import { MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import type { EncodedBodies } from '../../graphql/operations/responseCache/encodedBodies.ts';
import { responseCacheHeaders } from '../../graphql/operations/responseCache/responseCacheHeaders.ts';
import type { UnreadBytes } from '../../graphql/subscriptions/eventStream/eventWriter.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import type { Pipelining } from '../hooks/pipelining.ts';
import type { RequestsInProgress } from '../hooks/requestsInProgress.ts';
import type { RequestRecorder } from '../hooks/requestTelemetry.ts';
import { closeIdleClient, limitReadTime } from '../hooks/slowClients.ts';
import type { CachedPage, PageCache } from '../pages/pageCache.ts';
import { createKnownPages, type KnownResponse } from './knownPages.ts';

/** Responds to requests for cached pages in front of Fastify. */
export interface PageFastPath {
  /**
   * Responds to a request that equals an earlier one, if its page is still cached.
   * @param next runs for all other requests
   */
  respond(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Records the headers of a cached page that Fastify has sent. */
  record(request: FastifyRequest, reply: FastifyReply, page: CachedPage): void;
  /** Returns the charge of a request that was rejected here; undefined if it was not charged. */
  chargeOf(request: IncomingMessage): Charge | undefined;
  /** Leaves all requests to Fastify, which closes their connections. */
  stop(): void;
}

/** The limits and the telemetry of a request, which the hooks of Fastify share. */
export interface PageFastPathServices {
  readonly trustProxy: TrustProxy;
  readonly scheduler: Pick<FairScheduler, 'canContinue'>;
  readonly recorder: RequestRecorder;
  readonly inProgress: Pick<RequestsInProgress, 'start'>;
  readonly pipelining: Pipelining;
  unreadBytesOf(address: string): UnreadBytes;
}

interface PageFastPathOptions extends PageFastPathServices {
  readonly pageCache: Pick<PageCache, 'find'>;
  /** Whether the gateway purges a CDN. */
  readonly hasCdnPurge: boolean;
  readonly bodies: EncodedBodies;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
}

/**
 * Creates the fast path. It has the limits, the charge and the telemetry of Fastify's hooks, and repeats the headers of the
 * first response that Fastify has sent for a page, its encoding and its status. It leaves every request that these hooks
 * could treat in another way to Fastify.
 */
export function createPageFastPath(options: PageFastPathOptions): PageFastPath {
  const { trustProxy, scheduler, recorder, inProgress, pipelining, unreadBytesOf } = options;
  const { hasCdnPurge, rateLimiter } = options;
  const charges = new WeakMap<IncomingMessage, Charge>();
  const knownPages = createKnownPages(options);
  let isStopped = false;

  const send = (
    request: IncomingMessage,
    response: ServerResponse,
    { page, head, body }: KnownResponse,
    startedAt: number,
  ): void => {
    const { value, tags, ttlSeconds, ageSeconds } = page;
    const cacheHeaders = responseCacheHeaders(
      {
        etag: value.etag,
        tags,
        ttlSeconds: ttlSeconds - ageSeconds,
        isPublic: value.isPublic,
        isHit: true,
      },
      { isReadOnly: true, hasCdnPurge },
    ).flat();
    const cacheStatus = cacheHeaders[cacheHeaders.indexOf('cache-status') + 1] as string;
    const id = recorder.recordPage(request, response, { startedAt, cacheStatus });
    response.writeHead(head.status, [...head.headers, ...cacheHeaders, 'x-request-id', id]);
    response.end(head.status === 304 ? undefined : body);
  };

  return {
    respond(request, response, next) {
      const startedAt = performance.now();
      const known = isStopped ? undefined : knownPages.find(request);
      if (!known || !scheduler.canContinue() || !pipelining.tryStart(request, response)) return next();
      const { body, cost } = known;
      const address = clientAddress(request, trustProxy);
      const caller: Caller = { kind: 'anonymous', name: 'anonymous', address };
      rateLimiter.charge(caller, MIN_RESPONSE_COST).then((charge) => {
        if (charge && !charge.granted) {
          charges.set(request, charge);
          return next();
        }
        // The client has disconnected during the charge: no event would end the counts.
        const isGone = request.socket.destroyed;
        const release = isGone ? undefined : unreadBytesOf(address).add(body);
        if (!release) {
          charge?.refund(MIN_RESPONSE_COST);
          return isGone ? undefined : next();
        }
        response.once('close', release);
        inProgress.start(address, response);
        closeIdleClient(request, response);
        limitReadTime(request, response, body.length);
        send(request, response, known, startedAt);
        charge?.settle(cost);
      }, next);
    },
    record: ({ raw }, reply, page) => knownPages.record(raw, reply, page),
    chargeOf: (request) => charges.get(request),
    stop() {
      isStopped = true;
    },
  };
}
