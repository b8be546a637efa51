import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../errors.ts';
import { type Refusal, refusalOf } from '../http/refusal.ts';

/** What decides whether requests are turned away. */
export interface Shedding {
  /** Milliseconds that the slowest in a hundred turns of the event loop may be late; 0 turns nobody away. */
  readonly delay: number;
  /** Hears of each request, connection or subscription that is turned away. */
  observe(): void;
}

/** Milliseconds between two judgements. In an idle second there are a hundred turns, so a single pause decides nothing. */
const WINDOW = 2_000;
/** Milliseconds between two measurements. */
const RESOLUTION = 10;
/** Seconds after which somebody who was turned away should come again. */
const RETRY_AFTER = WINDOW / 1000;
const OVERLOADED = `the gateway has more to do than it can; ask again in ${RETRY_AFTER} seconds`;
/** The addresses that cost work: the graph, and pages. Health, metrics, deliveries of webhooks and files are always answered. */
const SHED: ReadonlySet<string | undefined> = new Set(['/graphql', '/*']);

/**
 * Turns requests away with 503 for as long as the event loop is late: what is answered late is asked again by those who
 * gave it up, and the sooner some are told to come back, the sooner the rest are served.
 * @returns whether who asks now is to be turned away, for what comes by other ways than requests; it is counted
 */
export async function shedLoad(app: FastifyInstance, { delay, observe }: Shedding): Promise<() => boolean> {
  if (delay === 0) return () => false;
  const lateness = monitorEventLoopDelay({ resolution: RESOLUTION });
  // What is slow before the first request, the reading of the schema above all, is nobody's concern.
  app.addHook('onListen', async () => void lateness.enable());
  app.addHook('onClose', async () => void lateness.disable());
  // What it gives back is sent, and the request's own work left undone: the plugin's types do not tell.
  const judge: (request: FastifyRequest, reply: FastifyReply) => void = (request, reply) => {
    if (!SHED.has(request.routeOptions.url) || isOwn(request)) return;
    observe();
    return turnAway(request, reply);
  };
  await app.register(underPressure, {
    async healthCheck() {
      const isInTime = lateness.percentile(99) / 1e6 - RESOLUTION <= delay;
      lateness.reset();
      return isInTime;
    },
    healthCheckInterval: WINDOW,
    pressureHandler: judge,
  });
  return () => {
    const isLate = app.isUnderPressure();
    if (isLate) observe();
    return isLate;
  };
}

/** Whether a page that has been let in asks the graph for what it shows: half a page would help nobody. */
const isOwn = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

/** Sets the head of what a request is turned away with. @returns its body */
function turnAway(request: FastifyRequest, reply: FastifyReply): string | Refusal {
  reply.code(503).header('retry-after', RETRY_AFTER).header('cache-control', 'no-store');
  if (request.routeOptions.url !== '/graphql') {
    reply.type('text/html; charset=utf-8');
    return BUSY_PAGE;
  }
  return refusalOf('OVERLOADED', OVERLOADED, RETRY_AFTER);
}

/** What is told of a subscription that is turned away, as of requests. */
export const overloaded = (): GraphQLError =>
  new GraphQLError(OVERLOADED, {
    extensions: { code: 'OVERLOADED' satisfies ErrorCode, retryAfter: RETRY_AFTER },
  });

/** What a reader is told; it asks again by itself. */
const BUSY_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_AFTER}">
<title>One moment</title><p>More readers have come than there is room for. This page tries again by itself.</p></html>`;
