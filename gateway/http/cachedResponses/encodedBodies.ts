import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { MaybePromise } from '../../core/maybePromise.ts';
import { createSingleFlight } from '../../services/scheduling/singleFlight.ts';

/** An encoding of HTTP bodies. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Encodes the bodies of cached responses. */
export interface EncodedBodies {
  /**
   * Returns the body of a cached response. All its readers get the same buffer, which is made once.
   * @param key of the response, by its content: a reloaded response without changes keeps its bodies
   * @param textOf returns the body as a text, or in UTF-8
   */
  get(key: string, textOf: () => string | Buffer, encoding: Encoding): Promise<Buffer>;
  /** Returns the body if it is made already. */
  peek(key: string, encoding: Encoding): Buffer | undefined;
}

/** Smaller bodies are not compressed. */
const MIN_COMPRESSED_BYTES = 1024;
/** On a scale of 0 to 11; 11 is the smallest output and the slowest. */
const BROTLI_QUALITY = 5;
/** The window is that of the body, at most 256 kB. With the default of 4 MB a compression takes 10 MB of memory. */
const [MIN_BROTLI_WINDOW_BITS, MAX_BROTLI_WINDOW_BITS] = [10, 18];
/** Larger bodies are compressed one after another, so that threads remain for others. */
const LARGE_BODY_BYTES = 64 * 1024;
const MAX_LARGE_COMPRESSIONS = 1;
/** Overhead of a stored body. */
const ENTRY_BYTES = 300;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const compressors: Readonly<Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => compressGzip(body),
};

const windowBits = (bytes: number): number =>
  Math.min(MAX_BROTLI_WINDOW_BITS, Math.max(MIN_BROTLI_WINDOW_BITS, Math.ceil(Math.log2(bytes))));

const largeCompressions = new PQueue({ concurrency: MAX_LARGE_COMPRESSIONS });

/** Returns a body under an encoding. */
export function encodeBody(body: Buffer, encoding: Encoding): MaybePromise<Buffer> {
  if (encoding === 'identity') return body;
  const compress = () => compressors[encoding](body);
  return body.length > LARGE_BODY_BYTES ? largeCompressions.add(compress) : compress();
}

/** @param maxBytes memory for the bodies of cached responses; the least recently used ones are dropped */
export function createEncodedBodies(maxBytes: number): EncodedBodies {
  const bodies = new LRUCache<string, Buffer>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ length }) => ENTRY_BYTES + length,
  });
  const running = createSingleFlight<string, Buffer>();
  const get: EncodedBodies['get'] = async (key, textOf, encoding) => {
    const encodedKey = encodedKeyOf(key, encoding);
    const known = bodies.get(encodedKey);
    if (known) return known;
    return running.run(encodedKey, async () => {
      const body =
        encoding === 'identity'
          ? toBuffer(textOf())
          : await encodeBody(await get(key, textOf, 'identity'), encoding);
      const stored = withOwnMemory(body);
      bodies.set(encodedKey, stored);
      return stored;
    });
  };
  return { get, peek: (key, encoding) => bodies.get(encodedKeyOf(key, encoding)) };
}

const toBuffer = (body: string | Buffer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body);

/**
 * Returns the bytes in memory of their own. Node creates short buffers as views of a pool (64 kB in Node 24), which each of
 * them would keep in memory.
 */
function withOwnMemory(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

const encodedKeyOf = (key: string, encoding: Encoding): string => `${encoding}:${key}`;

/**
 * Returns the encoding of a body for an `Accept-Encoding`, by the rules of `@fastify/compress`, which encodes other
 * responses.
 */
export function acceptedEncoding(
  headers: { readonly 'accept-encoding'?: string | undefined; readonly 'x-no-compression'?: unknown },
  bytes: number,
): Encoding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || headers['x-no-compression'] !== undefined || bytes < MIN_COMPRESSED_BYTES)
    return 'identity';
  const names = accepted.toLowerCase().replace(/\*|x-gzip/g, 'gzip');
  return negotiate<Exclude<Encoding, 'identity'>>(names, ['br', 'gzip']) ?? 'identity';
}

/** The window is 64 kB, half a page. With the default of 4 MB each compressing stream takes 10 MB of memory. */
const STREAM_WINDOW_BITS = 16;

/** Compresses responses, except those of routes with `compress: false`. Requests must not be compressed: a small one could expand into a large one. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // Flush after each write, so that streamed pages are not buffered by the compressor.
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW_BITS,
      },
    },
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  });
}
