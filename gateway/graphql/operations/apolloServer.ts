import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloDrainPlugin } from '@as-integrations/fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { chargeRejected } from './rateLimit/chargeRejected.ts';
import { createDryRuns } from './rateLimit/dryRun.ts';
import { operationRateLimit } from './rateLimit/operationRateLimit.ts';
import type { createResponseCache } from './responseCache/responseCache.ts';
import type { Context } from '../../core/context.ts';
import { trustedDocuments, persistedQueries } from './persisted/trustedDocuments.ts';
import { formatError } from '../../core/errors.ts';
import { EXECUTION_OPTIONS } from './limits/coercedVariables.ts';
import { createParsedDocumentCache } from './limits/parsedDocuments.ts';
import { legacyStatus } from './legacyStatus.ts';
import { operationLimits } from './cost/operationLimits.ts';
import { PARSE_OPTIONS } from './limits/parseOptions.ts';
import { variableDepth } from './limits/variableDepth.ts';
import type { GraphServices } from './graphServices.ts';
import { logServerErrors } from './logErrors.ts';
import { operationTelemetry } from './telemetry.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import { isTimedOut } from '../../services/upstream/deadline.ts';

interface ApolloOptions {
  /** The server that it ends with. */
  readonly app: FastifyInstance;
  readonly graph: GraphServices;
  /** What answers from what is kept, and keeps what may be. */
  readonly responseCache: ReturnType<typeof createResponseCache>;
  readonly observe: RequestObserver;
}

/** What executes operations: its limits before, its budgets around, and the errors as clients get them. */
export function createApolloServer({ app, graph, responseCache, observe }: ApolloOptions): ApolloServer<Context> {
  const { schema, log, persistedQueries: documents, operationLimits: limits, rateLimiter } = graph;
  const dryRuns = createDryRuns(schema);
  const documentStore = createParsedDocumentCache();
  return new ApolloServer<Context>({
    schema,
    stringifyResult: responseCache.stringify,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // A schema that may be read needs no guesses in its errors, and one that may not must have none.
    hideSchemaDetailsFromClientErrors: true,
    parseOptions: PARSE_OPTIONS,
    documentStore,
    validationOptions: { maxErrors: 5 },
    executionOptions: EXECUTION_OPTIONS,
    validationRules: [limits.documentRule],
    allowBatchedHttpRequests: false,
    persistedQueries: persistedQueries(documents.store),
    stopOnTerminationSignals: false,
    csrfPrevention: {
      requestHeaders: ['x-apollo-operation-name', 'apollo-require-preflight', 'x-trivium-preflight'],
    },
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      fastifyApolloDrainPlugin(app),
      logErrors(log),
      // What comes next walks through the variables.
      variableDepth,
      trustedDocuments(documents),
      chargeRejected({ rateLimiter: rateLimiter, isValidated: documentStore.has }),
      operationLimits(limits, dryRuns.isDryRun),
      legacyStatus,
      ...responseCache.plugins,
      operationTelemetry(observe),
      // Behind what is kept: that costs nothing.
      operationRateLimit({ schema, rateLimiter: rateLimiter, dryRuns }),
    ],
  });
}

/** Faults of providers and of the gateway go to the log, unless nobody waits for the answer any more. */
function logErrors(log: Logger): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, operationName, contextValue }) {
          // Nobody reads the answer, and what ended it is no fault.
          const { signal } = contextValue;
          if (!signal.aborted || isTimedOut(signal)) logServerErrors(log, errors, operationName);
        },
      };
    },
  };
}
