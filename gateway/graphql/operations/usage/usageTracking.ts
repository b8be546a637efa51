import type { GraphQLSchema } from 'graphql';
import type { UsageRecorder } from '../../../services/usage/usageRecorder.ts';
import type { FactsOf } from '../document/documentFacts.ts';
import type { OperationRun } from '../run/operationRun.ts';
import { createDeprecationDescriptions, deprecationHeaders } from './deprecations.ts';

interface UsageTrackingOptions {
  readonly schema: GraphQLSchema;
  readonly factsOf: FactsOf;
  readonly usage: Pick<UsageRecorder, 'record'>;
}

export interface UsageTracking {
  /** Counts the schema coordinates that a valid operation uses, by client. */
  record(run: OperationRun): void;
  /** Reports the deprecated coordinates: in a header, and on request in `extensions.deprecations`. */
  report(run: OperationRun): void;
}

/** Creates the usage tracking of operations. */
export function createUsageTracking({
  schema,
  factsOf,
  usage: recorder,
}: UsageTrackingOptions): UsageTracking {
  const describe = createDeprecationDescriptions(schema);
  const record: UsageTracking['record'] = ({ document, operation, request, contextValue }) => {
    if (!document || !operation) return;
    const { usage } = contextValue;
    const { coordinates, deprecatedIn } = factsOf(document).ofOperation(operation);
    usage.coordinates = coordinates;
    usage.deprecated = deprecatedIn(request.variables ?? {});
    if (contextValue.request) recorder.record(contextValue.request.client, usage.coordinates);
  };
  const report: UsageTracking['report'] = ({ response, contextValue: { usage, request } }) => {
    for (const [name, value] of deprecationHeaders(usage.deprecated)) response.http.headers.set(name, value);
    if (response.body?.kind !== 'single' || !request?.reportsDeprecations) return;
    const { singleResult } = response.body;
    singleResult.extensions = {
      ...singleResult.extensions,
      deprecations: describe(usage.deprecated),
    };
  };
  return { record, report };
}
