import type { FastifyInstance } from 'fastify';

interface GraphqlFetchOptions {
  /** The client's IP address, whose rate limit is charged. */
  readonly address: string;
  /** Aborts the requests when nobody waits for the page. */
  readonly signal: AbortSignal;
  /** Runs after each response. The page continues when it resolves. */
  onResponse(status: number): Promise<void>;
}

/** Creates a fetch that injects requests into this server, so that every hook applies to them. */
export function createGraphqlFetch(
  app: FastifyInstance,
  { address, signal, onResponse }: GraphqlFetchOptions,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    // Not AbortSignal.any: Node never releases its listeners on a signal that does not abort.
    const controller = new AbortController();
    const abort = () => controller.abort();
    const signals = [init.signal, signal].filter((each) => each instanceof AbortSignal);
    for (const each of signals) each.addEventListener('abort', abort);
    if (signals.some(({ aborted }) => aborted)) abort();
    try {
      const { statusCode, headers, body } = await app.inject({
        method: (init.method ?? 'GET') as 'GET' | 'POST',
        url: String(input),
        headers: Object.fromEntries(new Headers(init.headers)),
        payload: init.body as string,
        remoteAddress: address,
        signal: controller.signal,
      });
      await onResponse(statusCode);
      return new Response(body, {
        status: statusCode,
        headers: { 'content-type': String(headers['content-type']) },
      });
    } finally {
      for (const each of signals) each.removeEventListener('abort', abort);
    }
  };
}
