import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type Dispatcher, getGlobalDispatcher } from 'undici';
import { causesOf } from '../../core/errors.ts';

/** A response that is not read: a redirect, too large, or in an encoding that was not asked for. */
export class RejectedResponse extends Error {
  override readonly name = 'RejectedResponse';
}

/** A response above the size limit. */
export class ResponseTooLarge extends RejectedResponse {
  constructor(maxBytes: number, origin: string) {
    super(`expected at most ${maxBytes} bytes from ${origin}, got more`);
  }
}

/** Finds a rejected response among the causes of an SDK error. */
export const rejectedResponseBehind = (error: unknown): RejectedResponse | undefined =>
  causesOf(error).find((cause) => cause instanceof RejectedResponse);

export interface HttpRequest {
  readonly url: string;
  /** Default: `GET`. */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Ends the request. */
  readonly signal?: AbortSignal | null | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Limits of a response; bytes after decompression. */
interface ResponseLimits {
  readonly maxBytes: number;
  readonly timeoutMs?: number;
}

const DEFAULT_HEADERS = { 'accept-encoding': 'gzip, br', 'user-agent': 'trivium' };
/** In the 3xx range, but not a redirect. */
const NOT_MODIFIED = 304;

/**
 * Sends a request over the connections of Node's `fetch`, and reads the whole response. It follows no redirect: the target would
 * receive the provider's credentials, and may be an internal host. A body above the limit closes its connection.
 * @throws RejectedResponse on a redirect; ResponseTooLarge; a `TimeoutError`; the reason of the signal; errors of the connection
 */
export async function sendRequest(
  { url, method = 'GET', headers, body, signal }: HttpRequest,
  { maxBytes, timeoutMs }: ResponseLimits,
): Promise<HttpResponse> {
  signal?.throwIfAborted();
  const { origin, pathname, search } = new URL(url);
  const reader = new ResponseReader(origin, maxBytes);
  const abort = () => reader.fail(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(failAtTimeout, timeoutMs, reader, timeoutMs).unref();
  try {
    const request: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers: { ...DEFAULT_HEADERS, ...headers },
      body: body ?? null,
      // The signal ends the request.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    getGlobalDispatcher().dispatch(request, reader);
    const response = await reader.response;
    const { 'content-encoding': encoding } = response.headers;
    if (encoding === undefined || response.body.length === 0) return response;
    return { ...response, body: await decompress(response.body, encoding, maxBytes, origin) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

const failAtTimeout = (reader: ResponseReader, timeoutMs: number): void =>
  reader.fail(new DOMException(`timed out after ${timeoutMs} ms`, 'TimeoutError'));

/** Receives a response from the dispatcher. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly response: Promise<HttpResponse>;
  readonly #origin: string;
  readonly #maxBytes: number;
  readonly #settle: Pick<PromiseWithResolvers<HttpResponse>, 'resolve' | 'reject'>;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #head: Omit<HttpResponse, 'body'> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #failure: Error | undefined;

  constructor(origin: string, maxBytes: number) {
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
    this.response = promise;
    this.#settle = { resolve, reject };
    this.#origin = origin;
    this.#maxBytes = maxBytes;
  }

  /** Ends the request, also before it has a connection. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#settle.reject(error);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    // An informational response precedes the final one.
    if (status < 200) return;
    this.#head = { status, statusText, headers: headers as Record<string, string> };
    if (status >= 300 && status < 400 && status !== NOT_MODIFIED)
      this.fail(
        new RejectedResponse(`expected ${this.#origin} to respond itself, got a redirect (${status})`),
      );
    else if (Number(headers['content-length']) > this.#maxBytes)
      this.fail(new ResponseTooLarge(this.#maxBytes, this.#origin));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.fail(new ResponseTooLarge(this.#maxBytes, this.#origin));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#bytes);
    this.#settle.resolve({ ...this.#head, body } as HttpResponse);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle.reject(error);
  }
}

const decompressors = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };
const isKnownEncoding = (encoding: string): encoding is keyof typeof decompressors =>
  Object.hasOwn(decompressors, encoding);

async function decompress(body: Buffer, encoding: string, maxBytes: number, origin: string): Promise<Buffer> {
  if (!isKnownEncoding(encoding))
    throw new RejectedResponse(`expected gzip, br or no encoding from ${origin}, got ${encoding}`);
  try {
    return await decompressors[encoding](body, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new ResponseTooLarge(maxBytes, origin) : error;
  }
}
