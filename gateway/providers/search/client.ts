import { algoliasearch, type SearchParamsObject, type SearchResponse } from 'algoliasearch';
import type { SearchConfig } from '../../config/config.ts';
import type { CacheState } from '../../core/cachePolicy.ts';
import { UpstreamError } from '../../core/errors.ts';
import { countUpstreamCalls } from '../../services/telemetry/requestContext.ts';
import { createResiliencePolicy, type ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import { createUpstreamCall, type Failure, type ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import {
  createMatchMarks,
  markMatches,
  readMatches,
  type SEGMENTED_TEXTS,
  type SegmentedText,
} from './highlights.ts';
import { createSearchRequester } from './requester/requester.ts';
import { type ExpectedResult, readResults } from './responseValidation.ts';

type ClientOptions = NonNullable<Parameters<typeof algoliasearch>[2]>;

/** A query of one index; its parameters: https://www.algolia.com/doc/api-reference/search-api-parameters */
export type SearchRequest = SearchParamsObject & { readonly indexName: string };

/** A found record; its attributes depend on the index. */
export type SearchHit = Readonly<Record<string, unknown>> & {
  readonly objectID: string;
  readonly [SEGMENTED_TEXTS]?: readonly SegmentedText[];
};

/** The result of one request. */
export type SearchResult = SearchResponse<Readonly<Record<string, unknown>>>;

/** The names of the indexes of a model. */
export interface IndexNames {
  /** One record per searchable document. */
  readonly documents: string;
  /** One record per caption cue. */
  readonly moments: string;
  /** One record per query suggestion. */
  readonly suggestions: string;
}

/** The search API of Algolia. */
export interface SearchClient {
  readonly indexes: IndexNames;
  /**
   * Sends up to `MAX_REQUESTS_PER_CALL` requests as one; the results are in their order.
   * @throws UpstreamError, CallLimitError; `isMissingIndex` detects an index that does not exist
   */
  search(requests: readonly SearchRequest[], signal: AbortSignal): Promise<readonly SearchResult[]>;
}

/** A client whose requests fail one by one: an invalid request of a call leaves the other requests their results. */
export interface IsolatingSearchClient {
  readonly indexes: IndexNames;
  /**
   * See `SearchClient.search`. It can reject as well, with the failure of all requests.
   * @param onCacheState receives the state and age of each result from the cache
   */
  search(
    requests: readonly SearchRequest[],
    signal: AbortSignal,
    onCacheState?: (state: CacheState) => void,
  ): Promise<readonly (SearchResult | Error)[]>;
}

/** Algolia's default. */
const DEFAULT_HITS_PER_PAGE = 20;
/** Algolia's own limit. */
export const MAX_REQUESTS_PER_CALL = 50;

/** Algolia has this many hosts per application in addition to the primary one. */
const FALLBACK_HOSTS = 3;
/** All records of the sample's document index have a hundredth of it. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Returns the names of indexes with a common beginning. */
export const indexNames = (beginning: string): IndexNames => ({
  documents: `${beginning}_documents`,
  moments: `${beginning}_moments`,
  suggestions: `${beginning}_suggestions`,
});

/** Creates the Algolia client with the search key, under the resilience policy. */
export function createSearchClient(
  config: SearchConfig,
  indexes: IndexNames,
  observe?: ObserveCalls,
  policy: ResiliencePolicy = createResiliencePolicy('search'),
): SearchClient {
  const { timeoutMs } = config;
  const { requester, hostsCache, sendOnce } = createSearchRequester(
    MAX_RESPONSE_BYTES,
    config.host ? 0 : FALLBACK_HOSTS,
  );
  const client = algoliasearch(config.appId, config.searchKey, {
    ...hostOptions(config),
    requester,
    hostsCache,
    timeouts: hostTimeouts(config),
    // The wait after a 429 exceeds the timeout; the error with its `retryAfter` is returned instead.
    maxRateLimitRetries: 0,
  });
  const call = createUpstreamCall({
    provider: 'search',
    kind: 'search',
    timeoutMs,
    isIdempotent: true,
    readFailure,
    observe,
    policy,
  });
  return {
    indexes,
    search: (requests, signal) =>
      call(
        signal,
        async (callSignal) => {
          // Each query is billed. The call itself counts as the first one.
          countUpstreamCalls('search', requests.length - 1);
          const marks = createMatchMarks();
          const marked = requests.map((request) => markMatches(request, marks));
          const { results } = await sendOnce(callSignal, () => client.search({ requests: marked })).catch(
            rethrowWithResponse,
          );
          const expected = requests.map(
            ({ indexName, length, hitsPerPage = DEFAULT_HITS_PER_PAGE }): ExpectedResult => ({
              index: kindOf(indexes, indexName),
              maxHits: length ?? hitsPerPage,
            }),
          );
          return readResults(results, expected).map((result) => readMatches(result, marks));
        },
        // Algolia bills each request of a batch.
        { calls: requests.length },
      ),
  };
}

const kindOf = ({ moments, suggestions }: IndexNames, name: string): keyof IndexNames => {
  if (name === moments) return 'moments';
  return name === suggestions ? 'suggestions' : 'documents';
};

/** True if an index does not exist: it was never built, or has another prefix. */
export const isMissingIndex = (error: unknown): boolean =>
  error instanceof UpstreamError && readFailure(error.originalError).status === 404;

/** Creates a client that sends the requests of a call one by one if Algolia has rejected them all: one invalid request is enough. */
export const isolateRequests = (client: SearchClient): IsolatingSearchClient => ({
  indexes: client.indexes,
  async search(requests, signal) {
    try {
      return await client.search(requests, signal);
    } catch (error) {
      if (requests.length === 1 || !isSingleRequestError(error)) throw error;
      const singles = requests.map(async (request) => (await client.search([request], signal))[0]);
      return (await Promise.allSettled(singles)).map((single) =>
        single.status === 'fulfilled' ? (single.value as SearchResult) : single.reason,
      );
    }
  },
});

/** True if one invalid request of a batch may be the cause: a malformed query or a missing index. A rejected key is not. */
function isSingleRequestError(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  const status = readFailure(error.originalError).status ?? 0;
  return status === 400 || status === 404;
}

/** The attributes of an error of the Algolia SDK. */
export interface AlgoliaError {
  readonly status?: number;
  readonly stackTrace?: readonly {
    readonly host?: { readonly url: string };
    readonly response?: {
      readonly status?: number;
      readonly content?: string;
      readonly headers?: Readonly<Record<string, string | undefined>>;
    };
  }[];
}

/**
 * Extracts the failure from an SDK error. The error "Unreachable hosts" has no status of its own; the last host's response is in
 * its stack trace.
 */
export function readFailure(error: unknown): Failure {
  const { status, stackTrace } = (error ?? {}) as AlgoliaError;
  const response = stackTrace?.at(-1)?.response;
  const seconds = Number(response?.headers?.['retry-after'] ?? Number.NaN);
  return {
    status: status || response?.status || undefined,
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
  };
}

/**
 * Rethrows an SDK error. The text of "Unreachable hosts" always blames the application id, so the last host's response replaces
 * it.
 */
export function rethrowWithResponse(error: unknown): never {
  const { status, stackTrace } = error as AlgoliaError;
  const last = stackTrace?.at(-1);
  if (status || !last) throw error;
  const { host, response } = last;
  const actual = `${response?.status || 'nothing'}: ${response?.content?.slice(0, 200)}`;
  throw Object.assign(new Error(`expected a response from ${host?.url}, got ${actual}`, { cause: error }), {
    stackTrace,
  });
}

/** Returns the SDK option for a configured host; empty for Algolia's own hosts. */
export function hostOptions({ host }: Pick<SearchConfig, 'host'>): Partial<Pick<ClientOptions, 'hosts'>> {
  if (!host) return {};
  const { hostname, port, protocol } = new URL(host);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return {
    hosts: [
      {
        url: hostname,
        port: Number(port || (scheme === 'http' ? 80 : 443)),
        protocol: scheme,
        accept: 'readWrite',
      },
    ],
  };
}

/**
 * Returns the SDK's timeouts. With several hosts, half of the timeout leaves time for a retry at the next host. With one host
 * the call's own timeout applies first.
 */
function hostTimeouts({ host, timeoutMs }: SearchConfig): ClientOptions['timeouts'] {
  const hostTimeoutMs = host ? timeoutMs + 100 : timeoutMs / 2;
  return { connect: hostTimeoutMs, read: hostTimeoutMs, write: hostTimeoutMs };
}
