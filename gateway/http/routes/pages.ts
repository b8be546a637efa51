import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { networkOf } from '../../core/clientAddress.ts';
import { type Caller, identityOf } from '../../core/context.ts';
import { OVERLOAD_RETRY_AFTER_SECONDS } from '../../core/errors.ts';
import { retryAfterSeconds } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { addVary } from '../hooks/responseHeaders.ts';
import { ClientDisconnected, disconnectSignal } from '../pages/disconnectSignal.ts';
import { createGraphqlFetch } from '../pages/graphqlFetch.ts';
import { createPageLimits } from '../pages/pageLimits.ts';
import { createPageQueue, PageQueueTimeout } from '../pages/pageQueue.ts';
import { prefersHtml } from '../pages/prefersHtml.ts';
import { type RenderedPage, readPage } from '../pages/renderedPage.ts';

/** The server half of the web app, as `web/entry.server.tsx` builds it. */
export interface Pages {
  /** Responds to a GET or HEAD request. It never rejects. */
  respond(
    request: Request,
    page: {
      /** Allows the page's own scripts. */
      readonly nonce: string;
      /** Sends a request to `/graphql` of this gateway. */
      readonly fetch: typeof globalThis.fetch;
      /** The public origin. */
      readonly origin: string;
    },
  ): Promise<Response>;
  /**
   * Returns a key: requests with the same key get the same page, except for its nonce. Undefined if the response is not a
   * page.
   */
  keyOf(request: Request): string | undefined;
  /** HTML of errors that occur before a page is rendered. */
  readonly errorPages: {
    overloaded(retryAfterSeconds: number): string;
    readonly rateLimited: string;
  };
  /** Returns whether other sites may frame the page at this path. */
  isEmbed(path: string): boolean;
}

export interface PageOptions {
  readonly pages: Pages;
  /**
   * Returns the Content-Security-Policy of a page.
   * @param nonce of its scripts
   * @param isFramed whether other sites may frame it
   */
  policy(nonce: string, isFramed: boolean): string;
  /** Returns the public origin, once the server listens. It does not depend on request headers. */
  origin(): string;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
  readonly scheduler: FairScheduler;
  /** Runs for each request that is rejected because too many pages wait. */
  onShed(): void;
}

/** Rate limit points of a page, in addition to those of its GraphQL operations. */
const PAGE_COST = 400;
/** Points of a page that another request renders: it is compressed once more. */
const SHARED_PAGE_COST = 100;
/** Points of a request that is rejected because too many pages wait. */
const REJECTED_PAGE_COST = 20;

/**
 * Loads the server half of the web app.
 * @param folder contains `server.js`, and the build's `manifest.json` and `cssRules.json`
 */
export async function loadPages(folder: string, log: Logger): Promise<Pages> {
  const built = (await import(pathToFileURL(`${folder}/server.js`).href)) as {
    createPages(options: { assets: unknown; report(error: unknown): void }): Pages;
  };
  const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  return built.createPages({
    assets: { manifest: read('manifest.json'), cssRules: read('cssRules.json') },
    report: (err) => void (err instanceof ClientDisconnected || log.error({ err }, 'a page failed')),
  });
}

