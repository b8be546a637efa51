import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { Logger } from 'pino';
import type { Context } from '../../core/context.ts';
import { formatError } from '../../core/errors.ts';
import { isTimedOut } from '../../services/upstream/deadline.ts';
import { operationLimits } from './cost/operationLimits.ts';
import { fairExecution } from './execution/fairExecution.ts';
import type { GraphServices } from './graphServices.ts';
import { EXECUTION_OPTIONS } from './limits/coercedVariables.ts';
import { oneOfVariables } from './limits/oneOfVariables.ts';
import type { createParsedDocumentCache } from './limits/parsedDocuments.ts';
import { PARSE_OPTIONS } from './limits/parseOptions.ts';
import { variableDepth } from './limits/variableDepth.ts';
import { logServerErrors } from './logServerErrors.ts';
import { documentRegistration } from './persisted/registerDocument.ts';
import type { DocumentCharges } from './rateLimit/documentCharges.ts';
import { createDryRuns } from './rateLimit/dryRun.ts';
import { operationRateLimit } from './rateLimit/operationRateLimit.ts';
import { readOnlyRequests } from './readOnlyRequests.ts';
import type { ResponseCache } from './responseCache/responseCache.ts';
import { responseSizeLimit } from './responseCache/responseSize.ts';
import { operationTelemetry } from './telemetry.ts';
import { operationUsage } from './usage/operationUsage.ts';
import { visibleIntrospection } from './visibleIntrospection.ts';

interface ApolloOptions {
  readonly graph: GraphServices;
  readonly parsedDocuments: ReturnType<typeof createParsedDocumentCache>;
  readonly documentCharges: DocumentCharges;
  readonly responseCache: ResponseCache;
  /** The maximum size of a response. */
  readonly maxResponseBytes: number;
}

/** Creates the Apollo server, with its plugins in order. It executes operations and has no part in HTTP. */
export function createApolloServer({
  graph,
  parsedDocuments,
  documentCharges,
  responseCache,
  maxResponseBytes,
}: ApolloOptions): ApolloServer<Context> {
  const { schema, log, operationLimits: limits, rateLimiter, execution, visibleSchemas } = graph;
  const dryRuns = createDryRuns(schema);
  return new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    parseOptions: PARSE_OPTIONS,
    documentStore: parsedDocuments,
    validationOptions: { maxErrors: 5 },
    executionOptions: EXECUTION_OPTIONS,
    validationRules: [limits.documentRule, oneOfVariables],
    persistedQueries: false,
    stopOnTerminationSignals: false,
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      errorLogging(log),
      // Before the plugins that traverse variables.
      variableDepth,
      readOnlyRequests,
      documentRegistration,
      documentCharges.plugin,
      operationLimits(limits, dryRuns.isDryRun),
      // Before the response cache, which serializes responses.
      visibleIntrospection(schema, visibleSchemas),
      responseSizeLimit(maxResponseBytes),
      ...responseCache.plugins,
      operationTelemetry,
      // After the response cache: cached responses cost only their bytes.
      operationRateLimit({ schema, rateLimiter, dryRuns, responseCache }),
      // After the charge: operations without points do not wait.
      fairExecution(execution, responseCache),
      operationUsage(graph),
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
