import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { errorBody } from '../../core/errorBody.ts';
import type { Metrics } from '../../services/telemetry/metrics.ts';

export const METRICS_PATH = '/metrics';

const OPTIONS: RouteShorthandOptions = {
  config: { kind: 'metrics', cors: false, skipsMemoryLimit: true },
};

/**
 * Serves `/metrics`.
 * @param token required as `Authorization: Bearer`; without it the metrics are open on this port
 */
export function serveMetrics(app: FastifyInstance, metrics: Pick<Metrics, 'scrape'>, token?: string): void {
  app.get(METRICS_PATH, OPTIONS, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isAuthorized(headers.authorization, token))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send(
          errorBody(
            'UNAUTHENTICATED',
            `expected the token of METRICS_TOKEN as Authorization: Bearer …, got ${headers.authorization === undefined ? 'none' : 'another'}`,
          ),
        );
    const { contentType, text } = await metrics.scrape();
    return reply.type(contentType).send(text);
  });
}

/** Responds with 404 to `/metrics`: it is on the operator's port. Otherwise a page would be rendered for it. */
export function hideMetrics(app: FastifyInstance): void {
  app.get(METRICS_PATH, OPTIONS, (_request, reply) => reply.callNotFound());
}

/** Compares hashes in constant time. */
function isAuthorized(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
