import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './routes/health.ts';

/** Milliseconds that requests in progress have to finish when the gateway closes. */
export const DRAIN_TIMEOUT_MS = 8_000;

interface GracefulShutdownOptions {
  readonly readiness: Readiness;
  /** Time in which requests are still accepted, so that load balancers notice. */
  readonly graceMs: number;
}

/**
 * Closes a server without dropping responses: every request that was read gets its whole response within
 * `DRAIN_TIMEOUT_MS`; slower clients are disconnected.
 * A connection that arrives while the listener closes is refused or reset.
 */
export async function closeGracefully(
  app: FastifyInstance,
  { readiness, graceMs }: GracefulShutdownOptions,
): Promise<void> {
  readiness.startDraining();
  await sleep(graceMs);
  // Before app.close(): Fastify runs hooks first, and connections would be accepted meanwhile.
  const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await app.close();
  await closed;
  clearTimeout(timer);
}
