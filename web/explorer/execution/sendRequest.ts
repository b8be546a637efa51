import type { ExplorerRequest } from '../document/operations.ts';

/** A response over HTTP. */
export interface HttpResponse {
  readonly status: number;
  /** Until the whole response has arrived. */
  readonly durationMs: number;
  /** The length of the decoded body. */
  readonly bytes: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Formatted, if it is JSON. */
  readonly text: string;
}

export const GRAPHQL_PATH = '/graphql';
const ACCEPTED_TYPES = 'application/graphql-response+json, application/json;q=0.9';

/** Sends an operation by POST. @throws TypeError if there is no response */
export async function sendRequest(
  request: ExplorerRequest,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const startedAt = performance.now();
  const response = await fetch(GRAPHQL_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: ACCEPTED_TYPES, ...headers },
    body: JSON.stringify(request),
    signal,
  });
  const text = await response.text();
  return {
    status: response.status,
    durationMs: performance.now() - startedAt,
    bytes: new Blob([text]).size,
    headers: new Map(response.headers),
    text: formatted(text),
  };
}

/** Formats a text that is JSON. */
export function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
