import { resolve } from 'node:path';
import cors from '@fastify/cors';
import files from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { createEmulatorServer, type Emulator, listen } from '../shared/server.ts';
import { webhookRoutes } from '../shared/webhookRoutes.ts';
import { notFound, sendError } from './api/apiError.ts';
import { createRateLimiter, MUX_RATE_LIMITS, type RateLimits } from './api/rateLimit.ts';
import { ReadableAssets } from './assets/readableAssets.ts';
import { readSeed } from './assets/seed.ts';
import { MediaStore } from './assets/store.ts';
import { GeneratedFiles } from './files/generatedFiles.ts';
import { MediaLibrary } from './files/mediaLibrary.ts';
import { imageRoutes } from './images/imageRoutes.ts';
import { DEFAULT_DELAYS, type Delays } from './ingest/delays.ts';
import { Ingest } from './ingest/ingest.ts';
import { type PlaybackContext, streamRoutes } from './playback/streamRoutes.ts';
import { UriSigner } from './playback/uriSigner.ts';
import { assetControlRoutes } from './routes/assetControlRoutes.ts';
import { mountApi } from './routes/managementApi.ts';
import { createUploadTarget } from './routes/uploadTarget.ts';
import { UploadStore } from './uploads/uploadStore.ts';
import { createMediaWebhooks, type MediaWebhookOptions } from './webhooks/mediaWebhooks.ts';

/** Options of a media emulator. */
export interface MediaEmulatorOptions {
  /** Folder with `mux-assets.json` and `media/<asset id>/`. */
  seedDir: string;
  /** 0 picks a free port. */
  port: number;
  tokenId: string;
  tokenSecret: string;
  /** Signing key that the account has from the start; the private key is a base64-encoded PEM. */
  signingKey?: { id: string; privateKey: string };
  /** Default: the limits of Mux. */
  rateLimit?: RateLimits;
  /** Simulated delays. Default: `DEFAULT_DELAYS`. */
  delays?: Partial<Delays>;
  /** Without it no webhooks are sent and no endpoints can be set. */
  webhooks?: MediaWebhookOptions;
  /** Origins whose pages may send requests to the management API. Pages of this machine are always allowed. */
  allowedOrigins?: readonly string[];
}

/** The management API receives JSON only; direct uploads have their own URLs and limit. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Playback URLs begin with the playback id. An upload has its own CORS origin. */
const PUBLIC_ROUTE = /^\/(:|direct-uploads\/)/;

/**
 * Starts a local server that implements Mux's API on one port: the management API (`/video/v1`,
 * `/system/v1`), the URLs of direct uploads, and the paths of stream.mux.com and image.mux.com. Webhooks are
 * sent to the URLs in `webhooks` and in `PUT /__emulator/webhooks` (`{"endpoints": [{"url": …}]}`).
 * @throws Error when the seed or the signing key is invalid, or the port is in use
 */
export async function createMediaEmulator(options: MediaEmulatorOptions): Promise<Emulator> {
  const generatedFiles = await GeneratedFiles.open();
  try {
    return await start(options, generatedFiles);
  } catch (error) {
    await generatedFiles.close();
    throw error;
  }
}

async function start(options: MediaEmulatorOptions, generatedFiles: GeneratedFiles): Promise<Emulator> {
  const { port, signingKey, rateLimit = MUX_RATE_LIMITS } = options;
  const seedDir = resolve(options.seedDir);
  const delays = { ...DEFAULT_DELAYS, ...options.delays };
  const store = new MediaStore();
  const readable = new ReadableAssets(store);
  const webhooks = options.webhooks && createMediaWebhooks(store, options.webhooks);
  const library = new MediaLibrary(seedDir, generatedFiles);
  const onUnused = (id: string) => {
    uploadTarget.clear(id);
    void generatedFiles.remove(id);
  };
  const uploads = new UploadStore(store, { secondMs: delays.uploadSecondMs, onUnused });
  const context = {
    store,
    readable,
    uploads,
    library,
    generatedFiles,
    delays,
    ingest: new Ingest({ store, generatedFiles, delays }),
  };
  const uploadTarget = createUploadTarget(context);
  const limiter = createRateLimiter(rateLimit);
  const reset = async () => {
    store.load(await readSeed(seedDir), signingKey);
    readable.setLag(0);
    uploads.clear();
    uploadTarget.clear();
    await generatedFiles.clear();
    webhooks?.reset();
    limiter.reset();
  };
  await reset();

  const app = createEmulatorServer({
    name: 'media',
    seedDir,
    reset,
    maxBodyBytes: MAX_BODY_BYTES,
    allowedOrigins: options.allowedOrigins,
    publicRoute: PUBLIC_ROUTE,
  });
  if (webhooks) webhookRoutes(app, webhooks);
  assetControlRoutes(app, readable);
  mountApi(app, { ...options, ...context, limiter, sentWebhooks: webhooks });
  app.register(async (scope) => uploadTarget.mount(scope));
  mountPlayback(app, { store, library, signer: new UriSigner() });
  app.addHook('preClose', async () => webhooks?.sender.close());
  app.addHook('onClose', async () => {
    store.load([]);
    await generatedFiles.close();
  });
  return listen(app, port);
}

function mountPlayback(app: FastifyInstance, playback: PlaybackContext): void {
  app.register(async (scope) => {
    await scope.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'OPTIONS'],
      allowedHeaders: ['range'],
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
