import { createApiKey } from './createApiKey.ts';
import { type Stack, startStack } from './stack.ts';

/** The rate limit of anonymous callers: points, and points restored per second. */
export const MAX_POINTS = 400;
export const RESTORE_RATE = 30;
/** Points of an upstream request. */
export const CALL_COST = 25;
/** Points of a response of at most 4 kB. */
export const MIN_RESPONSE_COST = 4;
/** The maximum number of points that `newOperation` may cost: those of its objects, and two upstream requests. */
export const OPERATION_COST = 86 + 2 * CALL_COST;
/** Makes the gateway report the cost of an operation. */
export const COST_HEADER = { 'x-trivium-cost': '1' };

export interface CostReport {
  readonly requestedQueryCost: number;
  readonly actualQueryCost: number;
  readonly throttleStatus: {
    readonly maximumAvailable: number;
    readonly currentlyAvailable: number;
    readonly restoreRate: number;
  };
  readonly upstreamCalls: Readonly<Record<'content' | 'media' | 'search', number>>;
}

interface RateLimitedResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the test's query
  readonly data: any;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly retryAfter?: number };
  }[];
  readonly extensions?: { readonly cost?: CostReport };
}

/** A test stack with rate limits and the API key of a caller. Its clock stands still, so that no points are restored. */
export interface RateLimitedStack {
  readonly stack: Stack;
  /** An API key with ten times the points of an anonymous caller. */
  readonly apiKey: string;
  advanceClock(seconds: number): void;
  /** Sends an operation for the client at `address`. */
  query(
    address: string,
    text: string,
    headers?: Readonly<Record<string, string>>,
    variables?: object,
  ): Promise<RateLimitedResponse>;
  /** Sends an operation in the same way. @returns its cost */
  costOf(...operation: Parameters<RateLimitedStack['query']>): Promise<CostReport>;
  close(): Promise<void>;
}

/** Starts a rate-limited test stack that trusts `X-Forwarded-For`. Close it in `afterAll`. */
export async function startRateLimitedStack(): Promise<RateLimitedStack> {
  let now = Date.now();
  const stack = await startStack({
    now: () => now,
    env: {
      RATE_LIMIT_ANONYMOUS: `${MAX_POINTS}/${RESTORE_RATE}`,
      RATE_LIMIT_KEY: `${10 * MAX_POINTS}/${RESTORE_RATE}`,
      TRUST_PROXY: '127.0.0.0/8',
    },
  });
  const apiKey = await createApiKey(stack, 'partner');
  const query: RateLimitedStack['query'] = (...operation) => queryFrom(stack.url, ...operation);
  return {
    stack,
    apiKey,
    advanceClock(seconds) {
      now += 1000 * seconds;
    },
    query,
    costOf: async (address, text, headers, variables) =>
      costIn(await query(address, text, { ...COST_HEADER, ...headers }, variables)),
    close: stack.close,
  };
}

let addresses = 0;
/** Returns an address that has sent no request yet. */
export const newAddress = () => `198.51.100.${++addresses}`;

let operations = 0;
/** Returns an operation that was not sent before, so that its response is not cached. */
export const newOperation = () =>
  `query Films${++operations} { films(first: 5) { nodes { title video { duration } topics { title } } } }`;

/** Sends an operation as a proxy forwards it for the client at `address`. */
export async function queryFrom(
  url: string,
  address: string,
  query: string,
  headers: Record<string, string> = {},
  variables: object = {},
): Promise<RateLimitedResponse> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as Pick<RateLimitedResponse, 'data' | 'errors' | 'extensions'>;
  return { status: response.status, headers: response.headers, ...body };
}

/** @throws Error if the response has no cost report */
export function costIn({ extensions }: Pick<RateLimitedResponse, 'extensions'>): CostReport {
  if (!extensions?.cost) throw new Error('expected a cost report, got none');
  return extensions.cost;
}

/** Sends operations from an address until one is rejected. @returns the rejection */
export async function exhaustPoints(url: string, address: string): Promise<RateLimitedResponse> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await queryFrom(url, address, newOperation());
    if (response.status === 429) return response;
    if (response.status !== 200) throw new Error(`expected status 200 or 429, got ${response.status}`);
  }
  throw new Error('expected a rejection, got none in 100 requests');
}
