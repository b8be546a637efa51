import type { OpenApi } from './openapi.ts';

/** An HTTP request and its response. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Undefined without a text body. */
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseBody: unknown;
}

/** A recording of this process's `fetch`. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
  /** The original `fetch`, which is not recorded. */
  readonly fetch: typeof globalThis.fetch;
  stop(): void;
}

/** Starts to record all exchanges over `fetch`. @param isRecorded selects exchanges by path */
export function recordExchanges(isRecorded: (path: string) => boolean = () => true): Recording {
  const exchanges: Exchange[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (isRecorded(url.pathname))
      exchanges.push({
        method: init?.method ?? 'GET',
        path: url.pathname + url.search,
        requestBody: typeof init?.body === 'string' ? parseBody(init.body) : undefined,
        status: response.status,
        responseBody: parseBody(await response.clone().text()),
      });
    return response;
  };
  return {
    exchanges,
    fetch,
    stop() {
      globalThis.fetch = fetch;
    },
  };
}

/** Returns the violations of a provider's document in requests and responses. */
export const violations = (document: OpenApi, exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap((exchange) => [
    ...document.request(exchange.method, exchange.path, exchange.requestBody),
    ...responseViolations(document, [exchange]),
  ]);

/** Returns the violations of a provider's document in responses. */
export const responseViolations = (document: OpenApi, exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap(({ method, path, status, responseBody }) =>
    document.response(method, path, status, responseBody),
  );

function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
