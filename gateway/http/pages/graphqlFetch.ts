import type { FastifyInstance } from 'fastify';
import type { ContentPolicy } from '../../core/cachedOperation.ts';
import { contentPolicyOf } from './contentPolicies.ts';

interface GraphqlFetchOptions {
  /** The client's IP address, whose rate limit is charged. */
  readonly address: string;
  /** Aborts the requests when nobody waits for the page. */
  readonly signal: AbortSignal;
  /** Runs after each response. The page continues when it resolves. */
  onResponse(): Promise<void>;
}

/** Sends the queries of one page. */
export interface GraphqlFetch {
  readonly fetch: typeof globalThis.fetch;
  /**
   * Returns the tags of all responses so far, the shortest lifetime, and whether there are signed URLs; undefined if one
   * response must not be cached. Without queries the lifetime is infinite.
   */
  contentPolicy(): ContentPolicy | undefined;
  /** Returns whether a query exceeded the rate limit. */
  isRateLimited(): boolean;
}

/** Creates a fetch that injects requests into this server, so that every hook applies to them. */
export function createGraphqlFetch(
  app: FastifyInstance,
  { address, signal, onResponse }: GraphqlFetchOptions,
): GraphqlFetch {
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
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    // Not AbortSignal.any: Node never releases its listeners on a signal that does not abort.
    const controller = new AbortController();
    const abort = () => controller.abort();
    const signals = [init.signal, signal].filter((each) => each instanceof AbortSignal);
    for (const each of signals) each.addEventListener('abort', abort);
    if (signals.some(({ aborted }) => aborted)) abort();
    try {
      const { statusCode, headers, body, raw } = await app.inject({
        method: (init.method ?? 'GET') as 'GET' | 'POST',
        url: String(input),
        headers: Object.fromEntries(new Headers(init.headers)),
        payload: init.body as string,
        remoteAddress: address,
        signal: controller.signal,
      });
      record(statusCode, contentPolicyOf(raw.res));
      await onResponse();
      return new Response(body, {
        status: statusCode,
        headers: { 'content-type': String(headers['content-type']) },
      });
    } catch (error) {
      isCacheable = false;
      throw error;
    } finally {
      for (const each of signals) each.removeEventListener('abort', abort);
    }
  };
  return {
    fetch,
    contentPolicy: () => (isCacheable ? { tags: [...tags], ttlSeconds, hasSignedUrls } : undefined),
    isRateLimited: () => isRateLimited,
  };
}
