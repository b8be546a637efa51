import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageResponse, Pages } from '../../../schema/pages.ts';
import { anonymousCaller, type Caller } from '../../core/context.ts';
import type { PreviewInfo } from '../../core/previewInfo.ts';
import { OVERLOAD_RETRY_AFTER_SECONDS, Rejected } from '../../core/rejected.ts';
import { withoutOrigin } from '../../core/requestTarget.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { rateLimitError } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import { recordErrors } from '../../graphql/operations/telemetry.ts';
import { PRINCIPAL_HEADERS, previewCaller } from '../../services/auth/authenticate.ts';
import { mayShowPage } from '../../services/auth/previewCookie.ts';
import { hasPreviewSecret, type Previews } from '../../services/auth/previews.ts';
import { isNavigation, PREVIEW_HEADER } from '../../services/auth/previewUse.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import { clientIpOf, type Lookup } from '../admission/exchange.ts';
import { acceptedEncoding, type EncodedBodies } from '../cachedResponses/encodedBodies.ts';
import type { FastPath } from '../cachedResponses/fastPath.ts';
import { recordCacheStatus } from '../cachedResponses/respondFromCache.ts';
import { type Hit, responseHead } from '../cachedResponses/responseHead.ts';
import { CORS_HEADERS, RESPONSE_HEADERS, varyBy } from '../hooks/responseHeaders.ts';
import { OWN_FRAMES, type PageSecurityPolicy } from '../pages/builtWeb.ts';
import { ClientDisconnected, disconnectSignal } from '../pages/disconnectSignal.ts';
import { type CompletePage, createPageCache, type PageEntry } from '../pages/pageCache.ts';
import { createPageRenderer } from '../pages/pageRenderer.ts';
import type { RespondInProcess } from '../pages/pageRequests.ts';
import { prefersHtml } from '../pages/prefersHtml.ts';
import { PREVIEW_UNAVAILABLE } from './previewErrors.ts';

export interface PageOptions {
  readonly pages: Pages;
  /** Differs for each build of the app. */
  readonly buildId: string;
  readonly policy: PageSecurityPolicy;
  /** Returns the public origin, once the server listens. It does not depend on request headers. */
  origin(): string;
  readonly previews: Pick<Previews, 'ofCookie'>;
  readonly cache: Pick<TaggedCache, 'find' | 'countHit' | 'read'>;
  /** True if the gateway purges a CDN. */
  readonly hasCdnPurge: boolean;
  readonly bodies: EncodedBodies;
  /** The lifetime of pages without queries; 0 disables the cache of pages. */
  readonly defaultMaxAgeSeconds: number;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
  readonly scheduler: Pick<FairScheduler, 'nextLong'>;
  /** Sends cached pages in front of Fastify. */
  readonly fastPath?: FastPath;
  /** Responds to queries of pages whose response is cached. */
  readonly respondInProcess?: RespondInProcess;
  /** The longest wait of a page for its start. Default: 8 s. */
  readonly maxWaitMs?: number;
  /** Runs for each request that is rejected because too many pages wait. */
  onShed(): void;
}

const ROUTE = '/*';

/** Headers of every page. */
const PAGE_HEADERS = { 'referrer-policy': 'strict-origin-when-cross-origin' } as const;
/** A page with errors. */
const UNCACHED_HEADERS = { 'cache-control': 'private, no-cache' } as const;
/** A page with drafts, or one whose URL has the secret of a preview. */
const UNSTORED_HEADERS = { 'cache-control': 'private, no-store' } as const;

const addVary = varyBy('accept');
const addPreviewVary = varyBy('cookie');

