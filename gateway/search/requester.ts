import { AsyncLocalStorage } from 'node:async_hooks';
import type { algoliasearch } from 'algoliasearch';
import { briefCauseOf } from '../errors.ts';
import { type UpstreamFetch, unfitBehind } from '../upstreamFetch.ts';

type Requester = NonNullable<NonNullable<Parameters<typeof algoliasearch>[2]>['requester']>;
type Sent = Awaited<ReturnType<Requester['send']>>;

/** How the provider's client sends. */
export interface SearchRequester {
  readonly requester: Requester;
  /**
   * Makes a call of the provider's client that is one request; it ends with the signal, and is not sent again. After a
   * failure the client would turn to the provider's next host at once. It notes which host has failed, so that whoever
   * repeats the call is sent to the next.
   */
  once<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

/** Sends what the provider's client asks for by the gateway's own way to providers. */
export function createSearchRequester(fetch: UpstreamFetch): SearchRequester {
  const calls = new AsyncLocalStorage<{ readonly signal: AbortSignal; first?: Attempt }>();
  const send = async (request: Parameters<Requester['send']>[0]): Promise<Sent> => {
    const { url, method, headers, data, responseTimeout } = request;
    const timeout = AbortSignal.timeout(responseTimeout);
    const { signal } = calls.getStore() ?? {};
    const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const body = data as string | Uint8Array<ArrayBuffer> | undefined;
      const answer = await fetch(url, {
        method,
        headers,
        signal: ended,
        ...(body !== undefined && { body }),
      });
      const told = Object.fromEntries(answer.headers);
      return { status: answer.status, content: await answer.text(), headers: told, isTimedOut: false };
    } catch (error) {
      // What is thrown ends the call; what is returned lets the client note that this host has failed.
      if (unfitBehind(error) || signal?.aborted) throw error;
      return { status: 0, content: briefCauseOf(error), isTimedOut: timeout.aborted };
    }
  };
  return {
    requester: {
      async send(request) {
        const call = calls.getStore();
        if (call?.first) throw failureOf(call.first);
        const response = await send(request);
        if (call) call.first = { host: { url: new URL(request.url).origin }, response };
        return response;
      },
    },
    once: (signal, call) => calls.run({ signal }, call),
  };
}

interface Attempt {
  readonly host: { readonly url: string };
  readonly response: Sent;
}

/** In the shape in which the provider's client tells of hosts that have failed. */
const failureOf = (attempt: Attempt): Error =>
  Object.assign(new Error('expected an answer to the first request'), { stackTrace: [attempt] });
