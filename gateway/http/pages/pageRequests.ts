import type { FastifyInstance } from 'fastify';
import type { SendToGraph } from '../../../schema/pages.ts';
import type { CacheLifetime } from '../../core/cachedOperation.ts';
import { exchangeOf } from '../admission/exchange.ts';

/** A query of a page. */
interface PageQuery {
  readonly method: string;
  /** The path with the query string. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The address of the reader, whose rate limit is charged. */
  readonly address: string;
}

interface CachedResult {
  readonly contentType: string;
  readonly text: string;
  readonly lifetime: CacheLifetime;
}

/**
 * Returns the cached response to a query of a page that equals an earlier one; undefined if Fastify has to respond. Limits,
 * charge and telemetry are those of Fastify's hooks.
 */
export type RespondInProcess = (query: PageQuery) => Promise<CachedResult | undefined>;

interface PageRequestsOptions {
  /** The client's IP address, whose rate limit is charged. */
  readonly address: string;
  /** The headers of the preview with which the page is rendered. Responses to its queries are not cached. */
  readonly previewHeaders?: Readonly<Record<string, string>> | undefined;
  /** Aborts the requests when nobody waits for the page. */
  readonly signal: AbortSignal;
  /** Responds to queries whose response is cached; without it, and to others, all hooks do. */
  readonly respondInProcess?: RespondInProcess | undefined;
  /** Runs after each response. The page continues when it resolves. */
  onResponse(): Promise<void>;
}

/** Sends the queries of one page. */
export interface PageRequests {
  readonly send: SendToGraph;
  /**
   * Returns the tags of all responses so far, the shortest lifetime, and whether there are signed URLs; undefined if one
   * response must not be cached. Without queries the lifetime is infinite.
   */
  cacheLifetime(): CacheLifetime | undefined;
  /** Returns whether a query exceeded the rate limit. */
  isRateLimited(): boolean;
}

/** Creates a function that injects requests into this server, so that every hook applies to them, unless their response is cached. */
export function createPageRequests(
  app: FastifyInstance,
  { address, previewHeaders, signal, respondInProcess, onResponse }: PageRequestsOptions,
): PageRequests {
  const tags = new Set<string>();
  let ttlSeconds = Number.POSITIVE_INFINITY;
  let isCacheable = true;
  let isLeased = true;
  let hasSignedUrls = false;
  let isRateLimited = false;
  const record = (status: number, lifetime: CacheLifetime | undefined) => {
    isRateLimited ||= status === 429;
    isCacheable &&= lifetime !== undefined;
    if (!lifetime) return;
    isLeased &&= lifetime.isLeased;
    hasSignedUrls ||= lifetime.hasSignedUrls;
    ttlSeconds = Math.min(ttlSeconds, lifetime.ttlSeconds);
    for (const tag of lifetime.tags) tags.add(tag);
  };
  const send: SendToGraph = async ({ method, url, headers: requestHeaders, body: payload }) => {
    try {
      const cached = await respondInProcess?.({
        method,
        url,
        headers: requestHeaders,
        body: payload,
        address,
      });
      if (cached) {
        record(200, cached.lifetime);
        await onResponse();
        return { status: 200, contentType: cached.contentType, text: cached.text };
      }
      const { statusCode, headers, body, raw } = await app.inject({
        method,
        url,
        headers: previewHeaders ? { ...requestHeaders, ...previewHeaders } : requestHeaders,
        ...(payload !== undefined && { payload }),
        remoteAddress: address,
        signal,
      });
      record(statusCode, exchangeOf(raw.req)?.lifetime);
      await onResponse();
      return { status: statusCode, contentType: String(headers['content-type']), text: body };
    } catch (error) {
      isCacheable = false;
      // Not the `AbortError` of Fastify, so that callers see the reason.
      throw signal.aborted ? signal.reason : error;
    }
  };
  return {
    send,
    cacheLifetime: () => (isCacheable ? { tags: [...tags], ttlSeconds, isLeased, hasSignedUrls } : undefined),
    isRateLimited: () => isRateLimited,
  };
}
