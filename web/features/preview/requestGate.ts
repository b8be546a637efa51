/** Sends requests, unless it is closed: requests then wait, also those in progress, which are sent again. */
export interface RequestGate {
  readonly fetch: typeof fetch;
  close(): void;
  open(): void;
}

/** Creates a gate for the requests of a session, which would be rejected while it ends. @param send sends a request; default: the browser */
export function createRequestGate(send: typeof fetch = (input, init) => fetch(input, init)): RequestGate {
  let interruption = new AbortController();
  let opened: PromiseWithResolvers<void> | undefined;
  return {
    async fetch(input, init) {
      for (;;) {
        await opened?.promise;
        const { signal: interrupted } = interruption;
        const signal = AbortSignal.any([interrupted, ...(init?.signal ? [init.signal] : [])]);
        try {
          return await send(input, { ...init, signal });
        } catch (error) {
          if (!interrupted.aborted || init?.signal?.aborted) throw error;
        }
      }
    },
    close() {
      opened ??= Promise.withResolvers();
      interruption.abort();
      interruption = new AbortController();
    },
    open() {
      opened?.resolve();
      opened = undefined;
    },
  };
}

/** The requests of the session of this page. */
export const sessionRequests: RequestGate = createRequestGate();
