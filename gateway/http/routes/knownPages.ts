import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TrustProxy } from '../../core/clientAddress.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import {
  acceptedEncoding,
  type EncodedBodies,
} from '../../graphql/operations/responseCache/encodedBodies.ts';
import { etagMatches } from '../../graphql/operations/responseCache/responseCacheHeaders.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';
import { hasSeveralHosts } from '../hooks/hostHeader.ts';
import type { CachedPage, FoundPage, PageCache } from '../pages/pageCache.ts';

/** A part of a response that is the same for all equal requests. */
interface Head {
  readonly status: 200 | 304;
  /** Names and values in turn, without the headers that differ from response to response. */
  readonly headers: readonly string[];
}

/** The response to a request that equals an earlier one. */
export interface KnownResponse {
  readonly page: FoundPage;
  readonly head: Head;
  readonly body: Buffer;
  /** Rate limit points. */
  readonly cost: number;
}

/** Finds the responses to requests that equal earlier ones. */
interface KnownPages {
  /** Returns the response to a request; undefined if no equal one was recorded, or its page is not cached any more. */
  find(request: IncomingMessage): KnownResponse | undefined;
  /** Records the headers of a cached page that Fastify has sent. */
  record(request: IncomingMessage, reply: FastifyReply, page: CachedPage): void;
}

interface KnownPagesOptions {
  readonly trustProxy: TrustProxy;
  readonly pageCache: Pick<PageCache, 'find'>;
  readonly bodies: Pick<EncodedBodies, 'peek'>;
}

/** Requests with one of these headers are left to Fastify, whose hooks check them. */
const CHECKED_HEADERS = [
  ...PRINCIPAL_HEADERS,
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'transfer-encoding',
  'upgrade',
  'x-no-compression',
] as const;
/** Headers that differ from response to response; Node adds those of the connection. */
const VARYING_HEADERS: ReadonlySet<string> = new Set([
  'cache-control',
  'cache-status',
  'cache-tag',
  'connection',
  'date',
  'etag',
  'keep-alive',
  'x-request-id',
]);
const MAX_KNOWN_HOSTS = 100;
/** Recorded URLs, by which other requests are recognized at once. Longer ones are left to Fastify. */
const MAX_KNOWN_URLS = 5_000;
const MAX_URL_LENGTH = 200;
const NO_BODY = Buffer.alloc(0);
/** The key of a head without a body; others are encodings. */
const NOT_MODIFIED = '304';

/** Creates an empty record of responses. It omits requests that a hook of Fastify could treat in another way. */
export function createKnownPages({ trustProxy, pageCache, bodies }: KnownPagesOptions): KnownPages {
  const heads = new WeakMap<CachedPage, Map<string, Head>>();
  const knownHosts = new LRUCache<string, true>({ max: MAX_KNOWN_HOSTS });
  const knownUrls = new LRUCache<string, true>({ max: MAX_KNOWN_URLS });

  /** Returns a key of the headers that name the host; undefined if an untrusted proxy has added some. */
  const hostKeyOf = ({ headers, socket }: IncomingMessage): string | undefined => {
    const { host, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': protocol } = headers;
    const isTrusted = trustProxy(socket.remoteAddress ?? '', 0);
    if (isTrusted) return `${host} ${forwardedHost} ${protocol}`;
    return headers['x-forwarded-for'] === undefined ? String(host) : undefined;
  };

  return {
    find(request) {
      const { url = '', headers } = request;
      if (url.length > MAX_URL_LENGTH || !knownUrls.has(url) || !isPlain(request)) return undefined;
      const hostKey = hostKeyOf(request);
      const page = hostKey !== undefined && knownHosts.has(hostKey) ? pageCache.find(url) : undefined;
      if (!page) return undefined;
      const { etag, bytes } = page.value;
      const ifNoneMatch = headers['if-none-match'];
      const isNotModified = ifNoneMatch !== undefined && etagMatches(ifNoneMatch, etag);
      const encoding = acceptedEncoding(headers, bytes);
      const head = heads.get(page.value)?.get(isNotModified ? NOT_MODIFIED : encoding);
      const body = isNotModified ? NO_BODY : bodies.peek(`page:${etag}`, encoding);
      return head && body && { page, head, body, cost: isNotModified ? MIN_RESPONSE_COST : byteCost(bytes) };
    },
    record(request, reply, page) {
      const status = reply.statusCode;
      const { url = '' } = request;
      const isKnowable = (status === 200 || status === 304) && url.length <= MAX_URL_LENGTH;
      if (!isKnowable || !isPlain(request)) return;
      const sent = reply.getHeaders();
      const encoding = String(sent['content-encoding'] ?? 'identity');
      const known = heads.get(page) ?? new Map<string, Head>();
      heads.set(page, known);
      const headers = Object.entries(sent).flatMap(([name, value]) =>
        VARYING_HEADERS.has(name) ? [] : [name, String(value)],
      );
      known.set(status === 304 ? NOT_MODIFIED : encoding, { status, headers });
      const hostKey = hostKeyOf(request);
      if (hostKey !== undefined) knownHosts.set(hostKey, true);
      knownUrls.set(url, true);
    },
  };
}

const isPlain = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  CHECKED_HEADERS.every((name) => request.headers[name] === undefined) &&
  !hasSeveralHosts(request);
