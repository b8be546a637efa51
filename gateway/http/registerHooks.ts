import type { FastifyInstance } from 'fastify';
import type { Sites } from '../config/sites.ts';
import type { TrustProxy } from '../core/clientAddress.ts';
import type { RateLimiter } from '../services/rateLimit/rateLimiter.ts';
import type { Admission } from './admission/admission.ts';
import type { RequestTelemetry } from './admission/requestTelemetry.ts';
import { compressResponses } from './cachedResponses/encodedBodies.ts';
import { handleNotFound } from './errorHandlers.ts';
import { closeSlowClients, closeWhileDraining } from './hooks/connections.ts';
import { continueExchanges } from './hooks/exchangeHooks.ts';
import { type LoadShedding, type LoadSheddingOptions, shedLoad } from './hooks/loadShedding.ts';
import { chargeRejections } from './hooks/rejectionCharge.ts';
import {
  checkBodyEncoding,
  checkHost,
  endEmptyBodies,
  redirectBrowsers,
  rejectKeysInUrls,
} from './hooks/requestChecks.ts';
import { addDocsLinks, addResponseHeaders, allowCors } from './hooks/responseHeaders.ts';
import { limitResponseMemory, type ResponseMemory } from './hooks/responseMemory.ts';

interface HookOptions {
  readonly admission: Admission;
  readonly telemetry: RequestTelemetry;
  readonly rateLimiter: RateLimiter;
  /** Returns whether the gateway closes soon. */
  isDraining(): boolean;
  readonly sites: Sites;
  readonly trustProxy: TrustProxy;
  readonly loadShedding: LoadSheddingOptions;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
}

/** Registers the hooks of every request. They run in this order. Hooks that await nothing call back, which takes less time than a promise. */
export async function registerHooks(
  app: FastifyInstance,
  options: HookOptions,
): Promise<{ readonly loadShedding: LoadShedding; readonly memory: ResponseMemory }> {
  const { admission, telemetry, rateLimiter, sites, trustProxy } = options;
  handleNotFound(app, rateLimiter, sites);
  // First, so that rejected requests are recorded too.
  continueExchanges(app, admission, telemetry);
  closeWhileDraining(app, options.isDraining);
  closeSlowClients(app);
  chargeRejections(app, rateLimiter);
  addResponseHeaders(app);
  addDocsLinks(app, sites.docs);
  checkHost(app, trustProxy);
  checkBodyEncoding(app);
  endEmptyBodies(app);
  await compressResponses(app);
  await allowCors(app);
  // After CORS, so that web pages can read why their request was rejected.
  rejectKeysInUrls(app);
  const memory = limitResponseMemory(app, options.maxResponseBytes);
  redirectBrowsers(app);
  const loadShedding = await shedLoad(app, admission.requests, options.loadShedding);
  return { loadShedding, memory };
}
