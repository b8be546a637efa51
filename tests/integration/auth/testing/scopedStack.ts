import { openStorage } from '../../../../gateway/app/storage.ts';
import type { Scope } from '../../../../gateway/core/scopes.ts';
import { createApiKeys } from '../../../../gateway/services/auth/apiKeys.ts';
import { type GraphQLResponse, type Stack, type StackOptions, startStack } from '../../../support/stack.ts';

/** A test stack whose operations are sent with or without scopes. */
export interface ScopedStack {
  readonly stack: Stack;
  /** Returns the headers of a caller with these scopes; without scopes the caller is anonymous. */
  headersOf(scopes: readonly Scope[]): Promise<Record<string, string>>;
  /** Sends an operation to the gateway with these scopes. */
  // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the test's query
  query(scopes: readonly Scope[], query: string): Promise<GraphQLResponse<any>>;
  close(): Promise<void>;
}

/** Starts the stack. Close it in `afterAll`. */
export async function startScopedStack(options: StackOptions): Promise<ScopedStack> {
  const stack = await startStack(options);
  const storage = openStorage(stack.config, () => undefined);
  const apiKeys = createApiKeys(storage.keys);
  const secrets = new Map<string, string>();
  const headersOf = async (scopes: readonly Scope[]): Promise<Record<string, string>> => {
    if (scopes.length === 0) return {};
    const name = scopes.join(' ');
    const secret = secrets.get(name) ?? (await apiKeys.create({ name, scopes: [...scopes] })).secret;
    secrets.set(name, secret);
    return { authorization: `Bearer ${secret}` };
  };
  return {
    stack,
    headersOf,
    async query(scopes, query) {
      const response = await fetch(`${stack.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await headersOf(scopes)) },
        body: JSON.stringify({ query }),
      });
      const { data = {}, errors = [], extensions = {} } = (await response.json()) as Partial<GraphQLResponse>;
      return { status: response.status, data, errors, extensions };
    },
    async close() {
      await storage[Symbol.asyncDispose]();
      await stack.close();
    },
  };
}
