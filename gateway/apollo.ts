import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloDrainPlugin } from '@as-integrations/fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { chargeRefusals } from './budgets/chargeRefusals.ts';
import { createDryRuns } from './budgets/dryRun.ts';
import { operationBudget } from './budgets/operationBudget.ts';
import type { createAnswerCaching } from './caching/answers.ts';
import type { Context } from './context.ts';
import { admitDocuments, persistedQueries } from './documents/admission.ts';
import { formatError } from './errors.ts';
import { TOLD_MISFITS } from './limits/coercedVariables.ts';
import { createDocumentStore } from './limits/documentStore.ts';
import { legacyStatus } from './limits/legacyStatus.ts';
import { operationLimits } from './limits/operationLimits.ts';
import { PARSING } from './limits/parsing.ts';
import { variableDepth } from './limits/variableDepth.ts';
import type { ServedGraph } from './servedGraph.ts';
import { logFaults } from './watching/faults.ts';
import { watchOperations } from './watching/operations.ts';
import type { ObserveRequests } from './watching/requestMetrics.ts';
import { isOutOfTime } from './wire/deadline.ts';

interface ApolloOptions {
  /** The server that it ends with. */
  readonly app: FastifyInstance;
  readonly graph: ServedGraph;
  /** What answers from what is kept, and keeps what may be. */
  readonly answers: ReturnType<typeof createAnswerCaching>;
  readonly observe: ObserveRequests;
}

/** What executes operations: its limits before, its budgets around, and the errors as clients get them. */
export function createApollo({ app, graph, answers, observe }: ApolloOptions): ApolloServer<Context> {
  const { schema, log, documents, limits, budgets } = graph;
  const dryRuns = createDryRuns(schema);
  const documentStore = createDocumentStore();
  return new ApolloServer<Context>({
    schema,
    stringifyResult: answers.stringify,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // A schema that may be read needs no guesses in its errors, and one that may not must have none.
    hideSchemaDetailsFromClientErrors: true,
    parseOptions: PARSING,
    documentStore,
    validationOptions: { maxErrors: 5 },
    executionOptions: TOLD_MISFITS,
    validationRules: [limits.documentRule],
    allowBatchedHttpRequests: false,
    persistedQueries: persistedQueries(documents.shelf),
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
      admitDocuments(documents),
      chargeRefusals({ budgets, isGood: documentStore.has }),
      operationLimits(limits, dryRuns.isDry),
      legacyStatus,
      ...answers.plugins,
      watchOperations(observe),
      // Behind what is kept: that costs nothing.
      operationBudget({ schema, budgets, dryRuns }),
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
          if (!signal.aborted || isOutOfTime(signal)) logFaults(log, errors, operationName);
        },
      };
    },
  };
}
