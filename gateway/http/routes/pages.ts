import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { retryAfterSeconds } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';

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
}

/** Rate limit points of a page, in addition to those of its GraphQL operations. */
const PAGE_COST = 100;

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
export function servePages(app: FastifyInstance, { pages, policy, origin, rateLimiter }: PageOptions): void {
  app.get('/*', async (request, reply) => {
    const url = new URL(withoutHost(request.url), origin());
    // An asset of an older build: a page would be the wrong content type.
    if (url.pathname.startsWith('/assets/')) return reply.callNotFound();
    const client = { kind: 'anonymous', name: 'anonymous', address: request.ip } as const;
    const charge = await rateLimiter.charge(client, PAGE_COST);
    if (charge && !charge.granted)
      return reply
        .code(429)
        .headers({ 'retry-after': String(retryAfterSeconds(charge)), 'cache-control': 'private, no-store' })
        .type('text/html; charset=utf-8')
        .send(pages.errorPages.rateLimited);
    const signal = disconnectSignal(reply);
    const nonce = randomBytes(16).toString('base64url');
    const response = await pages.respond(
      new Request(url, { method: request.method, headers: forwardedHeaders(request), signal }),
      { nonce, fetch: createGraphqlFetch(app, request.ip, signal), origin: origin() },
    );
    reply.code(response.status);
    reply.headers({
      // Each page has its own nonce, so no shared cache may store it.
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...Object.fromEntries(response.headers),
    });
    if (/^text\/html/.test(response.headers.get('content-type') ?? ''))
      reply.header('content-security-policy', policy(nonce, pages.isEmbed(url.pathname)));
    return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : undefined);
  });
}

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

/** The reason of the abort when the client disconnects while its page is rendered. */
class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

/** Returns a signal that aborts when the client disconnects before the page is complete. */
function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientDisconnected('the client disconnected'));
  });
  return controller.signal;
}

/**
 * Creates a fetch that injects requests into this server, so that every hook applies to them.
 * @param address the client's IP address, whose rate limit is charged
 * @param disconnected aborts the requests
 */
function createGraphqlFetch(
  app: FastifyInstance,
  address: string,
  disconnected: AbortSignal,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    // Not AbortSignal.any: Node never releases its listeners on a signal that does not abort.
    const controller = new AbortController();
    const abort = () => controller.abort();
    const signals = [init.signal, disconnected].filter((signal) => signal instanceof AbortSignal);
    for (const signal of signals) signal.addEventListener('abort', abort);
    if (signals.some(({ aborted }) => aborted)) abort();
    try {
      const { statusCode, headers, body } = await app.inject({
        method: (init.method ?? 'GET') as 'GET' | 'POST',
        url: String(input),
        headers: Object.fromEntries(new Headers(init.headers)),
        payload: init.body as string,
        remoteAddress: address,
        signal: controller.signal,
      });
      return new Response(body, {
        status: statusCode,
        headers: { 'content-type': String(headers['content-type']) },
      });
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    }
  };
}
