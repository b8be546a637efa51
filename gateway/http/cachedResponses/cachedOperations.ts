import type { IncomingHttpHeaders } from 'node:http';
import type { CachedOperation } from '../../core/cachedOperation.ts';
import type { Caller } from '../../core/context.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { recordOperation } from '../../graphql/operations/telemetry.ts';
import type { RequestContext } from '../../services/telemetry/requestContext.ts';
import { clientOf } from '../../services/usage/usageRecorder.ts';

/** Counts the document of a cached response and what it uses of the schema, as its execution would. */
export function countCachedOperation(
  { documentId, usage }: CachedOperation,
  { headers, caller }: { readonly headers: IncomingHttpHeaders; readonly caller: Caller },
  graph: Pick<GraphServices, 'persistedQueries' | 'usage'>,
): void {
  const { store, observe } = graph.persistedQueries;
  if (documentId === undefined) observe?.('text');
  else observe?.(store.isTrusted(documentId) ? 'trusted' : 'persisted');
  graph.usage.record(
    clientOf((name) => headers[name], caller),
    usage.coordinates,
  );
}

/** Records the operation of a cached response in the context of its request. @param actual its cost in points */
export function recordCachedOperation(
  { name, requestedCost }: CachedOperation,
  caller: Caller,
  actual: number,
  request: RequestContext,
): void {
  recordOperation(request, caller, { type: 'query', name });
  if (requestedCost > 0) request.cost = { requested: requestedCost, actual };
}
