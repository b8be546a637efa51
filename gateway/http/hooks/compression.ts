import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** On a scale of 0 to 11; 11 is the smallest output and the slowest. */
const BROTLI_QUALITY = 5;
/** The window is 64 kB, half a page. With the default of 4 MB each compressing stream takes 10 MB of memory. */
const BROTLI_WINDOW_BITS = 16;

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
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      },
    },
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  });
}
