import type { FastifyInstance, RouteShorthandOptions } from 'fastify';

/** The state of the readiness check. It depends on this gateway only, not on providers. */
export interface Readiness {
  readonly status: 'starting' | 'ready' | 'draining';
  /** The gateway listens and accepts requests. */
  markReady(): void;
  /** The gateway closes soon: it still responds, and load balancers should choose another instance. */
  startDraining(): void;
}

export function createReadiness(): Readiness {
  let status: Readiness['status'] = 'starting';
  return {
    get status() {
      return status;
    },
    markReady() {
      status = 'ready';
    },
    startDraining() {
      status = 'draining';
    },
  };
}

const LIVE_PATH = '/health/live';
const READY_PATH = '/health/ready';
export const HEALTH_PATHS = [LIVE_PATH, READY_PATH];

const OPTIONS: RouteShorthandOptions = {
  config: { kind: 'health', cors: false, hasDocsLinks: true, skipsMemoryLimit: true },
};

/** Serves `/health/live` (always 200) and `/health/ready` (503 before the gateway is ready and while it drains). */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get(LIVE_PATH, OPTIONS, () => ({ status: 'live' }));
  app.get(READY_PATH, OPTIONS, (_request, reply) =>
    reply
      .code(readiness.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: readiness.status }),
  );
}
