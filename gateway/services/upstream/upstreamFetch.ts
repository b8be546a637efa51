import { causesOf } from '../../core/errors.ts';
import { withDeadline } from '../scheduling/deadline.ts';

/** A response that is not read: a redirect, or too large. */
export class RejectedResponse extends Error {
  override readonly name = 'RejectedResponse';
}

/** A response above the size limit. */
export class ResponseTooLarge extends RejectedResponse {}

/** Finds a rejected response among the causes of an SDK error. */
export const rejectedResponseBehind = (error: unknown): RejectedResponse | undefined =>
  causesOf(error).find((cause) => cause instanceof RejectedResponse);

/** The part of `fetch` that the SDKs use. */
export type UpstreamFetch = (address: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** In the 3xx range, but not a redirect. */
const NOT_MODIFIED = 304;
/** Statuses whose `Response` must not have a body: https://fetch.spec.whatwg.org/#null-body-status */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([101, 103, 204, 205, NOT_MODIFIED]);

/**
 * Fetches without following redirects: the target would receive the provider's credentials, and may be an internal host.
 * @throws RejectedResponse on a redirect
 */
export const fetchWithoutRedirects: UpstreamFetch = async (address, init) => {
  const response = await fetch(address, { ...init, redirect: 'manual' });
  const { status } = response;
  if (status < 300 || status > 399 || status === NOT_MODIFIED) return response;
  await response.body?.cancel();
  throw new RejectedResponse(`expected ${originOf(address)} to respond itself, got a redirect (${status})`);
};

/** Limits of a response; bytes after decompression. */
interface FetchLimits {
  readonly maxBytes: number;
  readonly timeoutMs?: number;
}

/**
 * Creates a `fetch` without redirects that reads the whole body before it resolves. A body above the limit closes its
 * connection.
 * @throws RejectedResponse on a redirect, ResponseTooLarge, TimeoutError, and what `fetch` throws
 */
export function createUpstreamFetch({ maxBytes, timeoutMs }: FetchLimits): UpstreamFetch {
  return async (address, init = {}) => {
    const own = timeoutMs === undefined ? undefined : withDeadline(init.signal ?? undefined, timeoutMs);
    try {
      const response = await fetchWithoutRedirects(address, { ...init, ...(own && { signal: own.signal }) });
      const { status, statusText, headers } = response;
      const body = await readWithin(maxBytes, response, originOf(address));
      return new Response(NULL_BODY_STATUSES.has(status) ? null : body, { status, statusText, headers });
    } finally {
      own?.release();
    }
  };
}

async function readWithin(
  bytes: number,
  { body, headers }: Response,
  origin: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ResponseTooLarge(`expected at most ${bytes} bytes from ${origin}, got more`);
  if (Number(headers.get('content-length')) > bytes) {
    await body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream and closes the connection.
    if (size > bytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The loggable part of a URL: path and query may contain names and keys. */
function originOf(address: string | URL | Request): string {
  return new URL(address instanceof Request ? address.url : address).origin;
}
