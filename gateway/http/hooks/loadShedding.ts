import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, errorBody } from '../../core/errorBody.ts';
import { OVERLOAD_RETRY_AFTER_SECONDS, OVERLOADED_MESSAGE } from '../../core/errors.ts';

export interface LoadSheddingOptions {
  /** Load is shed while the 90th percentile of the event loop delay exceeds this; 0 never sheds load. */
  readonly maxDelayMs: number;
  /** Runs for each rejected request, connection or subscription. */
  onShed(): void;
}

/** The delay is evaluated once per window. A few long pauses do not shed load: a tenth of the samples must be late. */
const WINDOW_MS = OVERLOAD_RETRY_AFTER_SECONDS * 1000;
const SAMPLE_INTERVAL_MS = 10;
/** Pages have a queue of their own (`pages/pageQueue.ts`). Health checks, metrics, webhooks and files are always served. */
const SHED_ROUTE = '/graphql';

/**
 * Rejects requests with 503 while the event loop delay is too long. Clients that time out send their request again, which
 * adds load; rejecting some requests early keeps the others within their timeouts.
 * @returns whether to reject a WebSocket connection or a subscription now; counts it if so
 */
export async function shedLoad(
  app: FastifyInstance,
  { maxDelayMs, onShed }: LoadSheddingOptions,
): Promise<() => boolean> {
  if (maxDelayMs === 0) return () => false;
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL_MS });
  // Startup, above all building the schema, blocks the event loop before there are requests.
  app.addHook('onListen', async () => void delay.enable());
  app.addHook('onClose', async () => void delay.disable());
  // The plugin sends the returned value and skips the route handler; its types do not say so.
  const pressureHandler: (request: FastifyRequest, reply: FastifyReply) => void = (request, reply) => {
    if (request.routeOptions.url !== SHED_ROUTE || isInjected(request)) return;
    onShed();
    return reject(reply);
  };
  await app.register(underPressure, {
    async healthCheck() {
      const isHealthy = delay.percentile(90) / 1e6 - SAMPLE_INTERVAL_MS <= maxDelayMs;
      delay.reset();
      return isHealthy;
    },
    healthCheckInterval: WINDOW_MS,
    pressureHandler,
  });
  return () => {
    const isOverloaded = app.isUnderPressure();
    if (isOverloaded) onShed();
    return isOverloaded;
  };
}

/** Returns whether an accepted page sends this GraphQL request: rejecting it would waste the work done for the page. */
const isInjected = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

/** Sets status and headers. @returns the body */
function reject(reply: FastifyReply): ErrorBody {
  reply.code(503).header('retry-after', OVERLOAD_RETRY_AFTER_SECONDS).header('cache-control', 'no-store');
  return errorBody('OVERLOADED', OVERLOADED_MESSAGE, OVERLOAD_RETRY_AFTER_SECONDS);
}
