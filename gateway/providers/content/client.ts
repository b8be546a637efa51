import {
  ClientError,
  type ClientPerspective,
  createClient,
  type RequestHandler,
  ServerError,
} from '@sanity/client';
import type { ContentConfig } from '../../config/config.ts';
import type { CacheState } from '../../core/cachePolicy.ts';
import { contentTags } from '../../core/cacheTags.ts';
import { PUBLISHED } from '../../core/context.ts';
import { describeType } from '../../core/describeValue.ts';
import { UpstreamError } from '../../core/errors.ts';
import { isObject } from '../../core/validators.ts';
import { createResiliencePolicy, type ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import { type HttpResponse, sendRequest } from '../../services/upstream/sendRequest.ts';
import { createUpstreamCall, type Failure, type ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import { boundContent, type ContentExcess } from './bounds/boundedContent.ts';
import { isSyncTag } from './bounds/boundedLiveEvents.ts';
import { hasTranslations, unwrapTranslations } from './groq/projectedTranslations.ts';
import {
  type CheckPreviewUrl,
  createPreviewUrlCheck,
  createSharedSecretReader,
  type ReadSharedSecret,
} from './previewSecrets.ts';
import { addSources, isSourceMap } from './sourceMaps/projectedSources.ts';

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Enough for a page of 1000 documents with rich text. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;
/** A text outside of rich text: half of the largest response of an operation. */
const MAX_TEXT_CHARACTERS = 2_000_000;
/**
 * Limits by kind of query; `index` and `poll` run in the background. The timeout of a `query` is a setting. The index splits
 * long texts, so only the page of rows has a limit.
 */
const QUERY_LIMITS = {
  query: { timeoutMs: undefined, maxBytes: MAX_RESPONSE_BYTES, maxTextCharacters: MAX_TEXT_CHARACTERS },
  index: { timeoutMs: 30_000, maxBytes: MAX_PAGE_BYTES, maxTextCharacters: MAX_PAGE_BYTES },
  poll: { timeoutMs: 10_000, maxBytes: MAX_PAGE_BYTES, maxTextCharacters: MAX_TEXT_CHARACTERS },
} as const;

/** The part of the configuration that reads need. */
export type ContentAccount = Pick<
  ContentConfig,
  'projectId' | 'dataset' | 'apiVersion' | 'readToken' | 'apiHost' | 'usesCdn' | 'timeoutMs'
>;

type QueryKind = keyof typeof QUERY_LIMITS;

/** The result of a query and its cache tags. */
export interface QueryResponse extends CacheState {
  readonly result: Readonly<Record<string, unknown>>;
  /** Cache tags of the data in the result: see `contentTags`. */
  readonly tags: readonly string[];
}

/** The text of a query and its parameters by name. A query that is sent again is the same object, whose key in the cache is known. */
export interface ContentQuery {
  readonly groq: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface QueryOptions {
  /** The `_type`s of the documents that the query reads. */
  readonly documentTypes?: readonly string[];
  /** Default: `published`. */
  readonly perspective?: string;
  /** Checks the structure of the result, before it is cached. */
  readonly isValid?: (result: QueryResponse['result']) => boolean;
  /** Default: `query`. Sanity's request log shows the other kinds with the tag `trivium.<kind>`. */
  readonly kind?: QueryKind;
  /** True for a query that must not read an outdated copy in the API CDN. */
  readonly bypassesCdn?: boolean;
  /** True if the result has the sources of its values; see `addSources`. */
  readonly hasSources?: boolean;
}

export interface ContentClient {
  /**
   * Runs a GROQ query whose result is an object.
   * @throws UpstreamError
   */
  query(query: ContentQuery, signal: AbortSignal, options?: QueryOptions): Promise<QueryResponse>;
  /** Returns the response to a query if it is fresh and in memory, as `query` would. Absent without a cache. */
  peek?(query: ContentQuery, perspective: string): QueryResponse | undefined;
}

/** A client without a cache. */
export interface UncachedContentClient extends ContentClient {
  readonly checkPreviewUrl: CheckPreviewUrl;
  readonly readSharedSecret: ReadSharedSecret;
}

/**
 * Creates the Sanity client under the resilience policy, without the SDK's own retries and without redirects.
 * @param onExcess receives the documents of a result that exceed a limit
 */
export function createContentClient(
  config: ContentAccount,
  observe?: ObserveCalls,
  policy: ResiliencePolicy = createResiliencePolicy('content'),
  onExcess: (excess: ContentExcess) => void = () => undefined,
): UncachedContentClient {
  const sanity = createClient({
    projectId: config.projectId,
    dataset: config.dataset,
    apiVersion: config.apiVersion,
    token: config.readToken,
    perspective: PUBLISHED,
    useCdn: false,
    maxRetries: 0,
    // The call has the deadline.
    timeout: 0,
    ...(config.apiHost && { apiHost: config.apiHost, useProjectHostname: false }),
  });
  const createCall = (kind: QueryKind) => {
    const { timeoutMs = config.timeoutMs, maxBytes } = QUERY_LIMITS[kind];
    const client = sanity.withConfig({ requestHandler: createRequestHandler(maxBytes) });
    const cdnClient = client.withConfig({ useCdn: config.usesCdn && kind === 'query' });
    const call = createUpstreamCall({
      provider: 'content',
      kind,
      timeoutMs,
      isIdempotent: true,
      readFailure,
      observe,
      policy,
    });
    return { call, client, cdnClient };
  };
  const calls = { query: createCall('query'), index: createCall('index'), poll: createCall('poll') };
  return {
    checkPreviewUrl: createPreviewUrlCheck(calls.query.client, calls.query.call),
    readSharedSecret: createSharedSecretReader(calls.poll.client, calls.poll.call),
    query({ groq, params }, signal, options = {}) {
      const { documentTypes = [], perspective = PUBLISHED, isValid, kind = 'query' } = options;
      const { bypassesCdn = false, hasSources = false } = options;
      const { call, client, cdnClient } = calls[kind];
      return call(signal, async (callSignal) => {
        const response: unknown = await (bypassesCdn ? client : cdnClient).fetch(groq, params, {
          filterResponse: false,
          perspective: layersOf(perspective),
          returnQuery: false,
          signal: callSignal,
          ...(hasSources && { resultSourceMap: 'withKeyArraySelector' }),
          ...(kind !== 'query' && { tag: `trivium.${kind}` }),
        });
        const { maxTextCharacters } = QUERY_LIMITS[kind];
        const keysOf = hasTranslations(groq) ? unwrapTranslations : Object.keys;
        return readResponse(response, {
          documentTypes,
          isValid,
          hasSources,
          maxTextCharacters,
          keysOf,
          onExcess,
        });
      });
    },
  };
}

/** Creates the function with which the SDK sends its requests, whose URL, headers and credentials it has built. */
const createRequestHandler =
  (maxBytes: number): RequestHandler =>
  async ({ url, method = 'GET', headers, query, body, signal }) => {
    const address = `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query as Record<string, string>)}`;
    const isPost = body !== undefined;
    const response = await sendRequest(
      {
        url: address,
        method,
        headers: {
          ...(headers as Record<string, string>),
          ...(isPost && { 'content-type': 'application/json' }),
        },
        body: isPost ? JSON.stringify(body) : undefined,
        signal,
      },
      { maxBytes },
    );
    const { status } = response;
    const result = readJson(response);
    if (status < 400) return result;
    const failed = {
      statusCode: status,
      statusMessage: response.statusText || null,
      headers: response.headers,
      body: result,
      url: address,
      method,
    };
    throw status < 500 ? new ClientError(failed) : new ServerError(failed);
  };

/** Returns the value of a JSON response; the text of another one. */
function readJson({ headers, body }: HttpResponse): unknown {
  const text = utf8.decode(body);
  if (!headers['content-type']?.includes('application/json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Ignores a byte order mark. */
const utf8 = new TextDecoder();

/** Returns a perspective as the SDK expects it: names of releases as a list, for which it does not use the CDN. */
const layersOf = (perspective: string): ClientPerspective =>
  (['raw', 'drafts', PUBLISHED].includes(perspective)
    ? perspective
    : perspective.split(',')) as ClientPerspective;

interface ReadOptions
  extends Required<Pick<QueryOptions, 'documentTypes' | 'hasSources'>>,
    Pick<QueryOptions, 'isValid'> {
  readonly maxTextCharacters: number;
  readonly keysOf: Parameters<typeof boundContent>[2];
  onExcess(excess: ContentExcess): void;
}

/** Bounds and validates a response: the SDK returns any JSON, and `undefined` for other content types. */
function readResponse(response: unknown, options: ReadOptions): QueryResponse {
  const { documentTypes, isValid = () => true, hasSources, maxTextCharacters, keysOf, onExcess } = options;
  const { result, syncTags, resultSourceMap } = (response ?? {}) as Readonly<Record<string, unknown>>;
  if (!isObject(result))
    throw malformedResponse(
      `expected {result: {…}} from the content service, got ${describeType(result)} as result`,
    );
  if (hasSources) {
    if (!isSourceMap(resultSourceMap))
      throw malformedResponse(
        'expected a resultSourceMap from the content service, got none or a malformed one',
      );
    // Before parts of the result are moved and replaced.
    addSources(result, resultSourceMap);
  }
  for (const excess of boundContent(result, maxTextCharacters, keysOf)) onExcess(excess);
  if (!isValid(result))
    throw malformedResponse('expected a result with the structure of the query, got a different structure');
  const tags = syncTags ?? [];
  if (!areSyncTags(tags))
    throw malformedResponse(
      `expected at most ${MAX_SYNC_TAGS} syncTags of visible characters from the content service, got others`,
    );
  return { result, tags: contentTags(tags, documentTypes) };
}

/** A query has a few. They are in a header of responses and in the shared cache. */
const MAX_SYNC_TAGS = 1_000;
const areSyncTags = (tags: unknown): tags is readonly string[] =>
  Array.isArray(tags) && tags.length <= MAX_SYNC_TAGS && tags.every(isSyncTag);

const malformedResponse = (message: string): UpstreamError =>
  new UpstreamError('content', 'UPSTREAM_REJECTED', new Error(message));

function readFailure(error: unknown): Failure {
  const { statusCode, response } = error as Partial<ClientError & ServerError>;
  const retryAfter = Number(response?.headers?.['retry-after']);
  return { status: statusCode, retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined };
}
