import { anonymousCaller, PUBLIC_AUDIENCE } from '../../core/context.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { isSafeMethod } from '../../graphql/operations/responseCache/responseCacheHeaders.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { GRAPHQL_ENDPOINT } from '../graphql/endpoints.ts';
import { countCachedOperation, recordCachedOperation } from './cachedOperations.ts';
import type { CachedRequests } from './cachedRequests.ts';
import type { CachedSource } from './cachedSource.ts';

const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'POST', 'QUERY']);
/** The caller of requests without credentials. If credentials are required, no response to such requests was recorded. */
const ANONYMOUS: Principal = {
  audience: PUBLIC_AUDIENCE,
  caller: anonymousCaller(''),
};

const { path } = GRAPHQL_ENDPOINT;
const PATH_WITH_QUERY = `${path}?`;

/** The cached responses of operations. */
export function createGraphSource(
  requests: Pick<CachedRequests, 'keyOf' | 'find'>,
  graph: Pick<GraphServices, 'persistedQueries' | 'usage'>,
): CachedSource {
  return {
    kind: 'graphql',
    route: path,
    isShed: true,
    accepts: ({ method, url = '' }) =>
      METHODS.has(method) && (url === path || url.startsWith(PATH_WITH_QUERY)),
    find({ method = '', url = '', headers }, body) {
      const found = requests.find(requests.keyOf({ method, url, headers, body }, ANONYMOUS));
      if (!found) return undefined;
      const { operation, contentType } = found;
      return {
        found,
        cacheKey: operation.responseKey,
        contentType,
        isReadOnly: isSafeMethod(method),
        isPublic: true,
        operation,
      };
    },
    record({ operation }, { request, caller, context, cost }) {
      if (!operation) return;
      countCachedOperation(operation, { headers: request.headers, caller }, graph);
      recordCachedOperation(operation, caller, cost, context);
    },
  };
}
