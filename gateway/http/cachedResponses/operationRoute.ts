import { anonymousCaller, PUBLIC_AUDIENCE } from '../../core/context.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { GRAPHQL_ENDPOINT } from '../graphql/endpoints.ts';
import { CORS_HEADERS, NO_SNIFF_HEADER, OPERATION_HEADERS } from '../hooks/responseHeaders.ts';
import type { CachedRoute } from './fastPath.ts';
import { type OperationHit, type OperationHits, recordHit } from './operationHits.ts';

const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'POST', 'QUERY']);
/** The caller of requests without credentials. If credentials are required, no response to such requests was recorded. */
const ANONYMOUS: Principal = {
  audience: PUBLIC_AUDIENCE,
  caller: anonymousCaller(''),
};

const { path } = GRAPHQL_ENDPOINT;
const PATH_WITH_QUERY = `${path}?`;

/** Creates the route of operations, as far as their responses are cached. */
export const createOperationRoute = (
  hits: Pick<OperationHits, 'keyOf' | 'find'>,
  graph: Pick<GraphServices, 'persistedQueries' | 'usage'>,
): CachedRoute<OperationHit> => ({
  kind: 'graphql',
  pattern: path,
  isCatchAll: false,
  isShed: true,
  headers: { ...NO_SNIFF_HEADER, ...CORS_HEADERS, ...OPERATION_HEADERS },
  accepts: ({ method, url = '' }) => METHODS.has(method) && (url === path || url.startsWith(PATH_WITH_QUERY)),
  lookUp({ method = '', url = '', headers }, body) {
    const key = hits.keyOf({ method, url, headers, body }, ANONYMOUS);
    return { key, hit: hits.find(key) };
  },
  record: ({ operation }, recorded) => recordHit(operation, recorded, graph),
});
