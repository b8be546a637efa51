import { hash } from 'node:crypto';
import { createApiKey } from '../../support/createApiKey.ts';
import type { AttackTarget } from './attack.ts';

/** An operation with a large response, and a caller with a rate limit of its own. */
export interface LargeOperation {
  /** The JSON of `data`, in bytes. */
  readonly bytes: number;
  /** The API key of the caller. */
  readonly apiKey: string;
  /** The extensions that name the persisted query. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** The GET request of the persisted query as text. */
  readonly rawGet: string;
  /** Sends the operation. @returns the code of the first error, and the cost in points */
  send(): Promise<{ readonly code: string | undefined; readonly cost: number }>;
}

/** The published articles of the sample, without those of other attacks. A larger page would only raise the estimated cost. */
const ARTICLES =
  'articles(first: 20, filter: { publishedAt: { gt: "2000-01-01T00:00:00Z" } }) { nodes { body { json plainText } } }';
const MAX_ALIASES = 30;

/** Creates an operation whose response has about `bytes`, and sends it once, so that its response is cached. */
export async function createLargeOperation(
  { url, stack }: AttackTarget,
  bytes: number,
): Promise<LargeOperation> {
  const apiKey = await createApiKey(stack, 'attack');
  const send = async (query: string, extensions?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
      body: JSON.stringify({ query, extensions }),
    });
    return (await response.json()) as {
      data?: unknown;
      errors?: { extensions: { code: string } }[];
      extensions?: { cost: { actualQueryCost: number } };
    };
  };
  const sizeOf = (data: unknown) => Buffer.byteLength(JSON.stringify(data));
  const aliases = bytes / sizeOf((await send(`{ ${ARTICLES} }`)).data);
  const query = `{ ${Array.from({ length: Math.min(aliases, MAX_ALIASES) }, (_, n) => `a${n}: ${ARTICLES}`).join(' ')} }`;
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', query) } };
  const { data } = await send(query, extensions);
  return {
    bytes: sizeOf(data ?? null),
    apiKey,
    extensions,
    rawGet: `GET /graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))} HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\n\r\n`,
    async send() {
      const { errors, extensions } = await send(query, undefined, { 'x-trivium-cost': '1' });
      return { code: errors?.[0]?.extensions.code, cost: extensions?.cost.actualQueryCost ?? 0 };
    },
  };
}
