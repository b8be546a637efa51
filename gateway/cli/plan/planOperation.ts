import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildASTSchema, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { createGateway } from '../../app/gateway.ts';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import type { Provider } from '../../core/errors.ts';
import { COST_DEBUG_HEADER } from '../../graphql/operations/extensions/requestedExtensions.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { scopeRequirements } from '../../services/auth/scopeRequirements.ts';
import { type ProviderRequest, recordProviderRequests } from './providerRequests.ts';

/** An operation of a client. */
export interface PlannedOperation {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What an operation costs when nothing is cached but media assets. */
export interface OperationPlan {
  /** In the order in which they start. */
  readonly requests: readonly ProviderRequest[];
  /** Points. */
  readonly estimatedCost: number;
  readonly actualCost: number;
  /** Required scopes by field, e.g. `Query.indexStatus: index:write`. */
  readonly scopes: readonly string[];
  /** Value of `Cache-Control`. */
  readonly cacheControl: string;
  readonly tags: readonly string[];
  readonly errors: readonly { readonly message: string }[];
}

/** Settings of a gateway that runs one operation and nothing else. */
const ISOLATED: Environment = {
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  CONSUME_CHANGES: 'off',
  MAX_EVENT_LOOP_DELAY_MS: '0',
  REDIS_URL: '',
  APP: 'off',
  // Adds the tags to `Cache-Tag`. Nothing is invalidated, so nothing is sent there.
  CDN_PURGE_URL: 'http://127.0.0.1:9/purge',
  CDN_PURGE_TOKEN: '',
  ALGOLIA_WRITE_KEY: '',
};

/** Runs an operation in a gateway of its own with empty caches, over the providers of `env`. */
export async function planOperation(env: Environment, operation: PlannedOperation): Promise<OperationPlan> {
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-plan-'));
  const config = readConfig({ ...env, ...ISOLATED, STATE_DIR: stateDir });
  const gateway = await createGateway(config);
  try {
    await gateway.mediaLibraryLoaded;
    const recording = recordProviderRequests(config);
    const send = (headers: Record<string, string>) => request(`${gateway.url}/graphql`, operation, headers);
    const { body } = await send({ [COST_DEBUG_HEADER]: '1' });
    const requests = recording.stop();
    // A response with its cost is private: the same request without it has the cache headers.
    const { headers } = await send({});
    const { requestedQueryCost = 0, actualQueryCost = 0 } = body.extensions?.cost ?? {};
    return {
      requests,
      estimatedCost: requestedQueryCost,
      actualCost: actualQueryCost,
      scopes: await requiredScopes(config, operation.query),
      cacheControl: headers.get('cache-control') ?? '',
      tags: headers.get('cache-tag')?.split(',') ?? [],
      errors: body.errors ?? [],
    };
  } finally {
    await gateway.close();
    rmSync(stateDir, { recursive: true });
  }
}

/** Adds the requests of each provider. */
export function countRequests(requests: readonly ProviderRequest[]): Readonly<Record<Provider, number>> {
  const counts = { content: 0, media: 0, search: 0 };
  for (const { provider } of requests) counts[provider] += 1;
  return counts;
}

interface ResponseBody {
  readonly errors?: OperationPlan['errors'];
  readonly extensions?: {
    readonly cost?: { readonly requestedQueryCost: number; readonly actualQueryCost: number };
  };
}

async function request(
  url: string,
  operation: PlannedOperation,
  headers: Record<string, string>,
): Promise<{ body: ResponseBody; headers: Headers }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(operation),
  });
  return { body: (await response.json()) as ResponseBody, headers: response.headers };
}

async function requiredScopes({ schemaDir, providers }: Config, query: string): Promise<string[]> {
  const schema = buildASTSchema((await readTypeDefs(schemaDir, providers)).typeDefs);
  const typeInfo = new TypeInfo(schema);
  const scopes = new Set<string>();
  visit(
    parse(query),
    visitWithTypeInfo(typeInfo, {
      Field() {
        const [type, field] = [typeInfo.getParentType(), typeInfo.getFieldDef()];
        if (!type || !field || !('getFields' in type)) return;
        for (const alternatives of scopeRequirements(schema).ofField(type as never, field as never))
          scopes.add(
            `${type.name}.${field.name}: ${alternatives.map((group) => group.join(' and ')).join(' or ')}`,
          );
      },
    }),
  );
  return [...scopes];
}
