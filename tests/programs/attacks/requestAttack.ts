import type { GraphQLFormattedError } from 'graphql';
import type { Attack, AttackResponse } from './attack.ts';

/** An attack that consists of one request. */
interface AttackRequest {
  readonly name: string;
  /** `/graphql` by default. */
  readonly path?: string;
  readonly init?: () => RequestInit;
  readonly status: number;
  /** `extensions.code` of the first error, for responses that are GraphQL. */
  readonly code?: string;
}

/** Longer error responses would let a small request cause a large response. */
const MAX_ERROR_CHARACTERS = 3_000;
/** Stack traces, file paths and internal errors: error responses must not contain them. */
const INTERNAL_DETAILS = /node_modules|\bat .+:\d+:\d+|file:\/\/|INTERNAL_SERVER_ERROR/;

/** Creates an attack from each request: the gateway must respond with its status and code, without internal details. */
export const requestAttacks = (requests: readonly AttackRequest[]): Attack[] => requests.map(createAttack);

function createAttack({ name, path = '/graphql', init = () => ({}), status, code }: AttackRequest): Attack {
  const requirement = code === undefined ? `${status}` : `${status} ${code}`;
  return {
    name,
    requirement,
    async run({ url, signal, onResponse }) {
      const response = await send(`${url}${path}`, { ...init(), ...(signal && { signal }) });
      onResponse?.(response);
      if (response.status !== status || (code !== undefined && response.code !== code))
        return `expected ${requirement}, got ${response.status} ${response.code ?? ''}`;
      return faultOfErrorText(response.text);
    },
  };
}

async function send(url: string, init: RequestInit): Promise<AttackResponse> {
  const startedAt = performance.now();
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, code: errorCode(text), text, durationMs: performance.now() - startedAt };
}

/** Checks that an error response is short and contains no internal details. Returns the failure, else undefined. */
export function faultOfErrorText(text: string): string | undefined {
  if (text.length >= MAX_ERROR_CHARACTERS)
    return `expected an error of less than ${MAX_ERROR_CHARACTERS} characters, got ${text.length}`;
  const [detail] = INTERNAL_DETAILS.exec(text) ?? [];
  return detail && `expected an error without internal details, got ${detail}`;
}

/** Requests that are rejected before GraphQL may have a response that is not JSON. */
function errorCode(text: string): unknown {
  try {
    return (JSON.parse(text) as { errors?: GraphQLFormattedError[] }).errors?.[0]?.extensions?.code;
  } catch {
    return undefined;
  }
}

/** Returns a POST request with a JSON body, as GraphQL clients send it. */
export const graphqlRequest = (query: string, variables?: Record<string, unknown>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
});

/** Returns the texts of 0 to `times` - 1, joined with spaces. */
export const repeat = (times: number, textOf: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => textOf(index)).join(' ');

/** Returns `leaf` inside of `depth` selections; each opens with `open` and closes with one brace. */
export const nested = (depth: number, open: string, leaf: string): string =>
  `${open.repeat(depth)}${leaf}${'}'.repeat(depth)}`;
