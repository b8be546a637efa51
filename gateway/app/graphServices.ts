import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config/config.ts';
import { createOperationContext } from '../core/context.ts';
import { createOperationLimits } from '../graphql/operations/cost/operationLimits.ts';
import { createDocumentFacts } from '../graphql/operations/document/documentFacts.ts';
import { scheduleComputedFields } from '../graphql/operations/execution/computedFields.ts';
import { createExecutionServices } from '../graphql/operations/execution/processorTime.ts';
import type { GraphServices } from '../graphql/operations/graphServices.ts';
import { createDocumentStore } from '../graphql/operations/persisted/documentStore.ts';
import { readManifests } from '../graphql/operations/persisted/manifest.ts';
import { createValidDocuments } from '../graphql/operations/prepared/validDocuments.ts';
import { createVisibleSchemas } from '../graphql/schema/scopes/visibleSchema.ts';
import type { WebApp } from '../http/pages/builtWeb.ts';
import type { Storage } from '../services/storage/storage.ts';
import { traceFields } from '../services/telemetry/tracedFields.ts';
import type { Providers } from './providers.ts';
import type { Telemetry } from './telemetry.ts';

interface GraphServicesOptions extends Pick<GraphServices, 'authenticate' | 'rateLimiter' | 'usage'> {
  readonly storage: Storage;
  readonly telemetry: Telemetry;
  readonly providers: Providers;
  /** The app, whose documents are trusted. */
  readonly webApp: WebApp | undefined;
}

/** Creates the services that execute operations of a schema. */
export function createGraphServices(
  config: Config,
  schema: GraphQLSchema,
  options: GraphServicesOptions,
): GraphServices {
  const { storage, telemetry, providers, webApp, rateLimiter } = options;
  const { log, metrics, tracing } = telemetry;
  const { content, media, search } = providers;
  const visibleSchemas = createVisibleSchemas(schema);
  const execution = createExecutionServices();
  scheduleComputedFields(schema, execution.scheduler);
  if (tracing.isEnabled) traceFields(schema);
  const factsOf = createDocumentFacts(schema, config.cache.ttlSeconds);
  return {
    schema,
    factsOf,
    visibleSchemas,
    log,
    authenticate: options.authenticate,
    persistedQueries: {
      store: createDocumentStore({
        manifest: readManifests(webApp ? [webApp.documentManifest] : [], config.persistedQueries.manifestDir),
        shared: storage.shared?.documents,
        onError: (error) => log.warn({ err: error }, 'persisted queries cannot be shared'),
      }),
      rateLimiter,
      requiresTrustedDocuments: config.persistedQueries.requiresTrustedDocuments,
      observe: metrics.admission.documentReceived,
    },
    validDocuments: createValidDocuments(schema, factsOf),
    operationLimits: createOperationLimits(schema, config, rateLimiter),
    rateLimiter,
    execution,
    usage: options.usage,
    operationTimeoutMs: config.operationTimeoutMs,
    createContext(signals, { audience, caller }, recorder) {
      const operation = createOperationContext(signals, audience, caller);
      return Object.assign(operation, {
        content: content.loader(operation, recorder),
        media: media.loader(operation, recorder),
        search: search.loader(operation, recorder),
      });
    },
  };
}
