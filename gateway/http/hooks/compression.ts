import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** On a scale of 0 to 11; 11 is the smallest output and the slowest. */
const BROTLI_QUALITY = 5;

/** Compresses responses. Requests must not be compressed: a small one could expand into a large one. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // Flush after each write, so that streamed pages are not buffered by the compressor.
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    },
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  });
}
