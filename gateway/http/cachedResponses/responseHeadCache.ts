import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimitStatus } from '../../core/operationCost.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { RATE_LIMIT_HEADERS, rateLimitHeaders } from '../../graphql/operations/rateLimit/rateLimitHeaders.ts';
import {
  etagMatches,
  isNotModified,
  responseCacheHeaders,
} from '../../graphql/operations/responseCache/responseCacheHeaders.ts';
import type { CachedValue, KnownResponse } from './cachedSource.ts';
import { acceptedEncoding, bodyKeyOf, type EncodedBodies, type Encoding } from './encodedBodies.ts';

/** A cached response that Fastify sends. */
export interface SentResponse extends Pick<KnownResponse, 'contentType' | 'isReadOnly'> {
  readonly value: CachedValue;
  /** The key of its encoded bodies. */
  readonly bodyEtag: string;
}

/** The recorded head and body of a response. */
export interface StoredResponse {
  readonly head: ResponseHead;
  readonly body: Buffer;
}

/** Records the heads of responses. */
interface ResponseHeadCache {
  /** Returns the head and the body of a response; undefined if none was recorded, or its body is not in memory. */
  find(request: IncomingMessage, known: KnownResponse): StoredResponse | undefined;
  /** Returns whether the head of a response is recorded that will be sent. */
  has(request: FastifyRequest, reply: FastifyReply, sent: SentResponse): boolean;
  /** Records the head of a response that was sent. Returns false if its status is not that of a cached response. */
  record(reply: FastifyReply, sent: SentResponse): boolean;
}

interface ResponseHeadCacheOptions {
  /** True if the gateway purges a CDN. */
  readonly hasCdnPurge: boolean;
  readonly bodies: Pick<EncodedBodies, 'peek'>;
}

/** Headers that differ from response to response; Node adds those of the connection. */
const VARYING_HEADERS: ReadonlySet<string> = new Set([
  'cache-control',
  'cache-status',
  'cache-tag',
  'connection',
  'date',
  'etag',
  'keep-alive',
  'server-timing',
  'x-request-id',
  ...RATE_LIMIT_HEADERS,
]);
const NO_BODY = Buffer.alloc(0);
const NOT_MODIFIED = '304';

/** The difference between responses of one value and media type. */
type Variant = Encoding | typeof NOT_MODIFIED;

/** The heads of a value, by media type. */
type HeadsOfValue = Map<string, Partial<Record<Variant, ResponseHead>>>;

/** Creates an empty cache. */
export function createResponseHeadCache({
  hasCdnPurge,
  bodies,
}: ResponseHeadCacheOptions): ResponseHeadCache {
  const safe = new WeakMap<CachedValue, HeadsOfValue>();
  const unsafe = new WeakMap<CachedValue, HeadsOfValue>();
  const headsOf = (isReadOnly: boolean) => (isReadOnly ? safe : unsafe);

  return {
    find({ headers }, { found: { value }, contentType, isReadOnly }) {
      const ifNoneMatch = isReadOnly ? headers['if-none-match'] : undefined;
      const isKnownToClient = ifNoneMatch !== undefined && etagMatches(ifNoneMatch, value.etag);
      const variant = isKnownToClient ? NOT_MODIFIED : acceptedEncoding(headers, value.bytes);
      const head = headsOf(isReadOnly).get(value)?.get(contentType)?.[variant];
      const body = isKnownToClient ? NO_BODY : head && bodies.peek(head.bodyKey);
      return head && body && { head, body };
    },
    has(request, reply, { value, contentType, isReadOnly }) {
      const willBe304 = reply.statusCode === 304 || isNotModified(request, reply);
      const variant = willBe304 ? NOT_MODIFIED : encodingOf(reply);
      return headsOf(isReadOnly).get(value)?.get(contentType)?.[variant] !== undefined;
    },
    record(reply, { value, bodyEtag, contentType, isReadOnly }) {
      const { statusCode: status } = reply;
      if (status !== 200 && status !== 304) return false;
      const encoding = encodingOf(reply);
      const headers = Object.entries(reply.getHeaders()).flatMap(([name, header]) =>
        VARYING_HEADERS.has(name) ? [] : [name, String(header)],
      );
      const known: HeadsOfValue = headsOf(isReadOnly).get(value) ?? new Map();
      headsOf(isReadOnly).set(value, known);
      known.set(contentType, {
        ...known.get(contentType),
        [status === 304 ? NOT_MODIFIED : encoding]: new ResponseHead({
          status,
          headers,
          bodyKey: bodyKeyOf(bodyEtag, encoding),
          cost: status === 304 ? MIN_RESPONSE_COST : byteCost(value.bytes),
          hasCdnPurge,
        }),
      });
      return true;
    },
  };
}

const encodingOf = (reply: FastifyReply): Encoding =>
  (reply.getHeader('content-encoding') as Encoding | undefined) ?? 'identity';

interface ResponseHeadFields {
  readonly status: 200 | 304;
  /** Names and values in turn, without `VARYING_HEADERS`. */
  readonly headers: readonly string[];
  readonly bodyKey: string;
  /** Rate limit points. */
  readonly cost: number;
  readonly hasCdnPurge: boolean;
}

/** The status and the headers of a response. */
class ResponseHead {
  readonly status: number;
  readonly bodyKey: string;
  readonly cost: number;
  readonly #fields: ResponseHeadFields;
  /** The lifetime that the headers contain, in seconds. */
  #lifetime: number | undefined;
  /** Names and values in turn. The last one is the id of the request. */
  #headers: string[] = [];
  #isPublic = false;

  constructor(fields: ResponseHeadFields) {
    this.#fields = fields;
    this.status = fields.status;
    this.bodyKey = fields.bodyKey;
    this.cost = fields.cost;
  }

  /**
   * Returns the headers of a response, which are valid until the next call.
   * @param id of the request
   * @param rateLimit of the caller; undefined if it has none
   */
  headersOf(known: KnownResponse, id: string, rateLimit: RateLimitStatus | undefined): string[] {
    const { ttlSeconds, ageSeconds } = known.found;
    const lifetime = Math.floor(ttlSeconds - ageSeconds);
    if (lifetime !== this.#lifetime) this.#renew(known, lifetime);
    this.#headers[this.#headers.length - 1] = id;
    // A response that a CDN stores must not contain the rate limit of one client, and pages never do.
    if (this.#isPublic || !rateLimit || !known.operation) return this.#headers;
    return [...this.#headers, ...rateLimitHeaders(rateLimit, this.cost, Date.now()).flat()];
  }

  #renew({ found: { value, tags }, isReadOnly, isPublic }: KnownResponse, lifetime: number): void {
    const { headers, hasCdnPurge } = this.#fields;
    const response = { etag: value.etag, tags, ttlSeconds: lifetime, isPublic, origin: 'hit' as const };
    const cacheHeaders = responseCacheHeaders(response, { isReadOnly, hasCdnPurge });
    this.#lifetime = lifetime;
    this.#isPublic = cacheHeaders.some(([, header]) => header.startsWith('public'));
    this.#headers = [...headers, ...cacheHeaders.flat(), 'x-request-id', ''];
  }
}
