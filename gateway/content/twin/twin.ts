import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { listen, type Twin, twinServer } from '../../twins/server.ts';
import { dataRoutes, LARGEST_MUTATION } from './dataRoutes.ts';
import { Dataset, type DatasetOptions } from './dataset.ts';
import { ApiError, httpError } from './errors.ts';
import { imageRoutes } from './imageRoutes.ts';
import { readSeed } from './seed.ts';

/**
 * Starts the twin of Sanity's API and of its image CDN over the documents of `<seedDir>/content.ndjson`.
 * @param options `port` 0 picks a free one; the tokens are those that `SANITY_*` name
 * @throws Error that names file and line where the seed cannot be read
 */
export async function createContentTwin(
  options: { seedDir: string; port: number } & DatasetOptions,
): Promise<Twin> {
  const seed = await readSeed(options.seedDir);
  const dataset = new Dataset(options);
  let origin = '';
  const app = twinServer({
    name: 'content',
    bodyLimit: LARGEST_MUTATION,
    reset: () => dataset.load(seed, origin),
  });
  await speakSanity(app, dataset);
  const twin = await listen(app, options.port);
  origin = twin.url;
  dataset.load(seed, origin);
  return twin;
}

async function speakSanity(app: FastifyInstance, dataset: Dataset): Promise<void> {
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const refusal = error instanceof ApiError ? error : httpError(error.statusCode ?? 500, error.message);
    return reply.code(refusal.status).send(refusal.body);
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, body } = httpError(
      404,
      `No such endpoint: ${request.method} ${request.url.slice(0, 200)}`,
    );
    return reply.code(status).send(body);
  });
  // Images are open to all; the API answers the origin that asks, and takes its credentials.
  await app.register(cors, {
    delegator: (request, done) =>
      done(
        null,
        request.url?.startsWith('/images/')
          ? { origin: '*' }
          : { origin: true, credentials: true, methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] },
      ),
  });
  dataRoutes(app, dataset);
  imageRoutes(app, dataset);
}
