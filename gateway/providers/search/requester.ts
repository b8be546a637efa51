import { AsyncLocalStorage } from 'node:async_hooks';
import type { algoliasearch } from 'algoliasearch';
import { briefCauseOf } from '../../core/errors.ts';
import { withDeadline } from '../../services/upstream/deadline.ts';
import { rejectedResponseBehind, type UpstreamFetch } from '../../services/upstream/upstreamFetch.ts';

type Options = Required<NonNullable<Parameters<typeof algoliasearch>[2]>>;
type Requester = Options['requester'];
type Sent = Awaited<ReturnType<Requester['send']>>;

/** How the provider's client sends. */
export interface SearchRequester {
  readonly requester: Requester;
  /**
   * Memory of hosts for the provider's client: none. Its own never finds again what it has put in, and grows by every
   * failure.
   */
  readonly hostsCache: Options['hostsCache'];
  /**
   * Makes a call of the provider's client that is one request; it ends with the signal, and is not sent again. After a
   * failure the client would turn to the provider's next host at once; here whoever repeats the call is sent there.
   */
  once<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

/** Milliseconds for which a host that has failed is passed over while there are others. */
const REST = 30_000;

/**
 * Sends what the provider's client asks for by the gateway's own way to providers.
 * @param others how many hosts the client has beside the first
 */
export function createSearchRequester(fetch: UpstreamFetch, others = 0): SearchRequester {
  const calls = new AsyncLocalStorage<Call>();
  const failed = new Map<string, { readonly until: number; readonly response: Sent }>();
  return {
    requester: {
      async send(request) {
        const call = calls.getStore();
        if (!call) return send(fetch, request);
        if (call.attempt) throw failureOf(call.attempt);
        const { origin } = new URL(request.url);
        const resting = failed.get(origin);
        if (resting && resting.until > performance.now() && call.passedOver < others) {
          call.passedOver += 1;
          return resting.response;
        }
        const response = await send(fetch, request, call.signal);
        call.attempt = { host: { url: origin }, response };
        if (response.status >= 200 && response.status < 500) failed.delete(origin);
        else failed.set(origin, { until: performance.now() + REST, response });
        return response;
      },
    },
    hostsCache: NO_MEMORY,
    once: (signal, call) => calls.run({ signal, passedOver: 0 }, call),
  };
}

interface Call {
  readonly signal: AbortSignal;
  /** The one request that was sent. */
  attempt?: Attempt;
  /** Hosts that were not asked, for they have failed a while ago. */
  passedOver: number;
}

interface Attempt {
  readonly host: { readonly url: string };
  readonly response: Sent;
}

const NO_MEMORY: Options['hostsCache'] = {
  get: (_key, find) => find(),
  set: async (_key, value) => value,
  delete: async () => undefined,
  clear: async () => undefined,
};

async function send(
  fetch: UpstreamFetch,
  { url, method, headers, data, responseTimeout }: Parameters<Requester['send']>[0],
  signal?: AbortSignal,
): Promise<Sent> {
  const { signal: ended, release } = withDeadline(signal, responseTimeout);
  try {
    const body = data as string | Uint8Array<ArrayBuffer> | undefined;
    const answer = await fetch(url, { method, headers, signal: ended, ...(body !== undefined && { body }) });
    const told = Object.fromEntries(answer.headers);
    return { status: answer.status, content: await answer.text(), headers: told, isTimedOut: false };
  } catch (error) {
    // What is thrown ends the call; what is returned is to the client a host that has failed.
    if (rejectedResponseBehind(error) || signal?.aborted) throw error;
    return { status: 0, content: briefCauseOf(error), isTimedOut: ended.aborted };
  } finally {
    release();
  }
}

/** In the shape in which the provider's client tells of hosts that have failed. */
const failureOf = (attempt: Attempt): Error =>
  Object.assign(new Error('expected an answer to the first request'), { stackTrace: [attempt] });
