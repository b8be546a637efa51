import { createGateway } from '../../app/gateway.ts';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import type { Provider } from '../../core/errors.ts';
import { EXPLORER_PATH } from '../../http/pages/builtWeb.ts';
import type { QueryPlan } from '../../sites/explorer/queryPlan.ts';
import { isolatedConfig } from '../isolatedConfig.ts';

/** An operation of a client. */
export interface PlannedOperation {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The plan of an operation, as the explorer shows it, with the caching of its response. */
export interface OperationReport extends Omit<QueryPlan, 'fieldCosts'> {
  /** Value of `Cache-Control`. */
  readonly cacheControl: string;
}

/** Returns the configuration of a gateway that runs one operation. A plan shows the operation, not what its caller may do. */
function planConfig(config: Config): Config {
  const isolated = isolatedConfig(config);
  return {
    ...isolated,
    loadSheddingDelayMs: 0,
    // The explorer plans operations.
    sites: { app: false, reader: false, explorer: true, docs: true, mcp: false },
    access: { allowsAnonymous: true },
    persistedQueries: { ...isolated.persistedQueries, requiresTrustedDocuments: false },
    rateLimits: {},
    callLimits: { content: {}, media: {}, search: {} },
  };
}

/** Plans an operation in a gateway of its own, over the providers of `env`. */
export async function planOperation(env: Environment, operation: PlannedOperation): Promise<OperationReport> {
  const gateway = await createGateway(planConfig(readConfig(env)));
  try {
    await gateway.mediaLibraryLoaded;
    const post = (path: string) => postJson(`${gateway.url}${path}`, operation);
    const planned = (await (await post(`${EXPLORER_PATH}plan`)).json()) as Partial<QueryPlan>;
    // A plan is never cached: the response itself has the cache header.
    const { headers } = await post('/graphql');
    return {
      requests: planned.requests ?? [],
      estimatedCost: planned.estimatedCost ?? 0,
      actualCost: planned.actualCost ?? 0,
      scopes: planned.scopes ?? [],
      cacheControl: headers.get('cache-control') ?? '',
      tags: planned.tags ?? [],
      errors: planned.errors ?? [],
    };
  } finally {
    await gateway.close();
  }
}

/** Adds the requests of each provider. */
export function countRequests(requests: OperationReport['requests']): Readonly<Record<Provider, number>> {
  const counts = { content: 0, media: 0, search: 0 };
  for (const { provider } of requests) counts[provider] += 1;
  return counts;
}

const postJson = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
