import { type Audience, anonymousCaller, PUBLIC_AUDIENCE } from '../../core/context.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { bodyOf } from '../../graphql/operations/run/responseData.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import { runInRequest } from '../../services/telemetry/requestContext.ts';
import type { RequestTelemetry } from '../admission/requestTelemetry.ts';
import { GRAPHQL_ENDPOINT } from '../graphql/endpoints.ts';
import type { ResponseMemory } from '../hooks/responseMemory.ts';
import type { RespondInProcess } from '../pages/pageRequests.ts';
import { type OperationHits, recordHit } from './operationHits.ts';

interface InProcessOptions {
  readonly hits: Pick<OperationHits, 'keyOf' | 'find'>;
  readonly graph: Pick<GraphServices, 'persistedQueries' | 'usage' | 'rateLimiter'>;
  readonly cache: Pick<TaggedCache, 'countHit'>;
  readonly telemetry: RequestTelemetry;
  readonly memory: Pick<ResponseMemory, 'tryAdd'>;
}

const NO_BODY = Buffer.alloc(0);

/** Returns the audience of a query. Only the canonical tag of a language other than the default finds a cached response. */
const audienceOf = ({ 'x-locale': locale }: Readonly<Record<string, string>>): Audience =>
  locale === undefined ? PUBLIC_AUDIENCE : { ...PUBLIC_AUDIENCE, locale };

/** Creates the function that responds to queries of pages with cached responses. */
export function createInProcessResponses(options: InProcessOptions): RespondInProcess {
  const { hits, graph, cache, telemetry, memory } = options;
  return async (request) => {
    const { headers, body = '', address } = request;
    const caller = anonymousCaller(address);
    const hit = hits.find(hits.keyOf({ ...request, body }, { audience: audienceOf(headers), caller }));
    if (!hit || !memory.tryAdd(address, NO_BODY)) return undefined;
    const charge = await graph.rateLimiter.charge(caller, MIN_RESPONSE_COST);
    if (charge?.isGranted === false) return undefined;
    const { operation, entry, tags, isLeased } = hit;
    const cost = byteCost(entry.bytes);
    const record = telemetry.started(request);
    const { context } = record;
    context.cache = 'hit';
    telemetry.routed(record, request.method, GRAPHQL_ENDPOINT.path);
    runInRequest(context, () => cache.countHit(hit.cacheKey));
    recordHit(operation, { headers, caller, context, cost }, graph);
    charge?.settle(cost);
    telemetry.closed(record, request, { kind: 'graphql', status: 200, isCancelled: false });
    return {
      contentType: hit.headers['content-type'] as string,
      text: bodyOf(entry.text),
      lifetime: { tags, ttlSeconds: hit.ttlSeconds - hit.ageSeconds, isLeased, hasSignedUrls: false },
    };
  };
}
