import { causesOf } from '../../core/errors.ts';
import { withDeadline } from './deadline.ts';

/** An answer that is not taken in: it points elsewhere, or is larger than any should be. */
export class RejectedResponse extends Error {
  override readonly name = 'UnfitAnswer';
}

/** One that is too large, as it is also when more was asked for at once than should be. */
export class ResponseTooLarge extends RejectedResponse {}

/** The one that is behind an error, however a provider's client has wrapped it. */
export const rejectedResponseBehind = (error: unknown): RejectedResponse | undefined =>
  causesOf(error).find((cause) => cause instanceof RejectedResponse);

/** As much of `fetch` as the providers' clients use. */
export type UpstreamFetch = (address: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Answers that an address has no other to give than a redirect. */
const NOT_MODIFIED = 304;
/** Answers that have no body by their status, and may not be given one: https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, NOT_MODIFIED]);

/**
 * Fetches from the address that was configured and from no other: what a provider's answer points to would be sent its
 * credentials, and may well be inside the house.
 * @throws RejectedResponse on a redirect
 */
export const fetchDirectly: UpstreamFetch = async (address, init) => {
  const answer = await fetch(address, { ...init, redirect: 'manual' });
  const { status } = answer;
  if (status < 300 || status > 399 || status === NOT_MODIFIED) return answer;
  await answer.body?.cancel();
  throw new RejectedResponse(`expected ${originOf(address)} to answer itself, got ${status} to another address`);
};

/** What may come, in bytes as they are read (not as they travel), and in which time, in milliseconds. */
interface Bounds {
  readonly bytes: number;
  readonly ms?: number;
}

/**
 * Fetches directly, and the whole body: the promise resolves when it is there. A body that grows beyond its bound is cut
 * off, and its connection with it.
 * @throws RejectedResponse on a redirect, ResponseTooLarge on a body that is too large; what `fetch` throws, and a `TimeoutError` when the time
 * is over before the body is there
 */
export function createUpstreamFetch({ bytes, ms }: Bounds): UpstreamFetch {
  return async (address, init = {}) => {
    const own = ms === undefined ? undefined : withDeadline(init.signal ?? undefined, ms);
    try {
      const answer = await fetchDirectly(address, { ...init, ...(own && { signal: own.signal }) });
      const { status, statusText, headers } = answer;
      const body = await readWithin(bytes, answer, originOf(address));
      return new Response(WITHOUT_BODY.has(status) ? null : body, { status, statusText, headers });
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
    // Leaving the loop cancels the stream and with it the connection.
    if (size > bytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What may be told of an address: its path and query may carry names and keys. */
function originOf(address: string | URL | Request): string {
  return new URL(address instanceof Request ? address.url : address).origin;
}
