import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from '../../core/context.ts';
import { formatError } from '../../core/errors.ts';
import { contentErrors } from './contentErrors.ts';
import { operationLimits } from './cost/operationLimits.ts';
import type { OperationSteps } from './executePrepared.ts';
import type { FairExecution } from './execution/fairExecution.ts';
import type { GraphServices } from './graphServices.ts';
import { EXECUTION_OPTIONS } from './limits/coercedVariables.ts';
import { PARSE_OPTIONS, parseLimitOf } from './limits/parseOptions.ts';
import { variableDepth } from './limits/variableDepth.ts';
import { logRunErrors } from './logServerErrors.ts';
import { documentRegistration } from './persisted/registerDocument.ts';
import type { PreparedStore } from './prepared/preparedStore.ts';
import type { DocumentCharges } from './rateLimit/documentCharges.ts';
import type { OperationRateLimit } from './rateLimit/operationRateLimit.ts';
import { readOnlyRequests } from './readOnlyRequests.ts';
import type { ResponseCache } from './responseCache/responseCache.ts';
import { responseSizeLimit } from './responseCache/responseSize.ts';
import { operationTelemetry } from './telemetry.ts';
import type { UsageTracking } from './usage/usageTracking.ts';
import { documentRules, VALIDATION_OPTIONS } from './validateDocument.ts';
import { showVisibleErrors } from './visibleErrors.ts';
import { visibleIntrospection } from './visibleIntrospection.ts';

interface ApolloOptions extends OperationSteps {
  readonly schema: GraphQLSchema;
  readonly documentStore: PreparedStore['documents'];
  readonly documentCharges: DocumentCharges;
  readonly responseCache: ResponseCache;
  readonly operationRateLimit: OperationRateLimit;
  readonly fairExecution: FairExecution;
  readonly usageTracking: UsageTracking;
  readonly visibleSchemas: GraphServices['visibleSchemas'];
}

/** Creates the Apollo server, with its plugins in order. It executes operations and has no part in HTTP. */
export function createApolloServer({
  schema,
  documentStore,
  log,
  limits,
  dryRuns,
  documentCharges,
  responseCache,
  operationRateLimit,
  fairExecution,
  usageTracking,
  visibleSchemas,
  maxResponseBytes,
}: ApolloOptions): ApolloServer<Context> {
  return new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    parseOptions: PARSE_OPTIONS,
    documentStore,
    validationOptions: VALIDATION_OPTIONS,
    executionOptions: EXECUTION_OPTIONS,
    // Trusted documents are validated before.
    validationRules: [...documentRules(limits, false)],
    persistedQueries: false,
    stopOnTerminationSignals: false,
    formatError: (formatted, error) => withParseLimit(formatError(formatted, error), error),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // Apollo Server traces subgraphs for every client that requests it.
      ApolloServerPluginInlineTraceDisabled(),
      errorLogging(log),
      // Before the plugins that traverse variables.
      variableDepth,
      readOnlyRequests,
      contentErrors,
      documentRegistration,
      documentCharges.plugin,
      operationLimits(limits, dryRuns.isDryRun),
      // Before the response cache, which serializes responses.
      visibleIntrospection(visibleSchemas),
      showVisibleErrors({ visibleSchemas, operationLimits: limits }),
      responseSizeLimit(maxResponseBytes),
      ...responseCache.plugins,
      operationTelemetry,
      // After the response cache: cached responses cost only their bytes.
      operationRateLimit.plugin,
      // After the charge: operations without points do not wait.
      fairExecution.plugin,
      usageTracking.plugin,
    ],
  });
}

/** Names the limit in the error of a document that exceeds one, and what to do. */
function withParseLimit(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  if (formatted.extensions?.code !== 'GRAPHQL_PARSE_FAILED' || !(error instanceof GraphQLError))
    return formatted;
  const exceeded = parseLimitOf(error);
  if (!exceeded) return formatted;
  const { limit, message } = exceeded;
  return { ...formatted, message, extensions: { ...formatted.extensions, limit } };
}

/** Logs errors of providers and of the gateway. */
const errorLogging = (log: Logger): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return { didEncounterErrors: async (run) => logRunErrors(log, run, run.errors) };
  },
});
