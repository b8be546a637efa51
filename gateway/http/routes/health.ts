import type { FastifyInstance } from 'fastify';

/** Controls the readiness check. It depends on this gateway only, not on providers. */
export interface Readiness {
  /** The gateway listens and accepts requests. */
  markReady(): void;
  /** The gateway closes soon: it still responds, and load balancers should choose another instance. */
  startDraining(): void;
}

/**
 * Serves `/health/live` (always 200) and `/health/ready` (503 before the gateway is ready and while it drains). While it
 * drains, every response carries `Connection: close`.
 */
export function serveHealth(app: FastifyInstance): Readiness {
  let status: 'starting' | 'ready' | 'draining' = 'starting';
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', (_request, reply) =>
    reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status }),
  );
  app.addHook('onSend', async (_request, reply, payload) => {
    if (status === 'draining') reply.header('connection', 'close');
    return payload;
  });
  return {
    markReady() {
      status = 'ready';
    },
    startDraining() {
      status = 'draining';
    },
  };
}
