import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Whether a gateway should be sent requests. It depends on nothing but the gateway itself. */
export interface Readiness {
  /** It is there: model and schema are read, and it listens. */
  markReady(): void;
  /** It is about to go: what is sent to it still is answered, and should be sent elsewhere. */
  startDraining(): void;
}

/**
 * Liveness at `/health/live`, and readiness at `/health/ready`: 200, or 503 for a gateway that is not there yet or about to
 * go. Whoever is answered by one that is about to go is told to connect anew.
 */
export function serveHealth(app: FastifyInstance): Readiness {
  let status: 'starting' | 'ready' | 'leaving' = 'starting';
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', (_request, reply) =>
    reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status }),
  );
  app.addHook('onSend', async (_request, reply, payload) => {
    if (status === 'leaving') reply.header('connection', 'close');
    return payload;
  });
  return {
    markReady() {
      status = 'ready';
    },
    startDraining() {
      status = 'leaving';
    },
  };
}

interface DrainOptions {
  readonly readiness: Readiness;
  /** Milliseconds for which requests are still taken, so that balancers notice. */
  readonly graceMs: number;
  /** Milliseconds after those that answers under way have; readers who are slower are cut off. */
  readonly timeoutMs: number;
}

/**
 * Takes a gateway's server out of service without dropping an answer: every request that was read is answered whole, unless
 * its reader is slower than the patience. A connection that the listener's end meets on its way is refused or reset.
 */
export async function drain(
  app: FastifyInstance,
  { readiness, graceMs, timeoutMs }: DrainOptions,
): Promise<void> {
  readiness.startDraining();
  await sleep(graceMs);
  // First of all, for what the framework does before it would leave time for others to connect.
  const gone = new Promise<void>((resolve) => app.server.close(() => resolve()));
  const cut = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  await app.close();
  await gone;
  clearTimeout(cut);
}
