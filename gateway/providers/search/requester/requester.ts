import { AsyncLocalStorage } from 'node:async_hooks';
import type { algoliasearch } from 'algoliasearch';
import { briefCauseOf } from '../../../core/errors.ts';
import { rejectedResponseBehind, sendRequest } from '../../../services/upstream/sendRequest.ts';

type Options = Required<NonNullable<Parameters<typeof algoliasearch>[2]>>;
type Requester = Options['requester'];
type HttpResponse = Awaited<ReturnType<Requester['send']>>;

/** The HTTP requester of the Algolia SDK. */
export interface SearchRequester {
  readonly requester: Requester;
  /** A cache of host states that stores nothing: the SDK's own never finds its entries and grows with every failure. */
  readonly hostsCache: Options['hostsCache'];
  /**
   * Runs an SDK call as one HTTP request that aborts with the signal. After a failure the SDK would try the next host at once;
   * with this, the next call goes there, so that the resilience policy decides on retries.
   */
  sendOnce<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

/** A failed host is skipped for this time while there are other hosts. */
const HOST_BACKOFF_MS = 30_000;

/**
 * Creates a requester that sends with `sendRequest`.
 * @param fallbackHosts the number of hosts in addition to the primary one
 */
export function createSearchRequester(maxBytes: number, fallbackHosts = 0): SearchRequester {
  const calls = new AsyncLocalStorage<Call>();
  const failedHosts = new Map<string, { readonly until: number; readonly response: HttpResponse }>();
  return {
    requester: {
      async send(request) {
        const call = calls.getStore();
        if (!call) return send(request, maxBytes);
        if (call.attempt) throw attemptError(call.attempt);
        const { origin } = new URL(request.url);
        const failure = failedHosts.get(origin);
        if (failure && failure.until > performance.now() && call.skippedHosts < fallbackHosts) {
          call.skippedHosts += 1;
          return failure.response;
        }
        const response = await send(request, maxBytes, call.signal);
        call.attempt = { host: { url: origin }, response };
        if (response.status >= 200 && response.status < 500) failedHosts.delete(origin);
        else failedHosts.set(origin, { until: performance.now() + HOST_BACKOFF_MS, response });
        return response;
      },
    },
    hostsCache: EMPTY_HOSTS_CACHE,
    sendOnce: (signal, call) => calls.run({ signal, skippedHosts: 0 }, call),
  };
}

interface Call {
  readonly signal: AbortSignal;
  /** The request of this call. */
  attempt?: Attempt;
  skippedHosts: number;
}

interface Attempt {
  readonly host: { readonly url: string };
  readonly response: HttpResponse;
}

const EMPTY_HOSTS_CACHE: Options['hostsCache'] = {
  get: (_key, find) => find(),
  set: async (_key, value) => value,
  delete: async () => undefined,
  clear: async () => undefined,
};

async function send(
  { url, method, headers, data, responseTimeout }: Parameters<Requester['send']>[0],
  maxBytes: number,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const body = data as string | Uint8Array | undefined;
  try {
    const response = await sendRequest(
      { url, method, headers, body, signal },
      { maxBytes, timeoutMs: responseTimeout },
    );
    const { status, headers: received } = response;
    return { status, content: response.body.toString(), headers: received, isTimedOut: false };
  } catch (error) {
    // A thrown error ends the call; a returned response with status 0 marks the host as failed.
    if (rejectedResponseBehind(error) || signal?.aborted) throw error;
    return { status: 0, content: briefCauseOf(error), isTimedOut: (error as Error).name === 'TimeoutError' };
  }
}

/** Creates an error with the structure of the SDK's error for failed hosts. */
const attemptError = (attempt: Attempt): Error =>
  Object.assign(new Error('expected a response to the first request, got a failure'), {
    stackTrace: [attempt],
  });
