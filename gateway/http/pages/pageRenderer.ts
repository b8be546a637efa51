import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../core/clientAddress.ts';
import type { Caller } from '../../core/context.ts';
import { errorUrl } from '../../core/errorUrl.ts';
import { overloaded } from '../../core/rejected.ts';
import { chargeOrReject } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { createPageLimits } from './pageLimits.ts';
import { createPageQueue, PageQueueTimeout } from './pageQueue.ts';
import { createPageRequests, type PageRequests, type RespondInProcess } from './pageRequests.ts';
import type { PageResponse, Pages } from './pages.ts';

/** Rate limit points of a page, in addition to those of its GraphQL operations. */
const PAGE_COST = 400;
/** Points of a request that is rejected because too many pages wait. */
const REJECTED_PAGE_COST = 20;

/** A page, and what its queries say about it once its body is resolved. */
export interface RenderedPage extends PageResponse, Pick<PageRequests, 'contentPolicy' | 'isRateLimited'> {}

/** The request of a page. */
interface PageRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Renders pages in turns. */
export interface PageRenderer {
  /**
   * Renders the page of a request and charges its reader.
   * @param signal aborts when nobody waits for the page
   * @throws Rejected `RATE_LIMITED` or `OVERLOADED`, PageQueueTimeout, or the reason of the signal
   */
  render(request: PageRequest, reader: Caller, signal: AbortSignal): Promise<RenderedPage>;
}

interface PageRendererOptions {
  readonly app: FastifyInstance;
  readonly pages: Pick<Pages, 'respond'>;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
  /** Responds to queries of pages whose response is cached. */
  readonly respondInProcess?: RespondInProcess | undefined;
  /** Returns the public origin. */
  origin(): string;
}

/** @param options.app executes the queries of pages */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const { app, pages, rateLimiter, respondInProcess, origin } = options;
  const limits = createPageLimits();
  const queue = createPageQueue<RenderedPage>();

  return {
    async render(request, reader, signal) {
      const network = networkOf(reader.address);
      const release = limits.acquire(network);
      if (!release) {
        await rateLimiter.charge(reader, REJECTED_PAGE_COST);
        throw overloaded();
      }
      let page: RenderedPage | undefined;
      try {
        const charge = await chargeOrReject(rateLimiter, reader, PAGE_COST);
        page = await renderScheduled(request, reader, signal).catch((error: unknown) => {
          if (error instanceof PageQueueTimeout) charge?.refund(PAGE_COST - REJECTED_PAGE_COST);
          throw error;
        });
        page.body.then(release, release);
        return page;
      } finally {
        if (!page) release();
      }
    },
  };

  /** Creates a function that waits for the next turn of a page. Calls while the page waits share that turn. */
  function shareTurn(next: () => Promise<void>): () => Promise<void> {
    let turn: Promise<void> | undefined;
    return () => {
      turn ??= next().finally(() => {
        turn = undefined;
      });
      return turn;
    };
  }

  function renderScheduled(
    { url, headers }: PageRequest,
    reader: Caller,
    signal: AbortSignal,
  ): Promise<RenderedPage> {
    return queue.run({
      address: networkOf(reader.address),
      signal,
      async create({ next }) {
        const { send, ...state } = createPageRequests(app, {
          address: reader.address,
          signal,
          respondInProcess,
          onResponse: shareTurn(next),
        });
        const request = new Request(url, { headers, signal });
        const response = await pages.respond(request, { send, origin: origin(), errorUrl });
        return { page: { ...response, ...state }, finished: response.body };
      },
    });
  }
}
