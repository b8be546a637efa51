import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { listen, type Twin, twinServer } from '../../twins/server.ts';
import { webhookRoutes } from '../../twins/webhookRoutes.ts';
import { dataRoutes, LARGEST_MUTATION } from './dataRoutes.ts';
import { Dataset, type DatasetOptions } from './dataset.ts';
import { ApiError, httpError } from './errors.ts';
import { type HookOptions, Hooks } from './hooks.ts';
import { imageRoutes } from './imageRoutes.ts';
import { listenRoutes } from './listenRoutes.ts';
import { liveRoutes } from './liveRoutes.ts';
import { News, type NewsOptions } from './news.ts';
import { newsRoutes } from './newsRoutes.ts';
import { readSeed } from './seed.ts';

/** What a twin is started with. */
export interface ContentTwinOptions extends DatasetOptions {
  /** Holds `content.ndjson`. */
  seedDir: string;
  /** 0 picks a free one. */
  port: number;
  /** Whom it tells of changes, over HTTP. */
  webhooks?: HookOptions;
  /** How its streams are kept. */
  news?: NewsOptions;
  /** Milliseconds by which queries lag behind commits and news; 0 when absent. */
  lag?: number;
}

/**
 * Starts the twin of Sanity's API and of its image CDN over the documents of `<seedDir>/content.ndjson`.
 * @param options the tokens are those that `SANITY_*` name
 * @throws Error that names file and line where the seed cannot be read, or the webhook that cannot be one
 */
export async function createContentTwin(options: ContentTwinOptions): Promise<Twin> {
  const seed = await readSeed(options.seedDir);
  const dataset = new Dataset(options);
  const hooks = new Hooks(dataset, options.webhooks ?? {});
  const news = new News(dataset.store, options.news);
  let origin = '';
  const load = () => {
    dataset.load(seed, origin);
    dataset.index.setLag(options.lag ?? 0);
  };
  const app = twinServer({
    name: 'content',
    bodyLimit: LARGEST_MUTATION,
    reset() {
      load();
      hooks.reset();
      news.restart();
    },
  });
  // Streams are never done of themselves, and closing waits for what is open.
  app.addHook('preClose', async () => {
    news.close();
    await hooks.close();
    dataset.index.close();
  });
  await speakSanity(app, dataset);
  liveRoutes(app, dataset, news);
  listenRoutes(app, dataset, news);
  newsRoutes(app, { news, index: dataset.index });
  webhookRoutes(app, { sender: hooks.sender, endpoints: hooks });
  const twin = await listen(app, options.port);
  origin = twin.url;
  load();
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
