import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloDrainPlugin } from '@as-integrations/fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Context } from '../../core/context.ts';
import { formatError } from '../../core/errors.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import { isTimedOut } from '../../services/upstream/deadline.ts';
import { operationLimits } from './cost/operationLimits.ts';
import { waitForTurn } from './execution/executionQueue.ts';
import { fairExecution } from './execution/fairExecution.ts';
import type { GraphServices } from './graphServices.ts';
import { legacyStatus } from './legacyStatus.ts';
import { EXECUTION_OPTIONS } from './limits/coercedVariables.ts';
import { createParsedDocumentCache } from './limits/parsedDocuments.ts';
import { PARSE_OPTIONS } from './limits/parseOptions.ts';
import { variableDepth } from './limits/variableDepth.ts';
import { logServerErrors } from './logServerErrors.ts';
import { persistedQueries, trustedDocuments } from './persisted/trustedDocuments.ts';
import { createDryRuns } from './rateLimit/dryRun.ts';
import { operationRateLimit } from './rateLimit/operationRateLimit.ts';
import { rejectionRateLimit } from './rateLimit/rejectionRateLimit.ts';
import { CSRF_HEADERS } from './responseCache/cachedRequests.ts';
import type { ResponseCache } from './responseCache/responseCache.ts';
import { responseSizeLimit } from './responseCache/responseSize.ts';
import { operationTelemetry } from './telemetry.ts';

interface ApolloOptions {
  /** Its shutdown stops the Apollo server. */
  readonly app: FastifyInstance;
  readonly graph: GraphServices;
  readonly responseCache: ResponseCache;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
  readonly observer: RequestObserver;
}

/** Creates the Apollo server that executes operations over HTTP, with its plugins in order. */
export function createApolloServer({
  app,
  graph,
  responseCache,
  maxResponseBytes,
  observer,
}: ApolloOptions): ApolloServer<Context> {
  const { schema, log, persistedQueries: documents, operationLimits: limits, rateLimiter, execution } = graph;
  const dryRuns = createDryRuns(schema);
  const documentStore = createParsedDocumentCache();
  return new ApolloServer<Context>({
    schema,
    stringifyResult: responseCache.stringify,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    parseOptions: PARSE_OPTIONS,
    documentStore,
    validationOptions: { maxErrors: 5 },
    executionOptions: EXECUTION_OPTIONS,
    validationRules: [limits.documentRule],
    allowBatchedHttpRequests: false,
    persistedQueries: persistedQueries(documents.store),
    stopOnTerminationSignals: false,
    csrfPrevention: { requestHeaders: [...CSRF_HEADERS] },
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      fastifyApolloDrainPlugin(app),
      errorLogging(log),
      // Before the plugins that traverse variables.
      variableDepth,
      trustedDocuments(documents),
      rejectionRateLimit({
        rateLimiter,
        isValidated: documentStore.has,
        findDocument: documents.store.get,
        waitForTurn: (caller) => waitForTurn(execution, caller),
      }),
      operationLimits(limits, dryRuns.isDryRun),
      legacyStatus,
      // Before the response cache, which serializes responses.
      responseSizeLimit(maxResponseBytes),
      ...responseCache.plugins,
      operationTelemetry(observer),
      // After the response cache: cached responses cost only their bytes.
      operationRateLimit({ schema, rateLimiter, dryRuns, responseCache }),
      // After the charge: operations without points do not wait.
      fairExecution(execution, responseCache),
    ],
  });
}

/** Logs errors of providers and of the gateway. */
function errorLogging(log: Logger): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, operationName, contextValue }) {
          // Errors after a disconnect are consequences of the abort; a timeout is not.
          const { signal } = contextValue;
          if (!signal.aborted || isTimedOut(signal)) logServerErrors(log, errors, operationName);
        },
      };
    },
  };
}
