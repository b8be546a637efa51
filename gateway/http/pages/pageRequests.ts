import type { FastifyInstance } from 'fastify';
import type { ContentPolicy } from '../../core/cachedOperation.ts';
import { contentPolicyOf } from './contentPolicies.ts';
import type { SendToGraph } from './pages.ts';

interface PageRequestsOptions {
  /** The client's IP address, whose rate limit is charged. */
  readonly address: string;
  /** Aborts the requests when nobody waits for the page. */
  readonly signal: AbortSignal;
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
  contentPolicy(): ContentPolicy | undefined;
  /** Returns whether a query exceeded the rate limit. */
  isRateLimited(): boolean;
}

/** Creates a function that injects requests into this server, so that every hook applies to them. */
export function createPageRequests(
  app: FastifyInstance,
  { address, signal, onResponse }: PageRequestsOptions,
): PageRequests {
  const tags = new Set<string>();
  let ttlSeconds = Number.POSITIVE_INFINITY;
  let isCacheable = true;
  let hasSignedUrls = false;
  let isRateLimited = false;
  const record = (status: number, policy: ContentPolicy | undefined) => {
    isRateLimited ||= status === 429;
    isCacheable &&= policy !== undefined;
    if (!policy) return;
    hasSignedUrls ||= policy.hasSignedUrls;
    ttlSeconds = Math.min(ttlSeconds, policy.ttlSeconds);
    for (const tag of policy.tags) tags.add(tag);
  };
  const send: SendToGraph = async ({ method, url, headers: requestHeaders, body: payload }) => {
    try {
      const { statusCode, headers, body, raw } = await app.inject({
        method,
        url,
        headers: requestHeaders,
        ...(payload !== undefined && { payload }),
        remoteAddress: address,
        signal,
      });
      record(statusCode, contentPolicyOf(raw.res));
      await onResponse();
      return { status: statusCode, contentType: String(headers['content-type']), text: body };
    } catch (error) {
      isCacheable = false;
      throw error;
    }
  };
  return {
    send,
    contentPolicy: () => (isCacheable ? { tags: [...tags], ttlSeconds, hasSignedUrls } : undefined),
    isRateLimited: () => isRateLimited,
  };
}
