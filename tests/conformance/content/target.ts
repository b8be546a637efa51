import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';

/** The dataset that content audits run against: in the emulator, or a public one at Sanity. */
export interface ContentTarget {
  /** Origin of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly dataset: string;
  readonly readToken: string;
  readonly writeToken: string;
  /** Secret of webhook signatures. Only the emulator can send webhooks to this machine. */
  readonly webhookSecret?: string;
}

/** A parsed response body. */
// biome-ignore lint/suspicious/noExplicitAny: audits assert the shape of the data
export type Body = any;

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: Body;
}

interface RequestOptions {
  method?: string;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
}

/** Sends one request to the data API; `path` follows `/v2025-02-19`. `token: null` sends none. */
export async function send(
  target: ContentTarget,
  path: string,
  requestOptions: RequestOptions = {},
): Promise<ApiResponse> {
  const {
    method = requestOptions.body === undefined ? 'GET' : 'POST',
    body,
    token = target.readToken,
  } = requestOptions;
  const response = await fetch(`${target.baseUrl}/v2025-02-19${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'x-sanity-project-id': target.projectId,
      ...requestOptions.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('application/json');
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

/** Runs a query by GET and returns the response. */
export function query(
  target: ContentTarget,
  groq: string,
  params: Record<string, unknown> = {},
  options: Record<string, string> = {},
  requestOptions: RequestOptions = {},
): Promise<ApiResponse> {
  const search = new URLSearchParams({ query: groq, ...options });
  for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value));
  return send(target, `/data/query/${target.dataset}?${search}`, requestOptions);
}

/** Runs a query that must succeed, and returns its result. */
export async function result(
  target: ContentTarget,
  groq: string,
  params: Record<string, unknown> = {},
  options: Record<string, string> = {},
): Promise<Body> {
  const response = await query(target, groq, params, options);
  assert.equal(
    response.status,
    200,
    `expected 200, got ${response.status}: ${JSON.stringify(response.body)}`,
  );
  return response.body.result;
}

/** Returns the document with an id, also of a draft; null for a missing document. */
export const fetchDocument = (target: ContentTarget, id: string): Promise<Body> =>
  result(target, '*[_id == $id][0]', { id }, { perspective: 'raw' });

/** Sends a transaction. */
export function mutate(
  target: ContentTarget,
  mutations: unknown[],
  options: Record<string, string> = {},
  requestOptions: RequestOptions & { transactionId?: string } = {},
): Promise<ApiResponse> {
  const search = new URLSearchParams({ returnIds: 'true', visibility: 'sync', ...options });
  const { transactionId, ...rest } = requestOptions;
  return send(target, `/data/mutate/${target.dataset}?${search}`, {
    token: target.writeToken,
    body: { mutations, ...(transactionId && { transactionId }) },
    ...rest,
  });
}

/** Sends a transaction that must succeed, and returns the response body. */
export async function commit(
  target: ContentTarget,
  mutations: unknown[],
  options: Record<string, string> = {},
): Promise<Body> {
  const response = await mutate(target, mutations, options);
  assert.equal(
    response.status,
    200,
    `expected 200, got ${response.status}: ${JSON.stringify(response.body)}`,
  );
  return response.body;
}

/** The documents of one audit. */
export interface Scratch {
  /** Returns an id with the prefix of the audit. */
  id(name: string): string;
  readonly type: string;
}

/** Runs an audit with a unique id prefix and type, and deletes all documents of the type. */
export async function withScratch(
  target: ContentTarget,
  run: (scratch: Scratch) => Promise<void>,
): Promise<void> {
  const prefix = `audit-${randomBytes(6).toString('hex')}`;
  const type = `audit${randomBytes(4).toString('hex')}`;
  try {
    await run({ id: (name) => `${prefix}-${name}`, type });
  } finally {
    await mutate(target, [{ delete: { query: '*[_type == $type]', params: { type } } }]);
  }
}

/** Asserts the status and shape of the error response to a transaction. Returns the error. */
export function assertMutationError(response: ApiResponse, status: number, type: string): Body {
  assert.equal(
    response.status,
    status,
    `expected ${status}, got ${response.status}: ${JSON.stringify(response.body)}`,
  );
  assert.equal(response.body.error.type, 'mutationError');
  assert.equal(typeof response.body.error.description, 'string');
  const [item] = response.body.error.items;
  assert.equal(item.error.type, type);
  return item.error;
}