/** Serves a page at every address without another route. Pages are cached as responses to operations are. */
export function servePages(app: FastifyInstance, options: PageOptions): void {
  const { pages, policy, origin, previews, cache, hasCdnPurge, bodies, rateLimiter, fastPath, onShed } =
    options;
  const pageCache = createPageCache(options);
  const lookUp = (url: string): Lookup<PageHit> => {
    const key = pageCache.keyOf(url);
    const page = pageCache.find(key);
    return { key, hit: page && hitOf(key, page) };
  };
  const passedOn = fastPath?.add<PageHit>({
    kind: 'page',
    pattern: ROUTE,
    isCatchAll: true,
    isShed: false,
    headers: { ...RESPONSE_HEADERS, ...CORS_HEADERS },
    accepts: ({ method, headers }) => method === 'GET' && headers['content-type'] === undefined,
    lookUp: ({ url = '' }) => lookUp(url),
  });
  const renderer = createPageRenderer({ ...options, app });
  const overloadedPage = pages.errorPages.overloaded(OVERLOAD_RETRY_AFTER_SECONDS);
  const unavailablePreview = pages.errorPages.rejected(PREVIEW_UNAVAILABLE);
  const policies = {
    page: policy(pages.scriptHashes, OWN_FRAMES),
    embed: policy(pages.scriptHashes, ['*']),
  };

  // The handler returns bodies: a returned reply would wait until the client has read it.
  app.get(ROUTE, { config: { kind: 'page' } }, async (request, reply) => {
    const caller = anonymousCaller(clientIpOf(request));
    const hasPreview = mayShowPage(request.headers.cookie, request.url);
    const found = hasPreview || hasCredentials(request) ? undefined : lookUp(request.url);
    if (found?.hit) {
      cache.countHit(found.key);
      return respondCached(request, reply, caller, found.hit, passedOn?.(request.raw)?.charge);
    }
    const url = new URL(withoutOrigin(request.url).replace(/^[/\\]*/, '/'), origin());
    // An asset of an older build: a page would be the wrong content type.
    if (url.pathname.startsWith('/assets/')) return reply.callNotFound();
    try {
      const preview = hasPreview ? await previewOf(request) : undefined;
      return preview
        ? await respondPreview(request, reply, url, preview)
        : await respondRendered(request, reply, caller, url);
    } catch (error) {
      if (error instanceof Rejected) return errorPage(reply, error);
      if (error instanceof ClientDisconnected) return '';
      throw error;
    }
  });

  /** Sets status and headers of a page that is not cached. Returns its body. */
  async function respondRendered(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    url: URL,
  ): Promise<Body> {
    const pageRequest = { url, headers: forwardedHeaders(request) };
    const render = async (ended: AbortSignal) => {
      const page = await renderer.render(pageRequest, caller, ended);
      return { ...page, headers: { ...headersOf(page, url.pathname), ...page.headers } };
    };
    const signal = disconnectSignal(reply);
    const isSecret = hasPreviewSecret(url);
    if (isSecret || hasCredentials(request)) {
      const page = await render(signal);
      if (isMissingFor(request, reply, page)) return notFound(reply);
      setHead(reply.headers(UNCACHED_HEADERS), page);
      if (isSecret) reply.headers(UNSTORED_HEADERS);
      return page.text;
    }
    const { page, isOwn } = await runForCaller(caller, () => pageCache.open(request.url, render, signal));
    // The reader whose request rendered the page has paid for it.
    const hit = hitOf(pageCache.keyOf(request.url), page);
    return isOwn ? respondComplete(request, reply, hit, 'miss') : respondCached(request, reply, caller, hit);
  }

  /** Returns the preview with which a page is rendered; undefined for the published one. */
  async function previewOf({ url, headers }: FastifyRequest): Promise<PreviewInfo | undefined> {
    if (!isNavigation(headers)) return undefined;
    const preview = await previews.ofCookie(headers.cookie);
    return preview?.path === undefined || preview.path === url ? preview : undefined;
  }

  /** Sets status and headers of a page with drafts. Returns its body, which is never cached. */
  async function respondPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    url: URL,
    preview: PreviewInfo,
  ): Promise<Body> {
    const { kind, isShared = false, perspective, studioOrigins, expiresAt } = preview;
    const pageRequest = {
      url,
      headers: forwardedHeaders(request),
      preview: {
        page: {
          ...{ kind, isShared, perspective, studioOrigins },
          expiresAt: new Date(expiresAt).toISOString(),
          isFramed: request.headers['sec-fetch-dest'] === 'iframe',
        },
        headers: { cookie: request.headers.cookie as string, [PREVIEW_HEADER]: '1' },
      },
    };
    const caller = previewCaller(preview, clientIpOf(request));
    const page = await renderer.render(pageRequest, caller, disconnectSignal(reply));
    addPreviewVary(reply);
    if (isMissingFor(request, reply, page)) return notFound(reply.headers(UNSTORED_HEADERS));
    setHead(reply, page);
    const isPage = page.headers['content-type']?.startsWith('text/html') === true;
    const frames = [...OWN_FRAMES, ...studioOrigins];
    reply.headers({
      ...PAGE_HEADERS,
      ...(isPage && { 'content-security-policy': policy(pages.scriptHashes, frames, { isPreview: true }) }),
      ...UNSTORED_HEADERS,
    });
    // Feeds and Markdown allow it for their published content.
    reply.removeHeader('access-control-allow-origin');
    return page.text;
  }

  /** Charges the reader of a page that another one has rendered. Returns its body. @param rejectedCharge see `respondFromCache` */
  async function respondCached(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    hit: PageHit,
    rejectedCharge?: Charge,
  ): Promise<Body> {
    const charge = rejectedCharge ?? (await rateLimiter.charge(caller, MIN_RESPONSE_COST));
    if (charge && !charge.isGranted)
      return errorPage(reply, rateLimitError(MIN_RESPONSE_COST, charge, caller));
    const body = await respondComplete(request, reply, hit, 'hit');
    charge?.settle(reply.statusCode === 304 ? MIN_RESPONSE_COST : byteCost(hit.entry.bytes));
    return body;
  }

  /** Sets status and headers of a complete page. Returns its body. */
  async function respondComplete(
    request: FastifyRequest,
    reply: FastifyReply,
    hit: PageHit,
    origin: 'hit' | 'miss',
  ): Promise<Body> {
    const { entry, bodyKey, ttlSeconds } = hit;
    if (isMissingFor(request, reply, entry)) return notFound(reply);
    if (ttlSeconds <= 0) {
      setHead(reply.headers(UNCACHED_HEADERS), entry);
      const encoding = acceptedEncoding(request.headers, entry.bytes);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return bodies.get(bodyKey, () => pageCache.takeBody(entry), encoding);
    }
    recordCacheStatus(origin);
    const head = responseHead(hit, request, hasCdnPurge, origin);
    setHead(reply, head);
    return head.encoding ? bodies.get(bodyKey, () => pageCache.takeBody(entry), head.encoding) : reply.send();
  }

  /** Returns the headers of a page that do not depend on the cache. */
  function headersOf({ headers }: PageResponse, path: string): Record<string, string> {
    if (!headers['content-type']?.startsWith('text/html')) return { ...PAGE_HEADERS };
    return {
      ...PAGE_HEADERS,
      'content-security-policy': pages.isEmbed(path) ? policies.embed : policies.page,
    };
  }

  /** Sets status and headers of a rejection. Returns the page that describes it. */
  function errorPage(reply: FastifyReply, error: Rejected): Body {
    const { status, headers, extensions } = error;
    const { code } = extensions;
    recordErrors([error]);
    const isUnavailable = code === 'ACCESS_UNAVAILABLE';
    if (code === 'OVERLOADED') onShed();
    reply.hasOwnLinks = true;
    reply
      .code(status)
      .headers({
        ...Object.fromEntries(headers),
        'cache-control': 'private, no-store',
        // The Studio that frames a preview is not known.
        'content-security-policy': isUnavailable ? policies.embed : policies.page,
      })
      .type('text/html; charset=utf-8');
    if (isUnavailable) return unavailablePreview;
    return code === 'OVERLOADED' ? overloadedPage : pages.errorPages.rateLimited;
  }
}

