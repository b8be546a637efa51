import { type ClientError, createClient, type ServerError } from '@sanity/client';
import { createWire, type Failure } from '../wire.ts';

/** Milliseconds the content service has to answer a query. */
const DEADLINE = 1500;

export interface ContentConfig {
  readonly projectId: string;
  readonly dataset: string;
  readonly apiVersion: string;
  readonly readToken: string;
  /** Another host that speaks the same protocol. */
  readonly apiHost?: string | undefined;
}

/** What a query answered, and what it depends on. */
export interface QueryAnswer {
  readonly result: unknown;
  /** The service's names for everything the answer was made of. */
  readonly syncTags: readonly string[];
}

export interface ContentClient {
  /** Runs one GROQ query over published documents. Fails with an `UpstreamError`. */
  query(
    groq: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    options?: { deadline?: number },
  ): Promise<QueryAnswer>;
}

/** The official client of the content service, under the wire's policy; its own retries are off. */
export function createContentClient(config: ContentConfig): ContentClient {
  const client = createClient({
    projectId: config.projectId,
    dataset: config.dataset,
    apiVersion: config.apiVersion,
    token: config.readToken,
    perspective: 'published',
    useCdn: false,
    maxRetries: 0,
    ...(config.apiHost && { apiHost: config.apiHost, useProjectHostname: false }),
  });
  return {
    query(groq, params, signal, { deadline = DEADLINE } = {}) {
      const wire = createWire({ provider: 'content', deadline, readFailure });
      return wire(signal, async (ended) => {
        const answer: unknown = await client.fetch(groq, params, {
          filterResponse: false,
          returnQuery: false,
          signal: ended,
          timeout: deadline,
        });
        return readAnswer(answer);
      });
    },
  };
}

/** The client passes any JSON through, and `undefined` for other content types; neither may reach a resolver. */
function readAnswer(answer: unknown): QueryAnswer {
  if (typeof answer !== 'object' || answer === null || !('result' in answer))
    throw new Error('expected {result} from the content service, got something else');
  const { result, syncTags } = answer as { result: unknown; syncTags?: unknown };
  return {
    result,
    syncTags: Array.isArray(syncTags) ? syncTags.filter((tag) => typeof tag === 'string') : [],
  };
}

function readFailure(error: unknown): Failure {
  const { statusCode, response } = error as Partial<ClientError & ServerError>;
  const retryAfter = Number(response?.headers?.['retry-after']);
  return { status: statusCode, retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined };
}
