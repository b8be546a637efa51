import { type ClientError, type ClientPerspective, createClient, type ServerError } from '@sanity/client';
import type { CacheState } from '../../core/cachePolicy.ts';
import { PUBLISHED } from '../../core/context.ts';
import { UpstreamError } from '../../core/errors.ts';
import { isObject } from '../../core/validators.ts';
import { createResiliencePolicy, type ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import { createUpstreamCall, type Failure, type ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import { createUpstreamFetch } from '../../services/upstream/upstreamFetch.ts';
import { contentTags } from './tags.ts';

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** A page of a thousand documents with their texts. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;
/** The kinds of queries. Pages take longer than a reader waits. */
const QUERY_KINDS = {
  query: { deadlineMs: 1_500, maxBytes: MAX_RESPONSE_BYTES },
  index: { deadlineMs: 30_000, maxBytes: MAX_PAGE_BYTES },
  poll: { deadlineMs: 10_000, maxBytes: MAX_PAGE_BYTES },
} as const;

export interface ContentConfig {
  readonly projectId: string;
  readonly dataset: string;
  readonly apiVersion: string;
  readonly readToken: string;
  /** Another host that speaks the same protocol. */
  readonly apiHost?: string | undefined;
}

/** What a query answered, and what it depends on. */
export interface QueryResponse extends CacheState {
  readonly result: Readonly<Record<string, unknown>>;
  /** Names of everything the answer was made of: see `contentTags`. */
  readonly tags: readonly string[];
}

export interface QueryOptions {
  /** Each `_type` whose documents the query reads. */
  readonly reads?: readonly string[];
  /** Which versions of documents are read; the published ones unless told otherwise. */
  readonly perspective?: string;
  /** Whether the answer is what the query makes; one that is not is refused before anybody keeps it. */
  readonly fits?: (result: QueryResponse['result']) => boolean;
  /** A reader's `query` unless given. The service's request log has the others under the tag `trivium.<kind>`. */
  readonly kind?: keyof typeof QUERY_KINDS;
}

export interface ContentClient {
  /** Runs one GROQ query, which must answer an object. Fails with an `UpstreamError`. */
  query(
    groq: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    options?: QueryOptions,
  ): Promise<QueryResponse>;
}

/** The official client of the content service, under the wire's policy; its own retries are off, and so are redirects. */
export function createContentClient(
  config: ContentConfig,
  observe?: ObserveCalls,
  line: ResiliencePolicy = createResiliencePolicy('content'),
): ContentClient {
  const api = createClient({
    projectId: config.projectId,
    dataset: config.dataset,
    apiVersion: config.apiVersion,
    token: config.readToken,
    perspective: PUBLISHED,
    useCdn: false,
    maxRetries: 0,
    ...(config.apiHost && { apiHost: config.apiHost, useProjectHostname: false }),
  });
  const createCall = (kind: keyof typeof QUERY_KINDS) => {
    const { deadlineMs: timeoutMs, maxBytes } = QUERY_KINDS[kind];
    const fetch = createUpstreamFetch({ maxBytes });
    const client = api.withConfig({ resolveFetch: () => fetch });
    const call = line(
      createUpstreamCall({ provider: 'content', kind, timeoutMs: timeoutMs, readFailure, observe }),
      {
        timeoutMs,
        isIdempotent: true,
      },
    );
    return { call, client, deadline: timeoutMs };
  };
  const calls = { query: createCall('query'), index: createCall('index'), poll: createCall('poll') };
  return {
    query(groq, params, signal, { reads = [], perspective = PUBLISHED, fits, kind = 'query' } = {}) {
      const { call, client, deadline } = calls[kind];
      return call(signal, async (ended) => {
        const response: unknown = await client.fetch(groq, params, {
          filterResponse: false,
          perspective: perspective as ClientPerspective,
          returnQuery: false,
          signal: ended,
          timeout: deadline,
          ...(kind !== 'query' && { tag: `trivium.${kind}` }),
        });
        return readAnswer(response, reads, fits);
      });
    },
  };
}

/** The client passes any JSON through, and `undefined` for other content types; neither may reach a resolver. */
function readAnswer(
  answer: unknown,
  reads: readonly string[],
  fits: NonNullable<QueryOptions['fits']> = () => true,
): QueryResponse {
  const { result, syncTags } = (answer ?? {}) as { result?: unknown; syncTags?: unknown };
  if (!isObject(result))
    throw misshapen('expected {result: {…}} from the content service, got something else');
  if (!fits(result))
    throw misshapen('expected what the query makes from the content service, got an answer of another shape');
  const told = Array.isArray(syncTags) ? syncTags.filter((tag) => typeof tag === 'string') : [];
  return { result, tags: contentTags(told, reads) };
}

const misshapen = (message: string): UpstreamError =>
  new UpstreamError('content', 'UPSTREAM_REFUSED', new Error(message));

function readFailure(error: unknown): Failure {
  const { statusCode, response } = error as Partial<ClientError & ServerError>;
  const retryAfter = Number(response?.headers?.['retry-after']);
  return { status: statusCode, retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined };
}
