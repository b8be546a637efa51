import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OVERLOAD_RETRY_AFTER_SECONDS, OVERLOADED_MESSAGE } from '../../core/errors.ts';
import { type ErrorBody, errorBody } from '../../core/errorBody.ts';

/** What decides whether requests are turned away. */
export interface LoadSheddingOptions {
  /** Milliseconds that the slowest in a hundred turns of the event loop may be late; 0 turns nobody away. */
  readonly maxDelayMs: number;
  /** Hears of each request, connection or subscription that is turned away. */
  onShed(): void;
}

/** Milliseconds between two judgements. In an idle second there are a hundred turns, so a single pause decides nothing. */
const WINDOW = OVERLOAD_RETRY_AFTER_SECONDS * 1000;
/** Milliseconds between two measurements. */
const RESOLUTION = 10;
/** The addresses that cost work: the graph, and pages. Health, metrics, deliveries of webhooks and files are always answered. */
const SHED: ReadonlySet<string | undefined> = new Set(['/graphql', '/*']);

/**
 * Turns requests away with 503 for as long as the event loop is late: what is answered late is asked again by those who
 * gave it up, and the sooner some are told to come back, the sooner the rest are served.
 * @returns whether who asks now is to be turned away, for what comes by other ways than requests; it is counted
 */
export async function shedLoad(app: FastifyInstance, { maxDelayMs, onShed }: LoadSheddingOptions): Promise<() => boolean> {
  if (maxDelayMs === 0) return () => false;
  const lateness = monitorEventLoopDelay({ resolution: RESOLUTION });
  // What is slow before the first request, the reading of the schema above all, is nobody's concern.
  app.addHook('onListen', async () => void lateness.enable());
  app.addHook('onClose', async () => void lateness.disable());
  // What it gives back is sent, and the request's own work left undone: the plugin's types do not tell.
  const judge: (request: FastifyRequest, reply: FastifyReply) => void = (request, reply) => {
    if (!SHED.has(request.routeOptions.url) || isInProcess(request)) return;
    onShed();
    return reject(request, reply);
  };
  await app.register(underPressure, {
    async healthCheck() {
      const isInTime = lateness.percentile(99) / 1e6 - RESOLUTION <= maxDelayMs;
      lateness.reset();
      return isInTime;
    },
    healthCheckInterval: WINDOW,
    pressureHandler: judge,
  });
  return () => {
    const isLate = app.isUnderPressure();
    if (isLate) onShed();
    return isLate;
  };
}

/** Whether a page that has been let in asks the graph for what it shows: half a page would help nobody. */
const isInProcess = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

/** Sets the head of what a request is turned away with. @returns its body */
function reject(request: FastifyRequest, reply: FastifyReply): string | ErrorBody {
  reply.code(503).header('retry-after', OVERLOAD_RETRY_AFTER_SECONDS).header('cache-control', 'no-store');
  if (request.routeOptions.url !== '/graphql') {
    reply.type('text/html; charset=utf-8');
    return BUSY_PAGE;
  }
  return errorBody('OVERLOADED', OVERLOADED_MESSAGE, OVERLOAD_RETRY_AFTER_SECONDS);
}

/** What a reader is told; it asks again by itself. */
const BUSY_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${OVERLOAD_RETRY_AFTER_SECONDS}">
<title>One moment</title><p>More readers have come than there is room for. This page tries again by itself.</p></html>`;
