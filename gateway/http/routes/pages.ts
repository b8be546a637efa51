import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { retryAfterSeconds } from '../../graphql/operations/rateLimit/rateLimitError.ts';

/** What makes the pages of the web half; `web/server.tsx` is built into it. */
export interface Pages {
  /** Answers a GET or HEAD request. It never rejects. */
  respond(
    request: Request,
    page: {
      /** Allows the page's own scripts. */
      readonly nonce: string;
      /** Reaches the graph at `/graphql`. */
      readonly fetch: typeof globalThis.fetch;
      /** Where the magazine is published. */
      readonly origin: string;
    },
  ): Promise<Response>;
}

export interface PageOptions {
  readonly pages: Pages;
  /** The Content-Security-Policy of a page whose scripts carry this nonce; other sites may frame it or not. */
  policy(nonce: string, isFramed: boolean): string;
  /** Returns the public origin, which no request header influences; known once the server listens. */
  origin(): string;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
}

/** Points of making a page, whatever it asks of the graph. */
const PAGE_COST = 100;
/** What a reader gets who asks for more pages than one reads. */
const TOO_MANY_PAGES =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Too many requests</title><p>Many pages have been asked for from your address. Try again in a moment.</p></html>\n';

/**
 * Loads the built web half.
 * @param folder holds `server.js`, the manifest of the browser's files and the rules of their sheet
 */
export async function loadPages(folder: string, log: Logger): Promise<Pages> {
  const built = (await import(pathToFileURL(`${folder}/server.js`).href)) as {
    createPages(options: { assets: unknown; report(error: unknown): void }): Pages;
  };
  const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  return built.createPages({
    assets: { manifest: read('manifest.json'), sheet: read('sheet.json') },
    // What nobody waits for any more may well fail.
    report: (err) => void (err instanceof ReaderGone || log.error({ err }, 'a page failed')),
  });
}

/** The pages that are made to be shown within those of other sites. */
const EMBED_PATH = '/embed/';

/** Answers every address that nothing else of the server answers with a page. */
export function servePages(app: FastifyInstance, { pages, policy, origin, rateLimiter }: PageOptions): void {
  app.get('/*', async (request, reply) => {
    // Whoever asks for a file that is gone does not read pages.
    const url = new URL(withoutHost(request.url), origin());
    if (url.pathname.startsWith('/assets/')) return reply.callNotFound();
    const reader = { kind: 'anonymous', name: 'anonymous', address: request.ip } as const;
    const charge = await rateLimiter.charge(reader, PAGE_COST);
    if (charge && !charge.granted)
      return reply
        .code(429)
        .headers({ 'retry-after': String(retryAfterSeconds(charge)), 'cache-control': 'private, no-store' })
        .type('text/html; charset=utf-8')
        .send(TOO_MANY_PAGES);
    const gone = whenGone(reply);
    const nonce = randomBytes(16).toString('base64url');
    const answer = await pages.respond(
      new Request(url, {
        method: request.method,
        headers: headersOf(request),
        signal: gone,
      }),
      { nonce, fetch: graphFetch(app, request, gone), origin: origin() },
    );
    reply.code(answer.status);
    reply.headers({
      // A page carries its own nonce, so no store may give it to another reader.
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...Object.fromEntries(answer.headers),
    });
    if (/^text\/html/.test(answer.headers.get('content-type') ?? ''))
      reply.header('content-security-policy', policy(nonce, url.pathname.startsWith(EMBED_PATH)));
    return reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined);
  });
}

/** A path that begins with two slashes would be read as another host's address. */
const withoutHost = (url: string): string => url.replace(/^[/\\]+/, '/');

function headersOf({ headers }: FastifyRequest): Headers {
  const some = new Headers();
  for (const name of ['accept', 'accept-language', 'if-none-match', 'user-agent'] as const) {
    const value = headers[name];
    if (value) some.set(name, value);
  }
  return some;
}

/** What ends the making of a page that nobody waits for. */
class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** A signal that ends when the reader goes before the page is complete. */
function whenGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ReaderGone('the reader has gone'));
  });
  return controller.signal;
}

/**
 * A fetch that reaches the graph within this process, through everything that a request from outside passes. It asks
 * in the reader's name: what limits a reader limits the pages made for one.
 */
function graphFetch(
  app: FastifyInstance,
  { ip }: FastifyRequest,
  gone: AbortSignal,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    // Not by `AbortSignal.any`: Node never lets go what listens to one that does not end.
    const ending = new AbortController();
    const end = () => ending.abort();
    const signals = [init.signal, gone].filter((signal) => signal instanceof AbortSignal);
    for (const signal of signals) signal.addEventListener('abort', end);
    if (signals.some(({ aborted }) => aborted)) end();
    try {
      const { status, headers, body } = await injected(ending.signal);
      return new Response(body, { status, headers });
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', end);
    }

    async function injected(signal: AbortSignal) {
      const answer = await app.inject({
        method: (init.method ?? 'GET') as 'GET' | 'POST',
        url: String(input),
        headers: Object.fromEntries(new Headers(init.headers)),
        payload: init.body as string,
        remoteAddress: ip,
        signal,
      });
      return {
        status: answer.statusCode,
        headers: { 'content-type': String(answer.headers['content-type']) },
        body: answer.body,
      };
    }
  };
}