/** Serves a page at every address without another route. */
export function servePages(
  app: FastifyInstance,
  { pages, policy, origin, rateLimiter, scheduler, onShed }: PageOptions,
): void {
  const limits = createPageLimits();
  const queue = createPageQueue<SharedPage>();

  app.get('/*', async (request, reply) => {
    const url = new URL(withoutHost(request.url), origin());
    // An asset of an older build: a page would be the wrong content type.
    if (url.pathname.startsWith('/assets/')) return reply.callNotFound();
    const client: Caller = { kind: 'anonymous', name: 'anonymous', address: request.ip };
    const release = limits.acquire(networkOf(request.ip));
    if (!release) {
      await rateLimiter.charge(client, REJECTED_PAGE_COST);
      return rejectOverload(reply);
    }
    reply.raw.once('close', release);
    const charge = await rateLimiter.charge(client, PAGE_COST);
    if (charge && !charge.granted)
      return sendErrorPage(reply, 429, pages.errorPages.rateLimited, retryAfterSeconds(charge));

    const signal = disconnectSignal(reply);
    const nonce = randomBytes(16).toString('base64url');
    const pageRequest = new Request(url, { method: request.method, headers: forwardedHeaders(request) });
    try {
      const page = await createPage({ request: pageRequest, client, nonce, signal }, charge);
      const isHtml = /^text\/html/.test(page.headers['content-type'] ?? '');
      if (isHtml && page.status === 404) {
        // Clients that are no browsers get an error that they can read.
        if (!prefersHtml(request.headers.accept)) return reply.callNotFound();
        addVary(reply, 'accept');
      }
      reply.code(page.status);
      reply.headers({
        // Each page has its own nonce, so no shared cache may store it.
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        ...page.headers,
      });
      if (isHtml) reply.header('content-security-policy', policy(nonce, pages.isEmbed(url.pathname)));
      return reply.send(page.body(nonce));
    } catch (error) {
      if (error instanceof PageQueueTimeout) {
        charge?.refund(PAGE_COST - REJECTED_PAGE_COST);
        return rejectOverload(reply);
      }
      if (error instanceof ClientDisconnected) return reply.send();
      throw error;
    }
  });

  /** Creates a page in its turn, or shares one that is created for other readers. */
  async function createPage(reader: Reader, charge: Charge | undefined): Promise<RenderedPage> {
    const { page, isShared } = await renderInTurn(reader, pages.keyOf(reader.request));
    if (!isShared) return page;
    // Its queries exceeded the rate limit of another reader.
    if (page.isRateLimited) return (await renderInTurn(reader, undefined)).page;
    charge?.refund(PAGE_COST - SHARED_PAGE_COST);
    // Many readers may get the page at the same time, and it is compressed for each of them.
    await scheduler.next(identityOf(reader.client));
    return page;
  }

  const renderInTurn = (
    { request, client: { address }, nonce, signal: disconnected }: Reader,
    key: string | undefined,
  ) =>
    queue.run({
      address: networkOf(address),
      key,
      signal: disconnected,
      async create({ signal, next }) {
        let isRateLimited = false;
        const fetch = createGraphqlFetch(app, {
          address,
          signal,
          onResponse(status) {
            isRateLimited ||= status === 429;
            return next();
          },
        });
        const response = await pages.respond(new Request(request, { signal }), {
          nonce,
          fetch,
          origin: origin(),
        });
        const page = readPage(response, nonce);
        return { page: { ...page, isRateLimited }, finished: page.finished };
      },
    });

  function rejectOverload(reply: FastifyReply): FastifyReply {
    onShed();
    const html = pages.errorPages.overloaded(OVERLOAD_RETRY_AFTER_SECONDS);
    return sendErrorPage(reply, 503, html, OVERLOAD_RETRY_AFTER_SECONDS);
  }
}

/** A request for a page. */
interface Reader {
  readonly request: Request;
  readonly client: Caller;
  readonly nonce: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

interface SharedPage extends RenderedPage {
  /** Whether a query of the page exceeded the rate limit of the request that created it. */
  readonly isRateLimited: boolean;
}

const sendErrorPage = (reply: FastifyReply, status: number, html: string, retryAfter: number): FastifyReply =>
  reply
    .code(status)
    .headers({ 'retry-after': String(retryAfter), 'cache-control': 'private, no-store' })
    .type('text/html; charset=utf-8')
    .send(html);

/** Collapses leading slashes: `new URL` would read `//example.org` as another host. */
const withoutHost = (url: string): string => url.replace(/^[/\\]+/, '/');

function forwardedHeaders({ headers }: FastifyRequest): Headers {
  const forwarded = new Headers();
  for (const name of ['accept', 'accept-language', 'if-none-match', 'user-agent'] as const) {
    const value = headers[name];
    if (value) forwarded.set(name, value);
  }
  return forwarded;
}
