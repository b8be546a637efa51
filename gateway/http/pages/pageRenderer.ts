import type { FastifyInstance } from 'fastify';
import type { PagePreview, PageResponse, Pages } from '../../../schema/pages.ts';
import { networkOf } from '../../core/clientAddress.ts';
import type { Caller } from '../../core/context.ts';
import { errorUrl } from '../../core/errorUrl.ts';
import { OVERLOAD_RETRY_AFTER_SECONDS, overloaded, Rejected } from '../../core/rejected.ts';
import { chargeOrReject } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { isTimedOut, withDeadline } from '../../services/scheduling/deadline.ts';
import { createFairLimiter, QueueFull } from '../../services/scheduling/fairLimiter.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { createPageRequests, type PageRequests, type RespondInProcess } from './pageRequests.ts';

/** Rate limit points of a page, in addition to those of its GraphQL operations. */
const PAGE_COST = 400;
/** Points of a request that is rejected because too many pages wait. */
const REJECTED_PAGE_COST = 20;
/**
 * Pages that load data or are rendered at the same time, and pages that wait. An address gets all places that the processor can
 * serve within the longest wait. Readers who wait for a page that another one requested are not counted.
 */
const PAGE_LIMITS = { max: 32, maxPerKey: 8, queue: { max: 992, maxPerKey: 504 } };
/** A page that has not started by then is rejected. */
const MAX_WAIT_MS = 8_000;

/** A page did not start in time. */
export class PageTimeout extends Rejected {
  constructor() {
    super('OVERLOADED', overloaded().message, OVERLOAD_RETRY_AFTER_SECONDS);
  }
}

/** A page, and what its queries say about it. */
export interface RenderedPage extends PageResponse, Pick<PageRequests, 'cacheLifetime' | 'isRateLimited'> {}

/** The request of a page. */
interface PageRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly preview?: PreviewRequest | undefined;
}

/** The preview of a request. */
export interface PreviewRequest {
  readonly page: PagePreview;
  /** The headers by which its queries are authenticated. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Renders pages in turns. */
export interface PageRenderer {
  /**
   * Renders the page of a request and charges its reader.
   * @param signal aborts when nobody waits for the page
   * @throws Rejected `RATE_LIMITED` or `OVERLOADED`, PageTimeout, or the reason of the signal
   */
  render(request: PageRequest, reader: Caller, signal: AbortSignal): Promise<RenderedPage>;
}

interface PageRendererOptions {
  readonly app: FastifyInstance;
  readonly pages: Pick<Pages, 'respond'>;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
  readonly scheduler: Pick<FairScheduler, 'nextLong'>;
  /** Responds to queries of pages whose response is cached. */
  readonly respondInProcess?: RespondInProcess | undefined;
  /** Returns the public origin. */
  origin(): string;
  /** Default: 8 s. */
  readonly maxWaitMs?: number;
}

/** @param options.app executes the queries of pages */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const { app, pages, rateLimiter, scheduler, respondInProcess, origin, maxWaitMs = MAX_WAIT_MS } = options;
  const limiter = createFairLimiter(PAGE_LIMITS);

  /** Waits until a page of an address can start. @returns its slot */
  const start = async (address: string, signal: AbortSignal): Promise<Disposable> => {
    const wait = withDeadline(signal, maxWaitMs);
    try {
      return await limiter.start(address, 1, wait.signal);
    } catch (error) {
      if (error instanceof QueueFull) throw overloaded();
      throw isTimedOut(wait.signal) ? new PageTimeout() : error;
    } finally {
      wait.release();
    }
  };

  return {
    async render(request, reader, signal) {
      const address = networkOf(reader.address);
      const charge = await chargeOrReject(rateLimiter, reader, PAGE_COST);
      using _slot = await start(address, signal).catch((error: unknown) => {
        if (error instanceof Rejected) charge?.refund(PAGE_COST - REJECTED_PAGE_COST);
        throw error;
      });
      await scheduler.nextLong(address);
      signal.throwIfAborted();
      return await renderPage(request, reader, signal);
    },
  };

  async function renderPage(
    { url, headers, preview }: PageRequest,
    { address }: Caller,
    signal: AbortSignal,
  ): Promise<RenderedPage> {
    const { send, ...state } = createPageRequests(app, {
      address,
      signal,
      previewHeaders: preview?.headers,
      respondInProcess: preview ? undefined : respondInProcess,
      onResponse: shareTurn(() => scheduler.nextLong(networkOf(address))),
    });
    const request = new Request(url, { headers, signal });
    const response = await pages.respond(request, {
      send,
      origin: origin(),
      errorUrl,
      preview: preview?.page,
    });
    return { ...response, ...state };
  }
}

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
