import type { GraphQLSchema } from 'graphql';
import { removalDate } from '../../../core/model/deprecation.ts';
import type { UsageRecorder } from '../../../services/usage/usageRecorder.ts';
import { deprecationReasons } from '../document/deprecatedCoordinates.ts';
import type { FactsOf } from '../document/documentFacts.ts';
import type { OperationRun } from '../run/operationRun.ts';

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

/** The response header with the deprecated schema coordinates that the operation uses. */
export const DEPRECATED_HEADER = 'x-trivium-deprecated';

/** Clients accept 16 kB of headers in total. */
const MAX_LISTED = 20;

/** Returns the header with deprecated coordinates; none if there are none. */
export const deprecationHeaders = (deprecated: readonly string[]): readonly (readonly [string, string])[] =>
  deprecated.length === 0
    ? []
    : [
        [
          DEPRECATED_HEADER,
          [...deprecated.slice(0, MAX_LISTED), ...(deprecated.length > MAX_LISTED ? ['...'] : [])].join(', '),
        ],
      ];

/** A deprecated part of the schema that an operation uses. */
export interface Deprecation {
  readonly coordinate: string;
  readonly reason: string;
  /** The day from which it can be removed; null for a part of the schema without a date. */
  readonly removal: string | null;
}

/** Creates a function that describes deprecated coordinates. */
function createDeprecationDescriptions(
  schema: GraphQLSchema,
): (coordinates: readonly string[]) => readonly Deprecation[] {
  const reasons = deprecationReasons(schema);
  return (coordinates) =>
    coordinates.map((coordinate): Deprecation => {
      const reason = reasons.get(coordinate) ?? '';
      return { coordinate, reason, removal: removalDate(reason) ?? null };
    });
}
