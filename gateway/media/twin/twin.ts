import { resolve } from 'node:path';
import cors from '@fastify/cors';
import files from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { listen, type Twin, twinServer } from '../../twins/server.ts';
import { webhookRoutes } from '../../twins/webhookRoutes.ts';
import { mountApi } from './api.ts';
import { notFound, sendError } from './apiError.ts';
import { imageRoutes } from './imageRoutes.ts';
import { Ingest } from './ingest.ts';
import { MediaLibrary } from './library.ts';
import { MadeFiles } from './madeFiles.ts';
import { PACE, type Pace } from './pace.ts';
import { MUX_RATE_LIMITS, type RateLimits, rateLimiter } from './rateLimit.ts';
import { readSeed } from './seed.ts';
import { UriSigner } from './signedUri.ts';
import { MediaStore } from './store.ts';
import { type PlaybackContext, streamRoutes } from './streamRoutes.ts';
import { UploadStore } from './uploadStore.ts';
import { uploadTarget } from './uploadTarget.ts';
import { mediaWebhooks, type WebhookOptions } from './webhooks.ts';

/** What a media twin is made of. */
export interface MediaTwinOptions {
  /** Holds `assets.json` and `media/<asset id>/`. */
  seedDir: string;
  /** 0 picks a free one. */
  port: number;
  tokenId: string;
  tokenSecret: string;
  /** A key the account has from the start; the private half is a PEM in base64. */
  signingKey?: { id: string; privateKey: string };
  /** Mux's own unless given. */
  rateLimit?: RateLimits;
  /** How long things take; what is not given takes as long as `PACE` says. */
  pace?: Partial<Pace>;
  /** Without it no webhooks are sent and none can be configured. */
  webhooks?: WebhookOptions;
}

/** The management API takes descriptions, never media: direct uploads go to an address of their own. */
const BODY_LIMIT = 1024 * 1024;

/**
 * Starts a server that speaks Mux's wire on one port: the management API (`/video/v1`, `/system/v1`), the addresses
 * that direct uploads are sent to, and what stream.mux.com and image.mux.com serve. Its news goes to the addresses of
 * `webhooks` and of `PUT /__twin/webhooks` (`{"endpoints": [{"url": …}]}`).
 * @throws Error when the seed or the signing key cannot be read, or the port is taken
 */
export async function createMediaTwin(options: MediaTwinOptions): Promise<Twin> {
  const made = await MadeFiles.open();
  try {
    return await start(options, made);
  } catch (error) {
    await made.close();
    throw error;
  }
}

async function start(options: MediaTwinOptions, made: MadeFiles): Promise<Twin> {
  const { port, signingKey, rateLimit = MUX_RATE_LIMITS } = options;
  const seedDir = resolve(options.seedDir);
  const pace = { ...PACE, ...options.pace };
  const store = new MediaStore();
  const webhooks = options.webhooks && mediaWebhooks(store, options.webhooks);
  const library = new MediaLibrary(seedDir, made);
  const unused = (id: string) => {
    target.forget(id);
    void made.remove(id);
  };
  const uploads = new UploadStore(store, { second: pace.uploadSecond, unused });
  const context = { store, uploads, library, made, pace, ingest: new Ingest({ store, made, pace }) };
  const target = uploadTarget(context);
  const limiter = rateLimiter(rateLimit);
  const reset = async () => {
    store.load(await readSeed(seedDir), signingKey);
    uploads.clear();
    target.forget();
    await made.clear();
    webhooks?.reset();
    limiter.reset();
  };
  await reset();

  const app = twinServer({ name: 'media', reset, bodyLimit: BODY_LIMIT });
  if (webhooks) webhookRoutes(app, webhooks);
  mountApi(app, { ...options, ...context, limiter });
  app.register(async (scope) => target.mount(scope));
  mountPlayback(app, { store, library, signer: new UriSigner() });
  app.addHook('preClose', async () => webhooks?.sender.close());
  app.addHook('onClose', async () => {
    store.load([]);
    await made.close();
  });
  return listen(app, port);
}

function mountPlayback(app: FastifyInstance, playback: PlaybackContext): void {
  app.register(async (scope) => {
    await scope.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'OPTIONS'],
      exposedHeaders: ['accept-ranges', 'content-length', 'content-range', 'etag'],
    });
    await scope.register(files, { root: playback.library.root, serve: false, cacheControl: false });
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      reply.header('cache-control', 'no-store');
      return sendError(error, reply);
    });
    scope.setNotFoundHandler((_request, reply) => sendError(notFound('resource'), reply));
    streamRoutes(scope, playback);
    imageRoutes(scope, playback);
  });
}
