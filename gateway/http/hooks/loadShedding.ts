import { monitorEventLoopDelay } from 'node:perf_hooks';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OVERLOAD_RETRY_AFTER_SECONDS, overloaded } from '../../core/rejected.ts';
import type { RequestsInProgress } from '../admission/admission.ts';
import { clientIpOf, isInjected } from '../admission/exchange.ts';
import { writeError } from '../graphql/writeResponse.ts';
import { monitorThreadPoolDelay } from './threadPoolDelay.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True if load is shed at the route. Pages have a queue of their own (`pages/pageRenderer.ts`); health checks, metrics, webhooks
     * and files are always served.
     */
    readonly isShed?: boolean;
  }
}

export interface LoadSheddingOptions {
  /**
   * Load is shed while the 90th percentile of the event loop delay, or the median delay of the thread pool, exceeds this; 0 never
   * sheds load.
   */
  readonly maxDelayMs: number;
  /** Runs for each rejected request, connection or subscription. */
  onShed(): void;
  /** Receives the median delay of the thread pool of each window. */
  onThreadPoolDelay(seconds: number): void;
}

export interface LoadShedding {
  /** Returns whether load is shed now. */
  isOverloaded(): boolean;
  /** Returns whether to reject a WebSocket connection or a subscription now; counts it if so. */
  shouldReject(): boolean;
}

/** The delays are evaluated once per window. A few long pauses do not shed load: a tenth of the samples must be late. */
const WINDOW_MS = OVERLOAD_RETRY_AFTER_SECONDS * 1000;
const SAMPLE_INTERVAL_MS = 10;
/**
 * In the first windows of an overload, only addresses with more requests in progress are rejected: one of them is usually
 * the cause, and the others need not suffer for it.
 */
const BUSY_ADDRESS_WINDOWS = 2;
const MAX_REQUESTS_OF_QUIET_ADDRESS = 4;

/**
 * Rejects requests with 503 while the delay of the event loop or of the thread pool is too long, first those of addresses
 * with many requests in progress. Clients that time out send their request again, which adds load; rejecting some requests
 * early keeps the others within their timeouts.
 */
export async function shedLoad(
  app: FastifyInstance,
  requests: RequestsInProgress,
  options: LoadSheddingOptions,
): Promise<LoadShedding> {
  const { maxDelayMs, onShed, onThreadPoolDelay } = options;
  if (maxDelayMs === 0) return NO_LOAD_SHEDDING;
  const eventLoop = monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL_MS });
  const threadPool = monitorThreadPoolDelay();
  let overloadedWindows = 0;
  const isQuiet = (address: string) => requests.of(address) <= MAX_REQUESTS_OF_QUIET_ADDRESS;
  // Startup, above all building the schema, blocks the event loop before there are requests.
  app.addHook('onListen', async () => {
    eventLoop.enable();
    threadPool.start();
  });
  app.addHook('onClose', async () => {
    eventLoop.disable();
    threadPool.stop();
  });
  // The plugin sends the returned value and skips the route handler; its types do not say so.
  const pressureHandler: (request: FastifyRequest, reply: FastifyReply) => void = (request, reply) => {
    // Rejecting a query of an accepted page would waste the work done for the page.
    if (!request.routeOptions.config.isShed || isInjected(request)) return;
    if (overloadedWindows <= BUSY_ADDRESS_WINDOWS && isQuiet(clientIpOf(request))) return;
    onShed();
    return writeError(reply, overloaded());
  };
  await app.register(underPressure, {
    async healthCheck() {
      const eventLoopDelayMs = eventLoop.percentile(90) / 1e6 - SAMPLE_INTERVAL_MS;
      eventLoop.reset();
      const threadPoolDelayMs = threadPool.readMedianMs();
      onThreadPoolDelay(threadPoolDelayMs / 1000);
      const isOverloaded =
        isExceeded(maxDelayMs, eventLoopDelayMs) || isExceeded(maxDelayMs, threadPoolDelayMs);
      overloadedWindows = isOverloaded ? overloadedWindows + 1 : 0;
      return !isOverloaded;
    },
    healthCheckInterval: WINDOW_MS,
    pressureHandler,
  });
  return {
    isOverloaded: () => app.isUnderPressure(),
    shouldReject() {
      const isOverloaded = app.isUnderPressure();
      if (isOverloaded) onShed();
      return isOverloaded;
    },
  };
}

const NO_LOAD_SHEDDING: LoadShedding = { isOverloaded: () => false, shouldReject: () => false };

const isExceeded = (limitMs: number, delayMs: number): boolean => limitMs > 0 && delayMs > limitMs;
