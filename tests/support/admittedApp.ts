import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { pino } from 'pino';
import type { TrustProxy } from '../../gateway/core/clientAddress.ts';
import { type Admission, createAdmission } from '../../gateway/http/admission/admission.ts';
import { exchangeOf } from '../../gateway/http/admission/exchange.ts';
import {
  createRequestTelemetry,
  type RequestTelemetry,
} from '../../gateway/http/admission/requestTelemetry.ts';
import { continueExchanges } from '../../gateway/http/hooks/exchangeHooks.ts';
import { createNodeServer } from '../../gateway/http/nodeServer.ts';
import { HEALTH_PATHS } from '../../gateway/http/routes/health.ts';
import { createFairScheduler } from '../../gateway/services/scheduling/fairScheduler.ts';
import type { RequestObserver } from '../../gateway/services/telemetry/requestMetrics.ts';
import { noTracing } from '../../gateway/services/telemetry/tracing.ts';

interface AdmittedAppOptions {
  readonly trustProxy?: TrustProxy;
  readonly observer?: Partial<RequestObserver>;
  /** Receives each line of the log. */
  readonly onLine?: (line: Record<string, unknown>) => void;
  readonly server?: FastifyServerOptions;
}

/** A server without routes, whose requests pass the admission as in the gateway. */
export function createAdmittedApp({
  trustProxy = () => true,
  observer,
  onLine = () => undefined,
  server,
}: AdmittedAppOptions): {
  readonly app: FastifyInstance;
  readonly admission: Admission;
  readonly telemetry: RequestTelemetry;
} {
  const telemetry = createRequestTelemetry({
    log: pino({ level: 'debug' }, { write: (line: string) => onLine(JSON.parse(line)) }),
    tracing: noTracing,
    isLogged: true,
    observer: {
      started: () => undefined,
      ended: () => undefined,
      graphqlError: () => undefined,
      ...observer,
    },
  });
  const admission = createAdmission({
    trustProxy,
    telemetry,
    scheduler: createFairScheduler(),
    undelayedPaths: new Set(HEALTH_PATHS),
    onUntrustedProxy: () => undefined,
  });
  const app = Fastify({
    ...server,
    trustProxy,
    genReqId: (request) => exchangeOf(request)?.record.context.id ?? '',
    serverFactory(handler) {
      const nodeServer = createNodeServer(admission.listen(handler));
      admission.watch(nodeServer);
      return nodeServer;
    },
  });
  continueExchanges(app, admission, telemetry);
  return { app, admission, telemetry };
}
