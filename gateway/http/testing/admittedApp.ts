import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { pino } from 'pino';
import type { TrustProxy } from '../../core/clientAddress.ts';
import { createFairScheduler } from '../../services/scheduling/fairScheduler.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import { noTracing } from '../../services/telemetry/tracing.ts';
import { type Admission, createAdmission } from '../admission.ts';
import { exchangeOf } from '../exchange.ts';
import { continueExchanges } from '../hooks/exchangeHooks.ts';
import { createRequestRecords, type RequestRecords } from '../hooks/requestRecords.ts';
import { createNodeServer } from '../nodeServer.ts';
import { HEALTH_PATHS } from '../routes/health.ts';

interface AdmittedAppOptions {
  readonly trustProxy?: TrustProxy;
  readonly observer?: Partial<RequestObserver>;
  /** Receives each line of the log. */
  readonly onLine?: (line: Record<string, unknown>) => void;
  readonly onRejected?: (code: string) => void;
  readonly server?: FastifyServerOptions;
}

/** A server without routes, whose requests pass the admission as in the gateway. */
export function createAdmittedApp({
  trustProxy = () => true,
  observer,
  onLine = () => undefined,
  onRejected = () => undefined,
  server,
}: AdmittedAppOptions): {
  readonly app: FastifyInstance;
  readonly admission: Admission;
  readonly records: RequestRecords;
} {
  const records = createRequestRecords({
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
    records,
    scheduler: createFairScheduler(),
    undelayedPaths: new Set(HEALTH_PATHS),
    onRejected,
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
  continueExchanges(app, admission, records);
  return { app, admission, records };
}
