import Fastify, { type FastifyInstance } from 'fastify';
import { quoted } from '../core/describeValue.ts';
import { errorBody } from '../core/errorBody.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import { addResponseHeaders } from './hooks/responseHeaders.ts';
import { type Readiness, serveHealth } from './routes/health.ts';
import { serveMetrics } from './routes/metrics.ts';

const REQUEST_TIMEOUT_MS = 10_000;

interface OperatorServerOptions {
  readonly metrics: Pick<Metrics, 'scrape'>;
  /** Required by `/metrics`; without it the metrics are open on this port. */
  readonly metricsToken?: string | undefined;
  readonly readiness: Readiness;
}

/** Creates the server of the operator's port: `/metrics` and the health checks, without the public API. */
export function createOperatorServer({
  metrics,
  metricsToken,
  readiness,
}: OperatorServerOptions): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, requestTimeout: REQUEST_TIMEOUT_MS });
  addResponseHeaders(app);
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .send(
        errorBody(
          'NOT_FOUND',
          `expected GET /metrics, /health/live or /health/ready, got ${method} ${quoted(url)}`,
        ),
      ),
  );
  serveMetrics(app, metrics, metricsToken);
  serveHealth(app, readiness);
  return app;
}