/** A page that is sent from the cache, or stored in it. */
interface PageHit extends Hit {
  readonly entry: PageEntry;
}

const hitOf = (cacheKey: string, { value: entry, tags, ageSeconds, ttlSeconds }: CompletePage): PageHit => ({
  cacheKey,
  entry,
  tags,
  ageSeconds,
  ttlSeconds,
  status: entry.status,
  headers: entry.headers,
  // The prefix keeps pages apart from responses to operations with the same entity tag.
  bodyKey: `page:${entry.etag}`,
  isPublic: entry.isPublic,
});

/** A body, or a reply that is sent elsewhere. */
type Body = string | Buffer | FastifyReply | null;

/** Returns whether a page is the 404 page and the client is no browser: it gets an error that it can read. */
function isMissingFor(
  { headers: { accept } }: FastifyRequest,
  reply: FastifyReply,
  { status, headers }: Pick<PageEntry, 'status' | 'headers'>,
): boolean {
  if (status !== 404 || !headers['content-type']?.startsWith('text/html')) return false;
  if (!prefersHtml(accept)) return true;
  addVary(reply);
  return false;
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/** Sets the status and the headers of a page. */
function setHead(reply: FastifyReply, { status, headers }: Pick<PageEntry, 'status' | 'headers'>): void {
  reply.code(status).headers(headers).hasOwnLinks = !isJson(headers['content-type']);
}

const isJson = (mediaType = ''): boolean => /[/+]json\b/.test(mediaType);

/** Returns whether a request has credentials or a perspective. Then the response is not shared with other readers. */
const hasCredentials = ({ headers }: FastifyRequest): boolean =>
  PRINCIPAL_HEADERS.some((name) => headers[name] !== undefined);

function forwardedHeaders({ headers }: FastifyRequest): Record<string, string> {
  const userAgent = headers['user-agent'];
  return userAgent === undefined ? {} : { 'user-agent': userAgent };
}
