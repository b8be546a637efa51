import { openStorage } from '../../gateway/app/storage.ts';
import { type ApiKeys, createApiKeys } from '../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../gateway/services/storage/storage.ts';
import { type Stack, startStack } from './stack.ts';

/** A test stack with access to its API keys and storage, as an operator has beside the running gateway. */
export interface StackWithKeys {
  readonly stack: Stack;
  readonly storage: Storage;
  readonly apiKeys: ApiKeys;
  /** Advances the clock of `apiKeys` only, in milliseconds from now; the gateway has its own clock. */
  setClockOffset(offsetMs: number): void;
  /** Sends an operation to the gateway under request headers. */
  query(
    headers: Record<string, string>,
    query?: string,
    variables?: Record<string, unknown>,
    path?: string,
  ): Promise<ResponseWithHeaders>;
  close(): Promise<void>;
}

export interface ResponseWithHeaders {
  readonly status: number;
  /** The code of the first error. */
  readonly code: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the errors have the shape of the test's query
  readonly errors: any;
  // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the test's query
  readonly data: any;
  readonly text: string;
  readonly headers: Headers;
}

export const FILMS_QUERY = '{ films(first: 1) { totalCount } }';
/** The response to a request whose key is not valid. */
export const UNAUTHENTICATED = { status: 401, code: 'UNAUTHENTICATED', data: undefined };
export const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/**
 * Starts a test stack whose API keys the test manages. Close it in `afterAll`.
 * @param env additional environment variables of the gateway
 */
export async function startStackWithKeys(env: Readonly<Record<string, string>> = {}): Promise<StackWithKeys> {
  const stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off', ...env } });
  const storage = openStorage(stack.config, () => undefined);
  let clockOffsetMs = 0;
  return {
    stack,
    storage,
    apiKeys: createApiKeys(storage.keys, () => Date.now() + clockOffsetMs),
    setClockOffset(offsetMs) {
      clockOffsetMs = offsetMs;
    },
    async query(headers, query = FILMS_QUERY, variables = {}, path = '/graphql') {
      const response = await fetch(`${stack.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const text = await response.text();
      const { data, errors } = JSON.parse(text);
      const code = errors?.[0]?.extensions.code;
      return { status: response.status, code, errors, data, text, headers: response.headers };
    },
    async close() {
      await storage[Symbol.asyncDispose]();
      await stack.close();
    },
  };
}

/** Returns the status of a response to a request with an API key. */
export async function statusWithKey({ url }: { readonly url: string }, apiKey: string): Promise<number> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(apiKey) },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  await response.text();
  return response.status;
}
