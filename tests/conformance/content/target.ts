import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';

/** A dataset that content audits run against: an emulator's, or one of Sanity's own that is public. */
export interface ContentTarget {
  /** The origin of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly dataset: string;
  readonly readToken: string;
  readonly writeToken: string;
  /** With what webhooks are signed; only where they can be pointed at this machine, which is an emulator's affair. */
  readonly webhookSecret?: string;
}

/** A parsed answer; audits look into it freely. */
// biome-ignore lint/suspicious/noExplicitAny: an audit asserts the shape of what came, whatever it is
export type Body = any;

export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

interface Asking {
  method?: string;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
}

/** Sends one request to the data API; `path` follows `/v2025-02-19`. `token: null` sends none. */
export async function send(target: ContentTarget, path: string, asking: Asking = {}): Promise<Answer> {
  const { method = asking.body === undefined ? 'GET' : 'POST', body, token = target.readToken } = asking;
  const response = await fetch(`${target.baseUrl}/v2025-02-19${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'x-sanity-project-id': target.projectId,
      ...asking.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('application/json');
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

/** Runs a query by GET and gives the whole answer. */
export function query(
  target: ContentTarget,
  groq: string,
  params: Record<string, unknown> = {},
  options: Record<string, string> = {},
  asking: Asking = {},
): Promise<Answer> {
  const search = new URLSearchParams({ query: groq, ...options });
  for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value));
  return send(target, `/data/query/${target.dataset}?${search}`, asking);
}

/** Runs a query that must succeed and gives its result. */
export async function result(
  target: ContentTarget,
  groq: string,
  params: Record<string, unknown> = {},
  options: Record<string, string> = {},
): Promise<Body> {
  const answer = await query(target, groq, params, options);
  assert.equal(answer.status, 200, `expected 200, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.result;
}

/** A document as it stands under its very id, also a draft's; null where there is none. */
export const stored = (target: ContentTarget, id: string): Promise<Body> =>
  result(target, '*[_id == $id][0]', { id }, { perspective: 'raw' });

/** Sends a transaction. */
export function mutate(
  target: ContentTarget,
  mutations: unknown[],
  options: Record<string, string> = {},
  asking: Asking & { transactionId?: string } = {},
): Promise<Answer> {
  const search = new URLSearchParams({ returnIds: 'true', visibility: 'sync', ...options });
  const { transactionId, ...rest } = asking;
  return send(target, `/data/mutate/${target.dataset}?${search}`, {
    token: target.writeToken,
    body: { mutations, ...(transactionId && { transactionId }) },
    ...rest,
  });
}

/** Sends a transaction that must succeed and gives its answer's body. */
export async function commit(
  target: ContentTarget,
  mutations: unknown[],
  options: Record<string, string> = {},
): Promise<Body> {
  const answer = await mutate(target, mutations, options);
  assert.equal(answer.status, 200, `expected 200, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Runs `work` with a prefix of ids and a type that nobody else uses, and removes every document made with them. */
export async function withScratch(
  target: ContentTarget,
  work: (scratch: { id(name: string): string; type: string }) => Promise<void>,
): Promise<void> {
  const prefix = `audit-${randomBytes(6).toString('hex')}`;
  const type = `audit${randomBytes(4).toString('hex')}`;
  try {
    await work({ id: (name) => `${prefix}-${name}`, type });
  } finally {
    await mutate(target, [{ delete: { query: '*[_type == $type]', params: { type } } }]);
  }
}

/** Asserts that a transaction was refused as Sanity refuses. */
export function assertMutationError(answer: Answer, status: number, type: string): Body {
  assert.equal(
    answer.status,
    status,
    `expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`,
  );
  assert.equal(answer.body.error.type, 'mutationError');
  assert.equal(typeof answer.body.error.description, 'string');
  const [item] = answer.body.error.items;
  assert.equal(item.error.type, type);
  return item.error;
}
