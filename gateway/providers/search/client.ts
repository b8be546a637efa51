import { algoliasearch, type SearchParamsObject, type SearchResponse } from 'algoliasearch';
import type { SearchConfig } from '../../config/config.ts';
import type { CacheState } from '../../core/cachePolicy.ts';
import { UpstreamError } from '../../core/errors.ts';
import { createResiliencePolicy, type ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import { createUpstreamCall, type Failure, type ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import { createUpstreamFetch } from '../../services/upstream/upstreamFetch.ts';
import { createSearchRequester } from './requester.ts';
import { readAnswers } from './responseValidation.ts';

type ClientOptions = NonNullable<Parameters<typeof algoliasearch>[2]>;

/** A query of one index, with the parameters of https://www.algolia.com/doc/api-reference/search-api-parameters. */
export type SearchRequest = SearchParamsObject & { readonly indexName: string };

/** A found record; what it holds beside its id depends on the index. */
export type SearchHit = Readonly<Record<string, unknown>> & { readonly objectID: string };

/** The answer to one request. */
export type SearchAnswer = SearchResponse<Readonly<Record<string, unknown>>>;

/** The names of the indexes of one deployment. */
export interface SearchIndexes {
  /** A record for each document that can be found. */
  readonly documents: string;
  /** A record for each caption cue. */
  readonly moments: string;
  /** A record for each completion. */
  readonly suggestions: string;
}

/** The search service as the gateway reads it. */
export interface SearchClient {
  readonly indexes: SearchIndexes;
  /**
   * Asks up to `MAX_REQUESTS_PER_CALL` requests in one; the answers are in their order.
   * @param note is told of each answer that was kept how old it is
   * @throws UpstreamError; `isMissingIndex` tells whether an index asked does not exist.
   */
  search(
    requests: readonly SearchRequest[],
    signal: AbortSignal,
    note?: (found: CacheState) => void,
  ): Promise<readonly SearchAnswer[]>;
}

/** The most queries the provider takes in one request. */
export const MAX_REQUESTS_PER_CALL = 50;

/** Milliseconds a reader waits for the search service at most. */
const DEADLINE = 800;

/** Hosts that the provider has for an application beside the first */
const OTHER_HOSTS = 3;
/** Bytes of an answer. All records of the sample's index of documents come to a hundredth of it. */
const LARGEST_ANSWER = 8 * 1024 * 1024;

/** The names of the indexes under a prefix. */
export const searchIndexes = (prefix: string): SearchIndexes => ({
  documents: `${prefix}_documents`,
  moments: `${prefix}_moments`,
  suggestions: `${prefix}_suggestions`,
});

/** The search service under its read key. */
export function createSearchClient(
  config: SearchConfig,
  observe?: ObserveCalls,
  line: ResiliencePolicy = createResiliencePolicy('search'),
): SearchClient {
  const { requester, hostsCache, once } = createSearchRequester(
    createUpstreamFetch({ maxBytes: LARGEST_ANSWER }),
    config.host ? 0 : OTHER_HOSTS,
  );
  const client = algoliasearch(config.appId, config.searchKey, {
    ...hostOf(config),
    requester,
    hostsCache,
    timeouts: timeoutsFor(DEADLINE, config),
    // Waiting out a refusal is longer than a reader waits: the error goes back with its `retryAfter` instead.
    maxRateLimitRetries: 0,
  });
  const wire = line(
    createUpstreamCall({ provider: 'search', kind: 'search', timeoutMs: DEADLINE, readFailure, observe }),
    {
      timeoutMs: DEADLINE,
      isIdempotent: true,
    },
  );
  const indexes = searchIndexes(config.indexPrefix);
  return {
    indexes,
    search: (requests, signal) =>
      wire(signal, async (ended) => {
        const { results } = await once(ended, () => client.search({ requests: [...requests] })).catch(
          errorReason,
        );
        return readAnswers(
          results,
          requests.map(({ indexName }) => kindOf(indexes, indexName)),
        );
      }),
  };
}

const kindOf = ({ moments, suggestions }: SearchIndexes, name: string): keyof SearchIndexes => {
  if (name === moments) return 'moments';
  return name === suggestions ? 'suggestions' : 'documents';
};

/** Whether a failure means that an index asked does not exist: it was never built, or under another prefix. */
export const isMissingIndex = (error: unknown): boolean =>
  error instanceof UpstreamError && readFailure(error.originalError).status === 404;

/**
 * Whether a failure is that of one request among those sent together: it is malformed, or its index does not exist.
 * That the key is refused is a failure of all, and asking again for each would only be refused again.
 */
export function isOneRequestsFault(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  const status = readFailure(error.originalError).status ?? 0;
  return status === 400 || status === 404;
}

/** An error of the provider's client, as far as it is one. */
interface Failed {
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
 * What the provider's client says of a failure. A refusal carries its status; "Unreachable hosts" has none, and the
 * last host's answer is in its trace.
 */
export function readFailure(error: unknown): Failure {
  const { status, stackTrace } = (error ?? {}) as Failed;
  const last = stackTrace?.at(-1)?.response;
  const seconds = Number(last?.headers?.['retry-after'] ?? Number.NaN);
  return {
    status: status || last?.status || undefined,
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
  };
}

/**
 * Throws what the provider's client threw. Its "Unreachable hosts" suspects the application id whatever happened, so
 * the last host's own answer takes its place.
 */
export function errorReason(error: unknown): never {
  const { status, stackTrace } = error as Failed;
  const last = stackTrace?.at(-1);
  if (status || !last) throw error;
  const { host, response } = last;
  const answer = `${response?.status || 'nothing'}: ${response?.content?.slice(0, 200)}`;
  throw Object.assign(new Error(`expected an answer of ${host?.url}, got ${answer}`, { cause: error }), {
    stackTrace,
  });
}

/** The client's option for another host that speaks the same protocol; nothing for the provider's own hosts. */
export function hostOf({ host }: Pick<SearchConfig, 'host'>): Partial<Pick<ClientOptions, 'hosts'>> {
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
 * The provider has several hosts, and the call that is repeated goes to the next when one is silent: half the deadline
 * leaves time for that. With one host there is nobody else to ask, and the deadline itself ends the wait.
 */
function timeoutsFor(deadline: number, { host }: SearchConfig): ClientOptions['timeouts'] {
  const wait = host ? deadline + 100 : deadline / 2;
  return { connect: wait, read: wait, write: wait };
}
