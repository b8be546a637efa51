import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { formatError } from '../../core/errors.ts';
import { PARSE_OPTIONS, parseLimitOf } from './limits/parseOptions.ts';
import { finish, type OperationSteps, report, respond } from './operationSteps.ts';
import type { RunContext } from './run/operationRun.ts';
import { documentRules, VALIDATION_OPTIONS } from './validateDocument.ts';
import { showVisibleErrors } from './visibleErrors.ts';

/** Creates the Apollo Server of new documents. It has no part in HTTP. */
export function createApolloServer(steps: OperationSteps): ApolloServer<RunContext> {
  const { schema, validDocuments, operationLimits } = steps.graph;
  return new ApolloServer<RunContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    parseOptions: PARSE_OPTIONS,
    documentStore: validDocuments.documents,
    validationOptions: VALIDATION_OPTIONS,
    validationRules: [...documentRules(operationLimits, false)],
    persistedQueries: false,
    stopOnTerminationSignals: false,
    formatError: (formatted, error) => withParseLimit(formatError(formatted, error), error),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // Apollo Server traces subgraphs for every client that requests it.
      ApolloServerPluginInlineTraceDisabled(),
      // Apollo's plugin computes the policy during every execution; the response cache computes it once per document.
      ApolloServerPluginCacheControlDisabled(),
      {
        requestDidStart: async () => ({
          responseForOperation: (run) => respond(run, steps),
          didEncounterErrors: (run) => report(run, run.errors, steps),
          async willSendResponse(run) {
            if (run.contextValue.progress.isFinished) return;
            showVisibleErrors(steps.graph, run);
            await finish(run, steps);
          },
        }),
      },
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
