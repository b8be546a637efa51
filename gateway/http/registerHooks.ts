import type { FastifyInstance } from 'fastify';
import type { Sites } from '../config/sites.ts';
import type { TrustProxy } from '../core/clientAddress.ts';
import type { GraphServices } from '../graphql/operations/graphServices.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import { compressResponses } from './cachedResponses/encodedBodies.ts';
import type { FastPathServices } from './cachedResponses/fastPath.ts';
import { handleNotFound } from './errorHandlers.ts';
import { decorateClientIp, warnOfUntrustedProxy } from './hooks/clientIp.ts';
import { closeSlowClients, limitConnections } from './hooks/connections.ts';
import { type LoadShedding, type LoadSheddingOptions, shedLoad } from './hooks/loadShedding.ts';
import { chargeRejections } from './hooks/rejectionCharge.ts';
import {
  checkBodyEncoding,
  checkHost,
  endEmptyBodies,
  redirectBrowsers,
  rejectKeysInUrls,
} from './hooks/requestChecks.ts';
import { type RequestTelemetryOptions, recordRequests } from './hooks/requestRecords.ts';
import { type RunScheduled, scheduleRequests } from './hooks/requestScheduling.ts';
import { countRequestsInProgress, type RequestsInProgress } from './hooks/requestsInProgress.ts';
import { addDocsLinks, addResponseHeaders, allowCors } from './hooks/responseHeaders.ts';
import { limitResponseMemory, type ResponseMemory } from './hooks/responseMemory.ts';

interface HookOptions {
  readonly graph: Pick<GraphServices, 'log' | 'rateLimiter' | 'execution'>;
  readonly sites: Sites;
  readonly trustProxy: TrustProxy;
  readonly loadShedding: LoadSheddingOptions;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
  readonly telemetry: Pick<RequestTelemetryOptions, 'tracing' | 'isLogged'> & { readonly metrics: Metrics };
}

/** Registers the hooks of every request. They run in this order. Hooks that await nothing call back, which takes less time than a promise. */
export async function registerHooks(
  app: FastifyInstance,
  { graph, sites, trustProxy, loadShedding: sheddingOptions, maxResponseBytes, telemetry }: HookOptions,
): Promise<
  Pick<FastPathServices, 'recorder' | 'pipelining'> & {
    readonly loadShedding: LoadShedding;
    readonly memory: ResponseMemory;
    readonly runScheduled: RunScheduled;
    readonly inProgress: RequestsInProgress;
  }
> {
  const { log } = graph;
  const { metrics, tracing, isLogged } = telemetry;
  decorateClientIp(app);
  handleNotFound(app, graph.rateLimiter, sites);
  // Before telemetry: requests without a response have no end.
  const pipelining = limitConnections(app, metrics.admission.malformedRequest);
  // First of the others, so that rejected requests are recorded too.
  const recorder = recordRequests(app, { log, tracing, isLogged, observer: metrics.requests });
  // Both before the turns, so that they apply to requests that wait for one.
  closeSlowClients(app);
  const inProgress = countRequestsInProgress(app);
  const runScheduled = scheduleRequests(app, graph.execution.scheduler);
  warnOfUntrustedProxy(app, trustProxy, () =>
    log.warn('a request has X-Forwarded-For from a proxy that TRUST_PROXY does not trust'),
  );
  chargeRejections(app, graph.rateLimiter);
  addResponseHeaders(app);
  addDocsLinks(app, sites.docs);
  checkHost(app, trustProxy);
  checkBodyEncoding(app);
  endEmptyBodies(app);
  await compressResponses(app);
  await allowCors(app);
  // After CORS, so that web pages can read why their request was rejected.
  rejectKeysInUrls(app);
  const memory = limitResponseMemory(app, maxResponseBytes);
  redirectBrowsers(app);
  const loadShedding = await shedLoad(app, inProgress, sheddingOptions);
  return { loadShedding, memory, runScheduled, pipelining, recorder, inProgress };
}
