import type { OpenApi } from './openapi.ts';

/** A request and its answer. */
export interface Exchange {
  readonly method: string;
  /** With its query, without the origin. */
  readonly path: string;
  /** Undefined where there was no text. */
  readonly sent: unknown;
  readonly status: number;
  readonly body: unknown;
}

/** What goes over this process's `fetch`. */
export interface Recording {
  /** Every exchange so far. */
  readonly exchanges: readonly Exchange[];
  /** The one that is not noted. */
  readonly fetch: typeof globalThis.fetch;
  stop(): void;
}

/** Notes every exchange over `fetch` from now on. @param isMeant tells by the path which are noted */
export function recordExchanges(isMeant: (path: string) => boolean = () => true): Recording {
  const exchanges: Exchange[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (isMeant(url.pathname))
      exchanges.push({
        method: init?.method ?? 'GET',
        path: url.pathname + url.search,
        sent: typeof init?.body === 'string' ? parsed(init.body) : undefined,
        status: response.status,
        body: parsed(await response.clone().text()),
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

/** What requests and their answers violate of a provider's document. */
export const violations = (document: OpenApi, exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap((exchange) => [
    ...document.request(exchange.method, exchange.path, exchange.sent),
    ...violationsOfAnswers(document, [exchange]),
  ]);

/** What answers violate, whatever was asked. */
export const violationsOfAnswers = (document: OpenApi, exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap(({ method, path, status, body }) => document.response(method, path, status, body));

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
