import { type ClientError, type ClientPerspective, createClient, type ServerError } from '@sanity/client';
import type { Found } from '../caching/reuse.ts';
import { PUBLISHED } from '../context.ts';
import { UpstreamError } from '../errors.ts';
import { isObject } from '../shape.ts';
import { createLine, type Line } from '../wire/line.ts';
import { createUpstreamFetch } from '../wire/upstreamFetch.ts';
import { createWire, type Failure, type ObserveCalls } from '../wire/wire.ts';
import { contentTags } from './tags.ts';

/** Milliseconds the content service has to answer a query. */
const DEADLINE = 1500;
/** Bytes of an answer to a reader, and of a page of a thousand documents with their texts that the gateway asks for. */
const LARGEST_ANSWER = 8 * 1024 * 1024;
const LARGEST_PAGE = 64 * 1024 * 1024;

export interface ContentConfig {
  readonly projectId: string;
  readonly dataset: string;
  readonly apiVersion: string;
  readonly readToken: string;
  /** Another host that speaks the same protocol. */
  readonly apiHost?: string | undefined;
}

/** What a query answered, and what it depends on. */
export interface QueryAnswer extends Found {
  readonly result: Readonly<Record<string, unknown>>;
  /** Names of everything the answer was made of: see `contentTags`. */
  readonly tags: readonly string[];
}

export interface QueryOptions {
  /** Milliseconds. */
  readonly deadline?: number;
  /** Each `_type` whose documents the query reads. */
  readonly reads?: readonly string[];
  /** Which versions of documents are read; the published ones unless told otherwise. */
  readonly perspective?: string;
  /** Whether the answer is what the query makes; one that is not is refused before anybody keeps it. */
  readonly fits?: (result: QueryAnswer['result']) => boolean;
  /** What the query is for, as the service's request log tells it; readers' questions have none. */
  readonly tag?: keyof typeof KINDS;
}

/** What calls ask that are no reader's question, by the tag under which the service's request log has them. */
const KINDS = { 'trivium.index': 'index', 'trivium.sweep': 'sweep' } as const;

export interface ContentClient {
  /** Runs one GROQ query, which must answer an object. Fails with an `UpstreamError`. */
  query(
    groq: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    options?: QueryOptions,
  ): Promise<QueryAnswer>;
}

/** The official client of the content service, under the wire's policy; its own retries are off, and so are redirects. */
export function createContentClient(
  config: ContentConfig,
  observe?: ObserveCalls,
  line: Line = createLine('content'),
): ContentClient {
  const fetchAnswer = createUpstreamFetch({ bytes: LARGEST_ANSWER });
  const fetchPage = createUpstreamFetch({ bytes: LARGEST_PAGE });
  const client = createClient({
    projectId: config.projectId,
    dataset: config.dataset,
    apiVersion: config.apiVersion,
    token: config.readToken,
    perspective: PUBLISHED,
    useCdn: false,
    maxRetries: 0,
    ...(config.apiHost && { apiHost: config.apiHost, useProjectHostname: false }),
    resolveFetch: () => fetchAnswer,
  });
  const forPages = client.withConfig({ resolveFetch: () => fetchPage });
  return {
    query(
      groq,
      params,
      signal,
      { deadline = DEADLINE, reads = [], perspective = PUBLISHED, fits, tag } = {},
    ) {
      const kind = tag === undefined ? 'query' : KINDS[tag];
      const wire = line(createWire({ provider: 'content', kind, deadline, readFailure, observe }), {
        deadline,
        repeats: true,
      });
      return wire(signal, async (ended) => {
        const answer: unknown = await (tag === undefined ? client : forPages).fetch(groq, params, {
          filterResponse: false,
          perspective: perspective as ClientPerspective,
          returnQuery: false,
          signal: ended,
          timeout: deadline,
          ...(tag !== undefined && { tag }),
        });
        return readAnswer(answer, reads, fits);
      });
    },
  };
}

/** The client passes any JSON through, and `undefined` for other content types; neither may reach a resolver. */
function readAnswer(
  answer: unknown,
  reads: readonly string[],
  fits: NonNullable<QueryOptions['fits']> = () => true,
): QueryAnswer {
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
