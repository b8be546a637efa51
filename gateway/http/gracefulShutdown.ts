import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './routes/health.ts';

interface GracefulShutdownOptions {
  readonly readiness: Readiness;
  /** Time in which requests are still accepted, so that load balancers notice. */
  readonly graceMs: number;
  /** Time for requests in progress after that; slower clients are disconnected. */
  readonly timeoutMs: number;
}

/**
 * Closes a server without dropping responses: every request that was read gets its whole response within the timeout.
 * A connection that arrives while the listener closes is refused or reset.
 */
export async function closeGracefully(
  app: FastifyInstance,
  { readiness, graceMs, timeoutMs }: GracefulShutdownOptions,
): Promise<void> {
  readiness.startDraining();
  await sleep(graceMs);
  // Before app.close(): Fastify runs hooks first, and connections would be accepted meanwhile.
  const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  await app.close();
  await closed;
  clearTimeout(timer);
}
