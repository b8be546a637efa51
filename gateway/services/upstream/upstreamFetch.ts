import { sendRequest } from './sendRequest.ts';

/** The part of `fetch` that libraries use. */
export type UpstreamFetch = (address: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Statuses whose `Response` must not have a body: https://fetch.spec.whatwg.org/#null-body-status */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** Creates a `fetch` for libraries that need one, which sends with `sendRequest`. */
export const createUpstreamFetch =
  (limits: Parameters<typeof sendRequest>[1]): UpstreamFetch =>
  async (address, { method, headers, body, signal } = {}) => {
    const response = await sendRequest(
      {
        url: address instanceof Request ? address.url : String(address),
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: (body ?? undefined) as string | Uint8Array | undefined,
        signal,
      },
      limits,
    );
    const { status, statusText } = response;
    const bytes = NULL_BODY_STATUSES.has(status) ? null : (response.body as Buffer<ArrayBuffer>);
    return new Response(bytes, { status, statusText, headers: response.headers });
  };
