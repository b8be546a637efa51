import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { createEmulatorServer, type Emulator, listen } from '../shared/server.ts';
import { webhookRoutes } from '../shared/webhookRoutes.ts';
import { createOriginCheck } from '../shared/webPageAccess.ts';
import { ApiError, httpError } from './api/apiError.ts';
import { Dataset, type DatasetOptions } from './dataset/dataset.ts';
import { ReleaseSchedule } from './dataset/releaseSchedule.ts';
import { readSeed } from './dataset/seed.ts';
import type { MissingFile } from './dataset/seedAssets.ts';
import { type ChangeStreamOptions, ChangeStreams } from './events/changeStreams.ts';
import { dataRoutes } from './routes/dataRoutes.ts';
import { fileRoutes } from './routes/fileRoutes.ts';
import { imageRoutes } from './routes/imageRoutes.ts';
import { listenRoutes } from './routes/listenRoutes.ts';
import { liveRoutes } from './routes/liveRoutes.ts';
import { managementRoutes } from './routes/managementRoutes.ts';
import { MAX_MUTATION_BYTES, mutationRoutes } from './routes/mutationRoutes.ts';
import { streamControlRoutes } from './routes/streamControlRoutes.ts';
import { ContentWebhooks, type WebhookOptions } from './webhooks/contentWebhooks.ts';
import { SyncTagFunction } from './webhooks/syncTagFunction.ts';

/** Options of a content emulator. */
export interface ContentEmulatorOptions extends DatasetOptions {
  /** Folder with `content.ndjson`, or an export of Sanity: a folder with `data.ndjson`, or a `.tar.gz`. */
  seedDir: string;
  /** 0 picks a free port. */
  port: number;
  /** Webhooks that are configured from the start. */
  webhooks?: WebhookOptions;
  /** Options of the event streams. */
  streams?: ChangeStreamOptions;
  /** Delay by which queries lag behind commits and events. Default: 0. */
  queryLagMs?: number;
  /** Receives the images and files that an export lacks. */
  onMissing?: (files: readonly MissingFile[]) => void;
  /** The CORS origins of the project. Pages of this machine are always allowed. */
  allowedOrigins?: readonly string[];
}

/** The headers that Sanity's client sends in a browser. */
const CORS_HEADERS = [
  'authorization',
  'cache-control',
  'content-type',
  'last-event-id',
  'x-sanity-project-id',
];

/**
 * Starts a local server that implements Sanity's API and asset CDN over the documents of a seed.
 * @param options the variables `SANITY_*` contain the tokens
 * @throws Error with file and line of an invalid seed, or with the invalid webhook
 */
export async function createContentEmulator(options: ContentEmulatorOptions): Promise<Emulator> {
  let seed = await readSeed(options.seedDir);
  const dataset = new Dataset(options);
  const webhooks = new ContentWebhooks(dataset, options.webhooks ?? {});
  // Before the streams: an event of a stream may wait for the function that it triggers.
  const syncTagFunction = new SyncTagFunction(dataset.store, options.webhooks ?? {});
  const streams = new ChangeStreams(dataset.store, options.streams);
  const schedule = new ReleaseSchedule(dataset);
  let origin = '';
  const load = () => {
    if (seed.missing.length > 0) options.onMissing?.(seed.missing);
    dataset.load(seed, origin);
    dataset.index.setLag(options.queryLagMs ?? 0);
    schedule.reload();
  };
  const app = createEmulatorServer({
    name: 'content',
    seedDir: options.seedDir,
    maxBodyBytes: MAX_MUTATION_BYTES,
    allowedOrigins: options.allowedOrigins,
    publicRoute: /^\/(images|files)\//,
    async reset() {
      seed = await readSeed(options.seedDir);
      load();
      webhooks.reset();
      syncTagFunction.reset();
      streams.restart();
    },
  });
  // Event streams never end by themselves, and closing the server waits for open connections.
  app.addHook('preClose', async () => {
    streams.close();
    await Promise.all([webhooks.close(), syncTagFunction.close()]);
    dataset.index.close();
    schedule.close();
  });
  await setErrorsAndCors(app, createOriginCheck(options.allowedOrigins));
  dataRoutes(app, dataset);
  mutationRoutes(app, dataset);
  imageRoutes(app, dataset);
  fileRoutes(app, dataset);
  liveRoutes(app, dataset, { streams, syncTagFunction });
  listenRoutes(app, dataset, streams);
  managementRoutes(app, { dataset, webhooks, origins: options.allowedOrigins ?? [] });
  streamControlRoutes(app, { streams, index: dataset.index });
  webhookRoutes(app, { sender: webhooks.sender, endpoints: webhooks });
  webhookRoutes(app, { sender: syncTagFunction.sender, endpoints: syncTagFunction }, 'functions');
  const emulator = await listen(app, options.port);
  origin = emulator.url;
  load();
  return emulator;
}

async function setErrorsAndCors(
  app: FastifyInstance,
  isAllowedOrigin: (origin: string) => boolean,
): Promise<void> {
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const apiError = error instanceof ApiError ? error : httpError(error.statusCode ?? 500, error.message);
    return reply.code(apiError.status).send(apiError.body);
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, body } = httpError(
      404,
      `No such endpoint: ${request.method} ${request.url.slice(0, 200)} (docs/emulators.md lists the supported endpoints)`,
    );
    return reply.code(status).send(body);
  });
  // Images and files are public. The API allows the origins of the project, with credentials.
  await app.register(cors, {
    delegator: (request, done) =>
      done(
        null,
        /^\/(images|files)\//.test(request.url ?? '')
          ? { origin: '*' }
          : {
              origin: isAllowedOrigin(String(request.headers.origin)),
              credentials: true,
              methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
              allowedHeaders: CORS_HEADERS,
            },
      ),
  });
}
